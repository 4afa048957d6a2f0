import Fleece

/// What one call of `encode` shares between all its containers.
final class EncodingSession {
    let writer: FleeceWriter
    let userInfo: [CodingUserInfoKey: any Sendable]
    let discriminator: Discriminator?

    /// The identity that the model has in a ``DocumentID`` at its top level.
    var identity: DocumentID?

    /// The first misuse: asking for a container cannot throw, so it is kept until the end.
    private(set) var misuse: EncodingError?

    init(
        writer: FleeceWriter, userInfo: [CodingUserInfoKey: any Sendable],
        discriminator: Discriminator?
    ) {
        self.writer = writer
        self.userInfo = userInfo
        self.discriminator = discriminator
    }

    func record(_ error: EncodingError) {
        if misuse == nil { misuse = error }
    }
}
