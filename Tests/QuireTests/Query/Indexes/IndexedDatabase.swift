import Foundation

@testable import Quire

/// A database in a folder of its own, for tests of indexes.
struct IndexedDatabase {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    /// Rows of any SQL, run on a connection that has the functions.
    func rows(_ sql: String) throws -> [String] {
        try database.readSnapshot { try $0.sqlite.rows(sql) }
    }

    /// What the schema has besides what every database has.
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
        try database.createQuery(query).execute().map { $0.toJSON() }.sorted()
    }
}

extension DocumentCollection {
    /// Creates an index of values.
    func createValueIndex(_ name: String, _ expressions: String..., where: String? = nil) throws {
        try createIndex(
            withName: name, config: ValueIndexConfiguration(expressions, where: `where`))
    }
}
