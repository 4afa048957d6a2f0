// A collection is there if its table of live documents is. There is no other list: so collections
// that other connections and other programs make or delete are seen at once.

extension KeyStore {
    /// Lists the collections that are there.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: Their names, in order.
    /// - Throws: ``QuireError`` if SQLite refuses.
    package static func collections(on connection: SQLiteConnection) throws -> [CollectionName] {
        try tableNames(on: connection).compactMap(collection(ofLiveTable:)).sorted()
    }

    /// Lists the tables with documents of the collections that are there.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The tables, each with its collection and whether its documents are live.
    /// - Throws: ``QuireError`` if SQLite refuses.
    /// - Complexity: O(*n*) in the number of tables. ``tables(on:)`` for each collection takes the square.
    static func documentTables(
        on connection: SQLiteConnection
    ) throws -> [(table: SQLIdentifier, collection: CollectionName, isLive: Bool)] {
        let names = try tableNames(on: connection)
        let live = names.compactMap { name in collection(ofLiveTable: name).map { (name, $0) } }
        let collections = Set(live.map(\.1))
        let dead = names.compactMap { name in collection(ofDeadTable: name).map { (name, $0) } }
        return live.map { (SQLIdentifier($0), $1, true) }
            + dead.filter { collections.contains($0.1) }.map { (SQLIdentifier($0), $1, false) }
    }

    /// The names of all tables that may have documents.
    private static func tableNames(on connection: SQLiteConnection) throws -> [String] {
        let statement = try connection.statement(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'kv_*'",
            purpose: "list the collections")
        defer { statement.reset() }
        var names: [String] = []
        while try statement.step() { names.append(statement.string(at: 0)) }
        return names
    }

    /// Says whether a collection is there.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - connection: A connection.
    /// - Returns: `true` if it has its table of live documents.
    /// - Throws: ``QuireError`` if SQLite refuses.
    static func exists(_ name: CollectionName, on connection: SQLiteConnection) throws -> Bool {
        try hasTable(liveTableName(name.keyStoreName), on: connection)
    }

    /// Says whether the collection is there.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: `true` if it has its table of live documents.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func exists(on connection: SQLiteConnection) throws -> Bool {
        try Self.hasTable(liveTableName, on: connection)
    }

    /// Says whether there is a table.
    package static func hasTable(_ name: String, on connection: SQLiteConnection) throws -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1",
            purpose: "look for a table")
        defer { statement.reset() }
        try statement.bind(name, at: 1)
        return try statement.step()
    }

    /// The tables that are there, each with whether its documents are live.
    ///
    /// Another program that made the collection may have left one out.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: Their names.
    /// - Throws: ``QuireError`` if SQLite refuses.
    package func tables(
        on connection: SQLiteConnection
    ) throws -> [(table: SQLIdentifier, isLive: Bool)] {
        try [(liveTable, true), (deadTable, false)].filter { table, _ in
            try Self.hasTable(table.name, on: connection)
        }
    }

    /// Makes those of the collection's tables and indexes that are not there, in the open
    /// transaction.
    ///
    /// - Parameter connection: A writing connection.
    /// - Throws: ``QuireError`` with code `invalidParameter` if something else has a name that is
    ///   needed: the collections `a` and `a_expiration` cannot be in one database.
    func create(on connection: SQLiteConnection) throws {
        do {
            try connection.execute(
                DatabaseSchema.collection(self), purpose: "create the collection \(name)")
        } catch let error as QuireError where error.code == .unexpectedError {
            throw QuireError(.invalidParameter, error.message, underlyingError: error)
        }
    }

    /// Finds the documents whose last change has one of some sequences, live or deleted.
    ///
    /// - Parameters:
    ///   - sequences: The sequences.
    ///   - connection: A connection.
    /// - Returns: Their IDs and sequences, in the order of the changes.
    /// - Throws: ``QuireError`` if SQLite refuses.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents.
    func documents(
        changedIn sequences: ClosedRange<Int64>, on connection: SQLiteConnection
    ) throws -> [(id: String, sequence: Int64)] {
        let selects: [SQLText] = try tables(on: connection).map {
            "SELECT key, sequence FROM \($0.table) WHERE sequence BETWEEN ?1 AND ?2"
        }
        guard !selects.isEmpty else { return [] }
        let statement = try connection.prepare(
            "\(.joined(selects, separator: " UNION ALL ")) ORDER BY sequence",
            purpose: "look for changes of \(name)")
        try statement.bind(sequences.lowerBound, at: 1)
        try statement.bind(sequences.upperBound, at: 2)
        var documents: [(id: String, sequence: Int64)] = []
        while try statement.step() {
            documents.append((statement.string(at: 0), statement.int64(at: 1)))
        }
        return documents
    }
}
