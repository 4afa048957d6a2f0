import Fleece

/// Values that are decoded one after another, in one session as long as no model holds on to it.
///
/// It holds on to the last value's bytes until the next one or its end.
struct DecodingRun: ~Copyable {
    private let decoder: DocumentDecoder
    /// A session that this run owns.
    private var session: UnsafeReference<DecodingSession>
    /// Whether the value that was decoded last has asked for its document's identity.
    private(set) var hasGivenIdentity = false

    init(_ decoder: DocumentDecoder) {
        self.decoder = decoder
        session = Self.begin(decoder)
    }

    deinit {
        Self.end(session)
    }

    private static func begin(_ decoder: DocumentDecoder) -> UnsafeReference<DecodingSession> {
        let session = DecodingSession.pool.take() ?? UnsafeReference(retaining: DecodingSession())
        session.withObject { $0.begin(decoder) }
        return session
    }

    private static func end(_ session: UnsafeReference<DecodingSession>) {
        if session.isOnlyOwner { session.withObject { $0.end() } }
        DecodingSession.pool.put(session)
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - value: What to make it of.
    ///   - identity: The document whose body the value is, for a ``DocumentID`` at the top level.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or what the type's `init(from:)` throws.
    mutating func decode<T: Decodable>(
        _ type: T.Type, from value: FleeceValue, identity: DocumentIdentity?
    ) throws -> T {
        let session = session
        session.withObject { $0.enter(value.storage, identity) }
        defer {
            hasGivenIdentity = session.withObject { $0.hasGivenIdentity }
            leave()
        }
        return try DecodingNode.decodeRoot(
            type, value.place, of: value.storage.reader, in: session)
    }

    @inline(__always)
    private mutating func leave() {
        if session.isOnlyOwner { return }
        // Where a model keeps a part of it, the session and its bytes are left to the model.
        session.withObject { $0.removeLimit() }
        DecodingSession.pool.put(session)
        session = Self.begin(decoder)
    }
}
