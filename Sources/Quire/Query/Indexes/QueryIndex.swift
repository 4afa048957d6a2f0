/// An index of a collection.
public struct QueryIndex: Sendable, Hashable {
    /// The collection.
    public let collection: DocumentCollection
    /// The index's name.
    public let name: String
}
