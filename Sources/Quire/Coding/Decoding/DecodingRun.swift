import Fleece

/// A decoder of several values in sequence.
///
/// The values share one session, unless a model keeps it. A run retains the bytes of the last value
/// until the next value is decoded or the run ends.
struct DecodingRun: ~Copyable {
    private let decoder: DocumentDecoder
    /// The session, which this run owns.
    private var session: UnsafeReference<DecodingSession>
    /// Whether the last value requested the identity of its document.
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
    ///   - type: The type of the result.
    ///   - value: The value to decode.
    ///   - identity: The identity for a ``DocumentID`` at the top level, if the value is the body
    ///     of a document.
    /// - Returns: The value.
    /// - Throws: `DecodingError`. Errors thrown by the type's `init(from:)` are rethrown.
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
            type, value.location, of: value.storage.reader, in: session)
    }

    @inline(__always)
    private mutating func leave() {
        if session.isOnlyOwner { return }
        // A model keeps a node of the session, so the session and its bytes now belong to the
        // model.
        session.withObject { $0.removeLimit() }
        DecodingSession.pool.put(session)
        session = Self.begin(decoder)
    }
}
