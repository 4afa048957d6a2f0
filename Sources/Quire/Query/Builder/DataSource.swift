import SQLPlusPlus

/// A collection that a built query reads, and the name by which the query calls it.
public struct DataSource: Sendable {
    let collection: DocumentCollection
    /// The name without an alias, which need not be the collection's.
    private let name: String
    private var alias: String?

    /// Reads a collection.
    ///
    /// - Parameter collection: The collection.
    /// - Returns: The source, called as the collection.
    public static func collection(_ collection: DocumentCollection) -> DataSource {
        DataSource(collection: collection, name: collection.name)
    }

    /// Reads the default collection of a database.
    ///
    /// - Parameter database: The database.
    /// - Returns: The source, called as the database.
    public static func database(_ database: Database) -> DataSource {
        DataSource(
            collection: DocumentCollection(database: database, name: .default),
            name: database.name)
    }

    /// Names the source.
    ///
    /// - Parameter alias: The name by which expressions call it.
    /// - Returns: The source with the name.
    public func `as`(_ alias: String) -> DataSource {
        var source = self
        source.alias = alias
        return source
    }

    /// The source as it stands in a statement.
    ///
    /// The database's name means its default collection, unless a collection has that name too.
    var term: CollectionSource {
        let scope = collection.scope.name
        let scopeName = scope == Scope.defaultScopeName ? nil : scope
        guard name != collection.name else {
            return CollectionSource(name, scope: scopeName, as: alias)
        }
        let isTaken = (try? collection.database.collection(name: name)) != nil
        if alias == nil, !isTaken { return CollectionSource(name) }
        return CollectionSource(collection.name, as: alias ?? name)
    }
}
