/// An index of a collection.
///
/// ```swift
/// if let index = try collection.index(withName: "byCity") {
///     print(index.name, index.collection.fullName)  // byCity _default._default
/// }
/// ```
public struct QueryIndex: Sendable, Hashable {
    /// The collection that has the index.
    public let collection: DocumentCollection
    /// The index's name.
    public let name: String
}
