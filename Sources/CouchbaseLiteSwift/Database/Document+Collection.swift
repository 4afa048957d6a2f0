public import Quire

extension Document {
    /// The collection of the document, or `nil` if the document was never saved or was purged.
    public var collection: Collection? { quireCollection.map(Collection.init) }

    /// Returns the history of the stored document.
    ///
    /// - Returns: The current version and the last versions of other databases, such as
    ///   `18b7@*; 17aa@bvAXHtwbSnCy0e5vUJGqXg`. For a document of Couchbase Lite 3, its revisions.
    ///   `nil` if the document was never saved, or if it cannot be read.
    public func _getRevisionHistory() -> String? {
        guard let quireCollection else { return nil }
        return (try? quireCollection.revisionHistory(of: id)) ?? nil
    }
}
