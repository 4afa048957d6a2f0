@testable import CouchbaseLiteSwift

// Some tests compare built queries with the same queries in SQL++ and as typed filters. In a file
// that imports both modules, types of the same name are ambiguous; these names are not.

typealias QueryExpression = CouchbaseLiteSwift.Expression
typealias BuiltFunction = CouchbaseLiteSwift.Function
typealias BuiltQuery = CouchbaseLiteSwift.Query
typealias BuiltCollection = CouchbaseLiteSwift.Collection

extension DocumentCollection {
    /// The collection as a data source of built queries.
    var dataSource: any DataSourceAs { DataSource.collection(built) }

    /// The collection in Couchbase Lite's API.
    var built: BuiltCollection { BuiltCollection(self) }
}

extension BuiltQuery {
    /// Returns the underlying query.
    func inQuire() throws -> Quire.Query { try compiled() }
}
