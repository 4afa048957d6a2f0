/// An operation of an ``InMemoryDatabase`` for which a test can inject an error.
///
/// ```swift
/// database.injectErrors { operation in
///     guard operation.kind == .save, operation.documentID == "hotel-2" else { return nil }
///     return QuireError(.ioError, "The disk is full.")
/// }
/// ```
public struct InMemoryOperation: Hashable, Sendable {
    /// A kind of operation.
    ///
    /// ```swift
    /// let writes: Set<InMemoryOperation.Kind> = [.save, .delete, .purge]
    /// ```
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A read of a document by its ID.
        case read
        /// A query or a count, including each run of a live query.
        case query
        /// A save of a document.
        case save
        /// A deletion of a document.
        case delete
        /// A purge of a document.
        case purge
        /// The commit of a transaction. Each write outside a transaction is a transaction.
        case commit
    }

    /// The kind of the operation.
    public let kind: Kind

    /// The name of the store, or `nil` for a commit.
    public let storeName: String?

    /// The ID of the document, or `nil` for a query or a commit.
    public let documentID: String?

    init(_ kind: Kind, in storeName: String? = nil, of documentID: String? = nil) {
        self.kind = kind
        self.storeName = storeName
        self.documentID = documentID
    }
}
