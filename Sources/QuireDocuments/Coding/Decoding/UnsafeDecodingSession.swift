import Fleece
import QuirePlatform

/// The state that all containers of a `decode` call share.
///
/// Later calls reuse the session with its information about types, and the nodes that no model
/// retains.
package final class DecodingSession {
    /// The sessions that are not in use.
    static let pool = SessionPool<DecodingSession>()

    // Exclusivity is not checked at run time, as in `DecodingNode`.

    @exclusivity(unchecked) private(set) var storage = emptyStorage
    @exclusivity(unchecked) private(set) var options = DocumentDecoder()

    /// The identity of the document that is being decoded, for a ``DocumentID`` at the top level.
    @exclusivity(unchecked) private(set) var identity: DocumentIdentity?
    /// Whether the model has requested the identity.
    @exclusivity(unchecked) private(set) var hasGivenIdentity = false

    /// The text that the value was read from.
    @exclusivity(unchecked) package private(set) var text = SourceText.none

    /// Whether the decoder's options are the defaults.
    private var hasDefaultOptions = true
    /// The strategy for keys, or `nil` if the type of a value declares it.
    private var givenKeyStrategy: KeyStrategy?
    @exclusivity(unchecked) private(set) var keyStrategy = KeyStrategy.asIs
    /// The number of values that can still be decoded.
    @exclusivity(unchecked) private var remainingValues = 0
    @exclusivity(unchecked) private var types = TypeTable<DecodedType>()
    @exclusivity(unchecked) private var keys = TypeTable<DecodingKeys>()
    @exclusivity(unchecked) private var mappedKeys = TypeTable<DecodingKeys>()
    /// The options' `userInfo`, converted when it is first needed.
    private var convertedUserInfo: [CodingUserInfoKey: Any]?

    private static let emptyStorage = FleeceStorage([])

    // MARK: The call

    /// Sets the options for the next values.
    func begin(_ options: DocumentDecoder) {
        hasDefaultOptions = options.isPlain
        givenKeyStrategy =
            options.usesDeclaredKeys && options.keyDecodingStrategy == .asIs
            ? nil : options.keyDecodingStrategy
        if !hasDefaultOptions { self.options = options }
    }

    /// Prepares for decoding a value of a storage.
    func enter(_ storage: FleeceStorage, _ identity: DocumentIdentity?, text: SourceText) {
        self.storage = storage
        self.text = text
        if identity != nil || self.identity != nil { self.identity = identity }
        hasGivenIdentity = false
        remainingValues = CodingLimits.values(inBytes: storage.count)
    }

    /// Releases the bytes, the identity and the options of the call.
    func end() {
        storage = Self.emptyStorage
        if identity != nil { identity = nil }
        if hasDefaultOptions { return }
        options = DocumentDecoder()
        convertedUserInfo = nil
    }

    /// Returns the identity for the model's ``DocumentID``, or `nil` if the value is not a
    /// document.
    func giveIdentity() -> DocumentID? {
        guard let identity else { return nil }
        hasGivenIdentity = true
        return DocumentID(identity.id, revision: identity.revision, base: identity.base)
    }

    /// Counts values before they are decoded.
    ///
    /// - Parameter values: The number of values.
    /// - Returns: `false` if the document has too many values for its size.
    @inline(__always)
    func allows(_ values: Int) -> Bool {
        remainingValues &-= values
        return remainingValues >= 0
    }

    /// Removes the limit on the number of values, for a model that keeps its decoder.
    func removeLimit() { remainingValues = .max }

    /// The `Decoder.userInfo` that models read.
    var userInfo: [CodingUserInfoKey: Any] {
        if let convertedUserInfo { return convertedUserInfo }
        if options.userInfo.isEmpty { return [:] }
        let converted: [CodingUserInfoKey: Any] = options.userInfo
        convertedUserInfo = converted
        return converted
    }

    // MARK: Types

    /// Determines the strategy for keys from the type of the value.
    @inline(__always)
    func useKeys(of type: UnsafeReference<DecodedType>) {
        keyStrategy = givenKeyStrategy ?? type.withObject { $0.keyStrategy }
    }

    @inline(__always)
    func type<T: Decodable>(_ type: T.Type) -> UnsafeReference<DecodedType> {
        types.find(type) ?? newType(type)
    }

    private func newType<T: Decodable>(_ type: T.Type) -> UnsafeReference<DecodedType> {
        types.insert(DecodedType(type), for: type)
    }

    /// Returns the table of a key type, which contains the shared-key numbers of the storage.
    @inline(__always)
    func keys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<DecodingKeys> {
        if keyStrategy == .snakeCase { return newMappedKeys(type) }
        return prepared(keys.find(type) ?? newKeys(type))
    }

    @inline(__always)
    private func prepared(_ keys: UnsafeReference<DecodingKeys>) -> UnsafeReference<DecodingKeys> {
        keys.withObject { $0.prepare(for: storage.sharedKeys.token) }
        return keys
    }

    private func newKeys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<DecodingKeys> {
        keys.insert(DecodingKeys(type, .asIs), for: type)
    }

    private func newMappedKeys<Key: CodingKey>(
        _ type: Key.Type
    ) -> UnsafeReference<DecodingKeys> {
        prepared(
            mappedKeys.find(type) ?? mappedKeys.insert(DecodingKeys(type, .snakeCase), for: type))
    }
}

/// The information that a session has about a type of values.
package final class DecodedType {
    let type: Any.Type
    let kind: ValueKind
    /// The type itself if it is a collection whose items the coder decodes, otherwise `nil`.
    let collection: (any DecodedCollection.Type)?
    /// The strategy for keys that the type declares.
    let keyStrategy: KeyStrategy
    /// Nodes that can be reused for values of the type, linked by ``DecodingNode/nextFree``.
    @exclusivity(unchecked) var free: UnsafeReference<DecodingNode>?

    init<T: Decodable>(_ type: T.Type) {
        self.type = type
        let kind = ValueKind.of(type)
        collection = kind == .own ? type as? any DecodedCollection.Type : nil
        self.kind = collection == nil ? kind : .collection
        keyStrategy = kind == .own ? KeyStrategy.declared(by: type) : .asIs
    }

    deinit {
        while let node = free {
            free = node.withObject { $0.nextFree }
            node.release()
        }
    }
}
