import CouchbaseLiteSwift
import QuireTestSupport

/// A database in a temporary folder that is removed after the test.
final class TestDatabase: Sendable {
    private let folder: TemporaryFolder
    let database: Database
    let collection: Collection

    init(_ name: String = "test") throws {
        folder = try TemporaryFolder()
        database = try Database(name: name, config: Self.configuration(folder.path))
        collection = try database.defaultCollection()
    }

    /// Creates a database with documents given as JSON.
    convenience init(_ documents: [(id: String, json: String)]) throws {
        try self.init()
        try save(documents)
    }

    deinit {
        try? database.close()
    }

    var directory: String { folder.path }

    private static func configuration(_ directory: String) -> DatabaseConfiguration {
        var configuration = DatabaseConfiguration()
        configuration.directory = directory
        return configuration
    }

    /// Opens another database in the folder, or the same one again.
    func open(_ name: String = "test") throws -> Database {
        try Database(name: name, config: Self.configuration(directory))
    }

    func save(_ documents: [(id: String, json: String)]) throws {
        try database.inBatch {
            for document in documents {
                try collection.save(
                    document: MutableDocument(id: document.id, json: document.json))
            }
        }
    }

    /// Creates a database whose documents have one property, `value`, and are named by position.
    static func values(_ values: [String]) throws -> TestDatabase {
        try TestDatabase(
            values.enumerated().map { ("d\($0.offset)", #"{"value":\#($0.element)}"#) })
    }

    var source: any DataSourceAs { DataSource.collection(collection) }

    /// Returns the IDs of the documents that meet a condition.
    func ids(where condition: any ExpressionProtocol) throws -> [String] {
        let query = QueryBuilder.select(SelectResult.expression(Meta.id)).from(source)
            .where(condition)
        return try query.execute().compactMap { $0.string(at: 0) }
    }

    /// Returns the value of an expression for each document.
    func values(of expression: any ExpressionProtocol) throws -> [Result] {
        try QueryBuilder.select(SelectResult.expression(expression)).from(source).execute()
            .allResults()
    }
}

extension Query {
    func json() throws -> [String] { try execute().map { $0.toJSON() } }
}

/// Returns the code of the error that a closure throws, using the idiom of Couchbase Lite programs.
func thrownCode(_ body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch let error as NSError {
        return error.domain == CBLError.domain ? error.code : nil
    }
}
