/// The collection that a document is in: what a document knows of it.
protocol DocumentOwner: AnyObject, Sendable {
    /// Where the contents of its documents' blobs are.
    var blobStorage: any BlobStorage { get }

    /// Names the collection and its file. Two objects with one location are one collection.
    var location: String { get }
}
