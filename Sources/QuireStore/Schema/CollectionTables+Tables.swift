// A collection exists if its table of live documents exists. There is no other list, so collections
// that other connections and other programs create or delete are visible immediately.

extension CollectionTables {
    /// Returns the collections that exist.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The names of the collections, in order.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package static func collections(on connection: SQLiteConnection) throws -> [CollectionName] {
        try tableNames(on: connection).compactMap(collection(ofLiveTable:)).sorted()
    }

    /// Returns the document tables of all collections that exist.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The tables, each with its collection and whether its documents are live.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of tables. Calling ``tables(on:)`` for each collection
    ///   takes quadratic time.
    static func documentTables(
        on connection: SQLiteConnection
    ) throws -> [(table: SQLIdentifier, collection: CollectionName, isLive: Bool)] {
        let names = try tableNames(on: connection)
        let live = names.compactMap { name in collection(ofLiveTable: name).map { (name, $0) } }
        let collections = Set(live.map(\.1))
        let dead = names.compactMap { name in collection(ofTombstoneTable: name).map { (name, $0) }
        }
        return live.map { (SQLIdentifier($0), $1, true) }
            + dead.filter { collections.contains($0.1) }.map { (SQLIdentifier($0), $1, false) }
    }

    /// Returns the names of all tables that may contain documents.
    private static func tableNames(on connection: SQLiteConnection) throws -> [String] {
        let statement = try connection.statement(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'kv_*'",
            usesFunctions: false, purpose: "list the collections")
        defer { statement.reset() }
        var names: [String] = []
        while try statement.step() { names.append(statement.string(at: 0)) }
        return names
    }

    /// Returns whether a collection exists.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - connection: A connection.
    /// - Returns: `true` if the collection's table of live documents exists.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package static func exists(
        _ name: CollectionName, on connection: SQLiteConnection
    ) throws -> Bool {
        try hasTable(liveTableName(name.tablesName), on: connection)
    }

    /// Returns whether the collection exists.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: `true` if the collection's table of live documents exists.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func exists(on connection: SQLiteConnection) throws -> Bool {
        try Self.hasTable(liveTableName, on: connection)
    }

    /// Returns whether a table exists.
    package static func hasTable(_ name: String, on connection: SQLiteConnection) throws -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1",
            usesFunctions: false, purpose: "find a table")
        defer { statement.reset() }
        try statement.bind(name, at: 1)
        return try statement.step()
    }

    /// Returns the tables of the collection that exist.
    ///
    /// Another program that created the collection may not have created both of them.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The names of the tables, each with whether its documents are live.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func tables(
        on connection: SQLiteConnection
    ) throws -> [(table: SQLIdentifier, isLive: Bool)] {
        try [(liveTable, true), (tombstoneTable, false)].filter { table, _ in
            try Self.hasTable(table.name, on: connection)
        }
    }

    /// Creates the missing tables and indexes of the collection, in the open transaction.
    ///
    /// - Parameter connection: A writer connection.
    /// - Throws: ``QuireError`` with code `invalidParameter` if another object already has one of
    ///   the names. For example, a database cannot contain both collections `a` and `a_expiration`.
    package func create(on connection: SQLiteConnection) throws {
        do {
            try connection.execute(
                DatabaseSchema.collection(self), purpose: "create the collection \(name)")
        } catch let error as QuireError where error.code == .unexpectedError {
            throw QuireError(.invalidParameter, error.message, underlyingError: error)
        }
    }

    /// Returns the live and deleted documents whose last change is in a range of sequences.
    ///
    /// - Parameters:
    ///   - sequences: The sequences, including both bounds.
    ///   - connection: A connection.
    /// - Returns: The IDs and sequences of the documents, in the order of their changes.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents.
    package func documents(
        changedIn sequences: ClosedRange<Int64>, on connection: SQLiteConnection
    ) throws -> [(id: String, sequence: Int64)] {
        let selects: [SQLText] = try tables(on: connection).map {
            "SELECT key, sequence FROM \($0.table) WHERE sequence BETWEEN ?1 AND ?2"
        }
        guard !selects.isEmpty else { return [] }
        let statement = try connection.prepare(
            "\(.joined(selects, separator: " UNION ALL ")) ORDER BY sequence",
            purpose: "find changes of \(name)")
        try statement.bind(sequences.lowerBound, at: 1)
        try statement.bind(sequences.upperBound, at: 2)
        var documents: [(id: String, sequence: Int64)] = []
        while try statement.step() {
            documents.append((statement.string(at: 0), statement.int64(at: 1)))
        }
        return documents
    }
}
