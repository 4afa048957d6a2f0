/// A collection named in `FROM`, and the name by which the statement calls it.
public struct CollectionSource: Hashable, Sendable {
    /// The collection's name; `_` and `_default` both name the default collection.
    public var collection: String

    /// The name of the collection's scope, or `nil` for the default scope.
    public var scope: String?

    /// The name after `AS`, or `nil`.
    public var alias: String?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - scope: The name of the collection's scope, or `nil` for the default scope.
    ///   - alias: The name by which the statement calls the collection, or `nil`.
    public init(_ collection: String, scope: String? = nil, as alias: String? = nil) {
        self.collection = collection
        self.scope = scope
        self.alias = alias
    }

    /// The name by which the statement calls this source: the alias, else the collection's name.
    public var name: String { alias ?? collection }
}
