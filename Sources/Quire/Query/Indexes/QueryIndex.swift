/// An index of a collection.
public struct QueryIndex: Sendable, Hashable {
    /// The collection that has the index.
    public let collection: DocumentCollection
    /// The index's name.
    public let name: String
}
