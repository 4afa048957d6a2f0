import Fleece
import QuirePlatform

/// The state that all containers of one call of `encode` share.
///
/// For the next call, a session keeps the nodes that are free and its information about types.
final class EncodingSession {
    /// The sessions that are not in use.
    static let pool = SessionPool<EncodingSession>()

    // Exclusivity is not checked at run time, as in `EncodingNode`.

    /// The writer that receives the values.
    ///
    /// It is the writer of the caller while the session is open, and ``nowhere`` otherwise.
    @exclusivity(unchecked) private(set) var writer: UnsafeReference<FleeceWriter>
    @exclusivity(unchecked) private(set) var options = DocumentEncoder()
    /// Whether the options are the default options of an encoder.
    private var isPlain = true
    /// The strategy for keys, or `nil` if the type of the value declares it.
    private var givenKeyStrategy: KeyStrategy?
    @exclusivity(unchecked) private(set) var keyStrategy = KeyStrategy.asIs
    /// Whether `encodeIfPresent` writes null.
    @exclusivity(unchecked) private(set) var writesNull = false

    /// The ``DocumentID`` at the top level of the model.
    @exclusivity(unchecked) var identity: DocumentID?

    /// Whether the document is used only to sort items of another document.
    @exclusivity(unchecked) private(set) var isForOrder = false

    /// The list that receives the key types of the dictionaries, or `nil` if not requested.
    @exclusivity(unchecked) private(set) var encodedKeys: EncodedKeys?

    /// The first recorded error.
    ///
    /// Requests for containers cannot throw, so their errors are thrown at the end.
    private var misuse: EncodingError?

    /// Whether the value is encoded as a model, with a type discriminator.
    @exclusivity(unchecked) private var isModel = false

    /// Whether the document is incomplete, so that values can be added.
    @exclusivity(unchecked) private(set) var isOpen = false

    @exclusivity(unchecked) private var types = TypeTable<EncodedType>()
    @exclusivity(unchecked) private var keys = TypeTable<EncodingKeys>()
    @exclusivity(unchecked) private var mappedKeys = TypeTable<EncodingKeys>()
    /// The writer that receives values after the end of the document, owned by the session.
    private let nowhere: UnsafeReference<FleeceWriter>
    private var info: [CodingUserInfoKey: Any]?

    init() {
        nowhere = UnsafeReference(retaining: FleeceWriter())
        writer = nowhere
    }

    deinit {
        nowhere.release()
    }

    // MARK: The call

    /// Encodes a value as the next value of a writer.
    ///
    /// - Parameters:
    ///   - value: The value, such as a model.
    ///   - writer: The writer, which receives one value.
    ///   - options: The encoder whose options are used.
    ///   - outer: The node of another session that needs the value as a separate document.
    ///   - discriminator: The type discriminator to add at the top level, or `nil`.
    ///   - encodedKeys: The list that receives the key types of the dictionaries, or `nil`.
    /// - Returns: The ``DocumentID`` at the top level of the value, or `nil` if it has none.
    /// - Throws: `EncodingError`, or any error that the value's `encode(to:)` throws.
    package func encode<T: Encodable>(
        _ value: T, into writer: FleeceWriter, options: DocumentEncoder,
        below outer: EncodingNode?, discriminator: Discriminator?, noting encodedKeys: EncodedKeys?
    ) throws -> DocumentID? {
        self.encodedKeys = encodedKeys
        isForOrder = outer != nil
        self.writer = UnsafeReference(writer)
        isPlain = options.isPlain
        givenKeyStrategy =
            outer?.session.withObject { $0.keyStrategy }
            ?? (options.usesDeclaredKeys && options.keyEncodingStrategy == .asIs
                ? nil : options.keyEncodingStrategy)
        if !isPlain {
            self.options = options
            writesNull = options.nilEncodingStrategy == .null
        }
        if identity != nil { identity = nil }
        if misuse != nil { misuse = nil }
        isOpen = true
        isModel = discriminator != nil
        defer { close() }
        let slot = try EncodingNode.encodeRoot(
            value, in: UnsafeReference(self), below: outer, discriminator: discriminator)
        if let misuse { throw misuse }
        if writer.hasFailed, let failure = writer.firstFailure {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: [], debugDescription: "the value cannot be stored: \(failure)",
                    underlyingError: failure))
        }
        writer.write(slot)
        return identity
    }

    /// The rules for the top-level keys, or `nil` if the value is not encoded to be saved.
    var documentRules: DocumentRules? {
        options.userInfo[.documentRules] as? DocumentRules ?? (isModel ? .standard : nil)
    }

    private func close() {
        isOpen = false
        if encodedKeys != nil { encodedKeys = nil }
        if !isPlain {
            options = DocumentEncoder()
            writesNull = false
            info = nil
        }
        writer = nowhere
    }

    func record(_ error: EncodingError) {
        if misuse == nil { misuse = error }
    }

    /// The value of `Encoder.userInfo`.
    var userInfo: [CodingUserInfoKey: Any] {
        if let info { return info }
        if options.userInfo.isEmpty { return [:] }
        let converted: [CodingUserInfoKey: Any] = options.userInfo
        info = converted
        return converted
    }

    // MARK: Types

    /// Determines the strategy for keys from the type of the value.
    func useKeys(of type: UnsafeReference<EncodedType>) {
        keyStrategy = givenKeyStrategy ?? type.withObject { $0.keyStrategy }
    }

    @inline(__always)
    func type<T: Encodable>(_ type: T.Type) -> UnsafeReference<EncodedType> {
        types.find(type) ?? newType(type)
    }

    private func newType<T: Encodable>(_ type: T.Type) -> UnsafeReference<EncodedType> {
        types.insert(EncodedType(type), for: type)
    }

    /// Returns the keys of a type, with their slots in the document.
    @inline(__always)
    func keys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<EncodingKeys> {
        if keyStrategy == .snakeCase { return newMappedKeys(type) }
        return prepared(keys.find(type) ?? newKeys(type))
    }

    @inline(__always)
    private func prepared(_ keys: UnsafeReference<EncodingKeys>) -> UnsafeReference<EncodingKeys> {
        let token = writer.withObject { $0.keyToken }
        keys.withObject { $0.prepare(for: token) }
        return keys
    }

    private func newKeys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<EncodingKeys> {
        keys.insert(EncodingKeys(type, .asIs), for: type)
    }

    private func newMappedKeys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<EncodingKeys> {
        prepared(
            mappedKeys.find(type) ?? mappedKeys.insert(EncodingKeys(type, .snakeCase), for: type))
    }
}

/// Information that a session keeps about a type of values.
final class EncodedType {
    let kind: ValueKind
    /// Whether a merge of documents replaces values of the type as a whole, regardless of their
    /// representation.
    let isWhole: Bool
    /// The type, if it is a collection whose items the encoder encodes directly.
    let collection: (any EncodedCollection.Type)?
    /// The strategy for keys that the type declares.
    let keyStrategy: KeyStrategy
    /// The first node that is free for values of the type.
    ///
    /// Further free nodes are linked by ``EncodingNode/nextFree``.
    @exclusivity(unchecked) var free: UnsafeReference<EncodingNode>?

    init<T: Encodable>(_ type: T.Type) {
        let kind = ValueKind.of(type)
        collection = kind == .own ? type as? any EncodedCollection.Type : nil
        isWhole = type is any WholeValue.Type
        keyStrategy = kind == .own ? KeyStrategy.declared(by: type) : .asIs
        self.kind = collection == nil ? kind : .collection
    }

    deinit {
        while let node = free {
            free = node.withObject { $0.nextFree }
            node.release()
        }
    }
}
