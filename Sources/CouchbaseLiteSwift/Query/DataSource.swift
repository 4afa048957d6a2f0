import Quire
import SQLPlusPlus

/// A data source of a query: a collection.
///
/// ```swift
/// func allNames(in source: any DataSourceProtocol) -> Query {
///     QueryBuilder.select(SelectResult.property("name")).from(source)
/// }
/// ```
public protocol DataSourceProtocol: Sendable {
    /// The collection, and the name by which the query refers to it.
    var source: DataSource { get }
}

/// A data source that can be given an alias.
///
/// ```swift
/// let source: any DataSourceAs = DataSource.collection(hotels)
/// let query = QueryBuilder.select(SelectResult.property("h.name")).from(source.as("h"))
/// ```
public protocol DataSourceAs: DataSourceProtocol {
    /// Sets the alias of the data source.
    ///
    /// - Parameter alias: The name by which expressions refer to the source.
    /// - Returns: The data source with the alias.
    func `as`(_ alias: String) -> any DataSourceProtocol
}

/// A collection that a query reads, and the name by which the query refers to it.
///
/// ```swift
/// let source = DataSource.collection(hotels).as("h")
/// let name = SelectResult.expression(Expression.property("name").from("h"))
/// let names = QueryBuilder.select(name).from(source)
/// ```
public struct DataSource: DataSourceAs {
    let collection: DocumentCollection
    /// The default name of the source in the query: that of the collection or of the database.
    private let name: String
    private var alias: String?

    /// The data source itself.
    public var source: DataSource { self }

    /// Returns a data source for a collection.
    ///
    /// Without an alias, the query refers to the source by the name of the collection.
    ///
    /// - Parameter collection: The collection whose documents the query reads.
    /// - Returns: The data source.
    public static func collection(_ collection: Collection) -> any DataSourceAs {
        DataSource(collection: collection.quire, name: collection.name)
    }

    /// Returns a data source for the default collection of a database.
    ///
    /// Without an alias, the query refers to the source by the name of the database.
    ///
    /// - Parameter database: The database.
    /// - Returns: The data source.
    public static func database(_ database: Database) -> any DataSourceAs {
        DataSource(collection: database.quire.uncheckedDefaultCollection, name: database.name)
    }

    /// Sets the alias of the data source.
    ///
    /// - Parameter alias: The name by which expressions refer to the source.
    /// - Returns: The data source with the alias.
    public func `as`(_ alias: String) -> any DataSourceProtocol {
        var source = self
        source.alias = alias
        return source
    }

    /// The data source as part of a statement.
    ///
    /// The database's name refers to its default collection, unless a collection has that name.
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
