/// A document that a term or a statement is evaluated on.
public struct EvaluatedDocument: Sendable {
    /// The document.
    public let record: DocumentRecord

    /// The time at which the document expires, in milliseconds since 1970, or `nil` if it does not.
    public let expiration: Int64?

    /// Whether the document is deleted.
    public let isDeleted: Bool

    /// Creates a document from a record.
    ///
    /// - Parameters:
    ///   - record: The document.
    ///   - expiration: The time at which the document expires, in milliseconds since 1970, or `nil`
    ///     if it does not.
    ///   - isDeleted: Whether the document is deleted.
    public init(_ record: DocumentRecord, expiration: Int64? = nil, isDeleted: Bool = false) {
        self.record = record
        self.expiration = expiration
        self.isDeleted = isDeleted
    }
}
