import Fleece

/// What one call of `encode` shares between all its containers.
///
/// What it knows about types it keeps for the next call, and the nodes that nobody holds any more.
final class EncodingSession {
    /// The sessions of no call.
    static let pool = SessionPool<EncodingSession>()

    /// Where the values go: the caller's as long as the session is open.
    @exclusivity(unchecked) private(set) var writer: UnsafeReference<FleeceWriter>
    @exclusivity(unchecked) private(set) var options = DocumentEncoder()
    /// Whether the options are those that an encoder has by itself.
    private var isPlain = true
    /// Whether `encodeIfPresent` writes null.
    @exclusivity(unchecked) private(set) var writesNull = false

    /// The identity that the model has in a ``DocumentID`` at its top level.
    @exclusivity(unchecked) var identity: DocumentID?

    /// Whether the document only serves to put items of another one in order.
    @exclusivity(unchecked) private(set) var isForOrder = false

    /// Gets the keys that the dictionaries are encoded with, if anybody wants to know.
    @exclusivity(unchecked) private(set) var encodedKeys: EncodedKeys?

    /// The first misuse: asking for a container cannot throw, so it is kept until the end.
    private var misuse: EncodingError?

    /// Whether the value is encoded as a model, with a type discriminator.
    @exclusivity(unchecked) private var isModel = false

    /// Whether the document is not complete yet.
    @exclusivity(unchecked) private(set) var isOpen = false

    @exclusivity(unchecked) private var types = TypeTable<EncodedType>()
    @exclusivity(unchecked) private var keys = TypeTable<EncodingKeys>()
    @exclusivity(unchecked) private var mappedKeys = TypeTable<EncodingKeys>()
    /// Where values go that come after the end: a writer that the session owns.
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

    /// Encodes a value as the writer's next one.
    func encode<T: Encodable>(
        _ value: T, into writer: FleeceWriter, options: DocumentEncoder,
        below outer: EncodingNode?, discriminator: Discriminator?, noting encodedKeys: EncodedKeys?
    ) throws -> DocumentID? {
        self.encodedKeys = encodedKeys
        isForOrder = outer != nil
        self.writer = UnsafeReference(writer)
        isPlain = options.isPlain
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

    /// The rules for the keys at the top level, if the value is encoded to be saved.
    var reservedKeys: ReservedKeys? {
        options.userInfo[.reservedKeys] as? ReservedKeys ?? (isModel ? .standard : nil)
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

    /// What models find in `Encoder.userInfo`.
    var userInfo: [CodingUserInfoKey: Any] {
        if let info { return info }
        if options.userInfo.isEmpty { return [:] }
        let converted: [CodingUserInfoKey: Any] = options.userInfo
        info = converted
        return converted
    }

    // MARK: Types

    @inline(__always)
    func type<T: Encodable>(_ type: T.Type) -> UnsafeReference<EncodedType> {
        types.find(type) ?? newType(type)
    }

    private func newType<T: Encodable>(_ type: T.Type) -> UnsafeReference<EncodedType> {
        types.insert(EncodedType(type), for: type)
    }

    /// The keys of a type, with their slots in the document.
    @inline(__always)
    func keys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<EncodingKeys> {
        if options.keyEncodingStrategy == .snakeCase { return newMappedKeys(type) }
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

/// What a session knows about a type of values.
final class EncodedType {
    let kind: ValueKind
    /// Whether a value is a single one for whoever merges documents, whatever it is encoded as.
    let isWhole: Bool
    /// The type itself, if it is a collection that is gone through.
    let collection: (any EncodedCollection.Type)?
    /// Nodes that were used for values of the type, linked by ``EncodingNode/nextFree``.
    @exclusivity(unchecked) var free: UnsafeReference<EncodingNode>?

    init<T: Encodable>(_ type: T.Type) {
        let kind = ValueKind.of(type)
        collection = kind == .own ? type as? any EncodedCollection.Type : nil
        isWhole = type is any WholeValue.Type
        self.kind = collection == nil ? kind : .collection
    }

    deinit {
        while let node = free {
            free = node.withObject { $0.nextFree }
            node.release()
        }
    }
}
