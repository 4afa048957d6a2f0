import DatabaseTestSupport
import Foundation
import Quire

/// A database in a separate folder, for tests of indexes.
struct IndexedDatabase {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    /// Returns rows of arbitrary SQL, run on a connection that has the functions.
    func rows(_ sql: String) throws -> [String] {
        try database.readSnapshot { try $0.sqlite.rows(sql) }
    }

    /// Returns the schema objects that a new database does not have.
    func schema() throws -> [String] {
        try rows(
            """
            SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'kv%_expiration'
                AND type != 'table' OR name LIKE '%::%' AND sql LIKE 'CREATE VIRTUAL%'
                OR length(name) = 40 ORDER BY rowid
            """)
    }

    func list() throws -> [String] {
        try rows(
            "SELECT name, type, keyStore, expression, whereClause, indexTableName FROM indexes")
    }

    func ids(_ query: String) throws -> [String] {
        try database.createQuery(QuerySource(verbatim: query)).execute().map { $0.toJSON() }
            .sorted()
    }
}

extension DocumentCollection {
    /// Creates a value index.
    func createValueIndex(_ name: String, _ expressions: String..., where: String? = nil) throws {
        try createIndex(
            withName: name, config: ValueIndexConfiguration(expressions, where: `where`))
    }
}
