public import Quire

extension Document {
    /// The collection of the document, or `nil` if the document was never saved or was purged.
    public var collection: Collection? { quireCollection.map(Collection.init) }

    /// Returns the history of the revision.
    ///
    /// - Returns: The ID of the revision, or `nil` if the document was never saved.
    public func _getRevisionHistory() -> String? { revisionID }
}
