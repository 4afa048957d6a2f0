import Fleece

/// What one call of `decode` shares between all its containers.
///
/// What it knows about types it keeps for the next call, and the nodes that nobody holds any more.
final class DecodingSession {
    /// The sessions of no call.
    static let pool = SessionPool<DecodingSession>()

    @exclusivity(unchecked) private(set) var storage = nowhere
    @exclusivity(unchecked) private(set) var options = DocumentDecoder()

    /// The document that is decoded, for the ``DocumentID`` at the model's top level.
    @exclusivity(unchecked) private(set) var identity: DocumentIdentity?
    /// Whether the model has asked for it.
    @exclusivity(unchecked) private(set) var hasGivenIdentity = false

    /// Whether the options are those that a decoder has by itself.
    private var isPlain = true
    /// How many values may still be decoded.
    @exclusivity(unchecked) private var budget = 0
    @exclusivity(unchecked) private var types = TypeTable<DecodedType>()
    @exclusivity(unchecked) private var keys = TypeTable<DecodingKeys>()
    @exclusivity(unchecked) private var mappedKeys = TypeTable<DecodingKeys>()
    private var info: [CodingUserInfoKey: Any]?

    private static let nowhere = FleeceStorage([])

    // MARK: The call

    func begin(_ options: DocumentDecoder) {
        isPlain = options.isPlain
        if !isPlain { self.options = options }
    }

    func enter(_ storage: FleeceStorage, _ identity: DocumentIdentity?) {
        self.storage = storage
        if identity != nil || self.identity != nil { self.identity = identity }
        hasGivenIdentity = false
        budget = CodingLimits.values(inBytes: storage.count)
    }

    /// Lets go of what is the caller's.
    func end() {
        storage = Self.nowhere
        if identity != nil { identity = nil }
        if isPlain { return }
        options = DocumentDecoder()
        info = nil
    }

    /// Gives the model's ``DocumentID`` what it asks for.
    func giveIdentity() -> DocumentID? {
        guard let identity else { return nil }
        hasGivenIdentity = true
        return DocumentID(identity.id, revision: identity.revision, base: identity.base)
    }

    /// Counts values that are about to be decoded.
    ///
    /// - Returns: Whether the document's size allows this number of values.
    @inline(__always)
    func allows(_ values: Int) -> Bool {
        budget &-= values
        return budget >= 0
    }

    /// Lets a model that keeps its decoder read as often as it needs to.
    func removeLimit() { budget = .max }

    /// What models find in `Decoder.userInfo`.
    var userInfo: [CodingUserInfoKey: Any] {
        if let info { return info }
        if options.userInfo.isEmpty { return [:] }
        let converted: [CodingUserInfoKey: Any] = options.userInfo
        info = converted
        return converted
    }

    // MARK: Types

    @inline(__always)
    func type<T: Decodable>(_ type: T.Type) -> UnsafeReference<DecodedType> {
        types.find(type) ?? newType(type)
    }

    private func newType<T: Decodable>(_ type: T.Type) -> UnsafeReference<DecodedType> {
        types.insert(DecodedType(type), for: type)
    }

    /// The keys of a type, with their numbers in the bytes.
    @inline(__always)
    func keys<Key: CodingKey>(_ type: Key.Type) -> UnsafeReference<DecodingKeys> {
        if options.keyDecodingStrategy == .snakeCase { return newMappedKeys(type) }
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

/// What a session knows about a type of values.
final class DecodedType {
    let type: Any.Type
    let kind: ValueKind
    /// The type itself, if it is a collection that is gone through.
    let collection: (any DecodedCollection.Type)?
    /// Nodes that were used for values of the type, linked by ``DecodingNode/nextFree``.
    @exclusivity(unchecked) var free: UnsafeReference<DecodingNode>?

    init<T: Decodable>(_ type: T.Type) {
        self.type = type
        let kind = ValueKind.of(type)
        collection = kind == .own ? type as? any DecodedCollection.Type : nil
        self.kind = collection == nil ? kind : .collection
    }

    deinit {
        while let node = free {
            free = node.withObject { $0.nextFree }
            node.release()
        }
    }
}
