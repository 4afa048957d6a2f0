/// A collection named in `FROM`, and the name by which the statement calls it.
public struct DataSource: Hashable, Sendable {
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

    /// Returns what remains of a path after the name of this source, or `nil` if the path begins
    /// with something else.
    ///
    /// An alias is compared without regard to case, and hides the collection's own name. Names of
    /// scopes and collections are compared exactly.
    func remainder(of path: PropertyPath) -> PropertyPath? {
        guard case .key(let first)? = path.components.first else { return nil }
        if let alias {
            return first.lowercased() == alias.lowercased() ? path.dropping(1) : nil
        }
        if first == collection { return path.dropping(1) }
        guard let scope, path.components.starts(with: [.key(scope), .key(collection)]) else {
            return nil
        }
        return path.dropping(2)
    }
}
