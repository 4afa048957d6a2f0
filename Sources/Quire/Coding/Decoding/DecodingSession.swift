import Fleece

/// What one call of `decode` shares between all its containers.
final class DecodingSession {
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// The document that is decoded, for the ``DocumentID`` at the model's top level.
    let identity: DocumentIdentity?

    init(userInfo: [CodingUserInfoKey: any Sendable], identity: DocumentIdentity?) {
        self.userInfo = userInfo
        self.identity = identity
    }
}
