/// What one transaction changed in a collection.
public struct CollectionChange: Sendable {
    /// The collection.
    public let collection: DocumentCollection

    /// The IDs of the documents that were saved, deleted, purged or have expired, each once, in the
    /// order of their first change.
    public let documentIDs: [String]
}

/// That a transaction changed a document.
public struct DocumentChange: Sendable {
    /// The collection that the document is in.
    public let collection: DocumentCollection

    /// The document's ID.
    public let documentID: String
}
