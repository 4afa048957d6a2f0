/// A document that a query looks at.
struct EvaluatedDocument {
    let record: DocumentRecord
    /// When it expires, in milliseconds since 1970.
    let expiration: Int64?
}
