package import Fleece
import QuirePlatform

/// A decoder of several values in sequence.
///
/// The values share one session, unless a model keeps it. A run retains the bytes of the last value
/// until the next value is decoded or the run ends.
package struct DecodingRun: ~Copyable {
    private let decoder: DocumentDecoder
    /// The session, which this run owns.
    private var session: UnsafeReference<DecodingSession>
    /// Whether the last value requested the identity of its document.
    package private(set) var hasGivenIdentity = false

    package init(_ decoder: DocumentDecoder) {
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
    ///   - text: The text that the value was read from.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, whose description names the document. Other errors thrown by the
    ///   type's `init(from:)` are rethrown.
    package mutating func decode<T: Decodable>(
        _ type: T.Type, from value: FleeceValue, identity: DocumentIdentity?,
        text: SourceText = .none
    ) throws -> T {
        let session = session
        session.withObject { $0.enter(value.storage, identity, text: text) }
        defer {
            hasGivenIdentity = session.withObject { $0.hasGivenIdentity }
            leave()
        }
        do {
            return try DecodingNode.decodeRoot(
                type, value.location, of: value.storage.reader, in: session)
        } catch let error as DecodingError {
            guard let identity else { throw error }
            throw error.naming(document: identity.id)
        }
    }

    /// Decodes the body of a document.
    ///
    /// Other modules call this for each row, so it creates the ``DocumentIdentity``: they would copy it
    /// with a function call for each part.
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - body: The dictionary at the top level of the document.
    ///   - id: The ID of the document.
    ///   - revision: The revision that was read.
    ///   - base: The body of that revision, if it is kept.
    /// - Returns: The value.
    /// - Throws: The errors of ``decode(_:from:identity:text:)``.
    package mutating func decode<T: Decodable>(
        _ type: T.Type, from body: FleeceDictionary, id: String, revision: RevisionID,
        base: DocumentBase? = nil
    ) throws -> T {
        try decode(
            type, from: body.value,
            identity: DocumentIdentity(id: id, revision: revision, base: base))
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

extension DecodingError {
    /// Returns the error with a description that names a document.
    ///
    /// The standard library and a type's own `init(from:)` create errors that don't name it.
    fileprivate func naming(document id: String) -> DecodingError {
        let suffix = " in document \"\(id)\""
        func named(_ context: Context) -> Context {
            guard !context.debugDescription.contains(suffix) else { return context }
            return Context(
                codingPath: context.codingPath,
                debugDescription: context.debugDescription + suffix,
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, named(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, named(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, named(context))
        case .dataCorrupted(let context): .dataCorrupted(named(context))
        @unknown default: self
        }
    }
}
