// The table `indexes` exists in databases of Couchbase Lite 2.5 and later. If it is missing, the
// list contains the indexes in the schema.

/// The list of a database's indexes, read with one connection.
package struct IndexList {
    private let connection: SQLiteConnection

    package init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Returns the indexes of a collection.
    ///
    /// - Parameter tables: The collection's tables.
    /// - Returns: The indexes, sorted by their stored names.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func records(of tables: CollectionTables) throws -> [IndexRecord] {
        let listed =
            try exists ? records(where: "keyStore = ?1", tables.name) : unlisted(of: tables)
        return try listed + declared(of: tables)
    }

    /// Returns the indexes of vectors, which the list does not contain.
    private func declared(of tables: CollectionTables) throws -> [IndexRecord] {
        try NearestIndexes(of: tables, on: connection).all().map { index in
            IndexRecord(
                storedName: tables.markedName(ofIndex: index.name), kind: .nearest,
                tablesName: tables.name, expression: "=n" + index.path, condition: nil,
                tableName: NearestTables(index.name, of: tables).recent.name)
        }
    }

    /// Returns all indexes of the database.
    ///
    /// - Returns: The indexes, sorted by their stored names.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func records() throws -> [IndexRecord] {
        let collections = try CollectionTables.collections(on: connection).map {
            CollectionTables(number: 0, name: $0.tablesName)
        }
        let listed =
            try exists
            ? records(where: "?1 = ?1", "") : collections.flatMap { try unlisted(of: $0) }
        return try listed + collections.flatMap { try declared(of: $0) }
    }

    /// Returns the index of a collection with the given name.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - tables: The collection's tables.
    /// - Returns: The index, or `nil` if the collection has no index with that name.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func record(named name: String, of tables: CollectionTables) throws -> IndexRecord? {
        try records(of: tables).first { tables.indexName(storedAs: $0.storedName) == name }
    }

    /// Removes an index from the list, if the list exists.
    ///
    /// - Parameter record: The index.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func remove(_ record: IndexRecord) throws {
        guard try exists else { return }
        let statement = try connection.prepare(
            "DELETE FROM indexes WHERE name = ?1", purpose: "remove an index from the list")
        try statement.bind(record.storedName, at: 1)
        try statement.run()
    }

    /// Returns the stored name for a new index.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - tables: The collection's tables.
    /// - Returns: The name itself if it is unused in the file; otherwise, a name that includes the
    ///   collection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func freeName(for name: String, of tables: CollectionTables) throws -> String {
        let marked = tables.markedName(ofIndex: name)
        if CollectionTables.isReserved(indexName: name) { return marked }
        let listed: SQLText = try exists ? " UNION ALL SELECT name FROM indexes" : ""
        let statement = try connection.prepare(
            """
            SELECT 1 FROM (SELECT name FROM sqlite_master\(listed)) \
            WHERE name = ?1 COLLATE NOCASE
            """, purpose: "look up the name of an index")
        try statement.bind(name, at: 1)
        return try statement.step() ? marked : name
    }

    /// Creates the list with the indexes in the schema, unless it exists.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func make() throws {
        guard try !exists else { return }
        let records = try records().filter { $0.kind != .nearest }
        try connection.execute(
            """
            CREATE TABLE indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL, \
            keyStore TEXT NOT NULL, expression TEXT, whereClause TEXT, indexTableName TEXT, \
            lastSeq TEXT)
            """, purpose: "create the list of indexes")
        for record in records { try add(record) }
    }

    private var exists: Bool {
        get throws { try CollectionTables.hasTable("indexes", on: connection) }
    }

    private func records(where condition: SQLText, _ value: String) throws -> [IndexRecord] {
        let statement = try connection.prepare(
            """
            SELECT name, type, keyStore, expression, whereClause, indexTableName FROM indexes \
            WHERE \(condition) ORDER BY name
            """, purpose: "list the indexes")
        try statement.bind(value, at: 1)
        var records: [IndexRecord] = []
        while try statement.step() {
            let condition = statement.string(at: 4)
            let table = statement.string(at: 5)
            records.append(
                IndexRecord(
                    storedName: statement.string(at: 0),
                    kind: IndexKind(rawValue: statement.int64(at: 1)),
                    tablesName: statement.string(at: 2), expression: statement.string(at: 3),
                    condition: condition.isEmpty ? nil : condition,
                    tableName: table.isEmpty ? nil : table))
        }
        return records
    }

    /// Adds an index to the existing list.
    ///
    /// - Parameter record: The index.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func add(_ record: IndexRecord) throws {
        let statement = try connection.prepare(
            """
            INSERT INTO indexes (name, type, keyStore, expression, whereClause, indexTableName) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """, purpose: "add an index to the list")
        try statement.bind(record.storedName, at: 1)
        try statement.bind(record.kind?.rawValue, at: 2)
        try statement.bind(record.tablesName, at: 3)
        try statement.bind(record.expression, at: 4)
        if let condition = record.condition { try statement.bind(condition, at: 5) }
        if let table = record.tableName { try statement.bind(table, at: 6) }
        try statement.run()
    }

    /// Returns the tables of the schema whose names begin with a text.
    func tables(beginningWith text: String) throws -> [String] {
        let statement = try connection.prepare(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' \
            AND substr(name, 1, length(?1)) = ?1 ORDER BY name
            """, purpose: "list the tables of an index")
        try statement.bind(text, at: 1)
        var names: [String] = []
        while try statement.step() { names.append(statement.string(at: 0)) }
        return names
    }

    // MARK: Databases without a list

    /// The suffixes of the indexes that the store itself uses.
    private static let ownSuffixes = ["_expiration", "_seqs", "_conflicts", "_blobs"]

    private func unlisted(of tables: CollectionTables) throws -> [IndexRecord] {
        let table = tables.liveTableName
        let statement = try connection.prepare(
            """
            SELECT name, type = 'table' FROM sqlite_master WHERE \
            type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL \
            OR type = 'table' AND substr(name, 1, length(?2)) = ?2 AND sql LIKE 'CREATE VIRTUAL %' \
            ORDER BY name
            """, purpose: "list the indexes")
        try statement.bind(table, at: 1)
        try statement.bind(table + "::", at: 2)
        let own = Set(Self.ownSuffixes.map { table + $0 })
        var records: [IndexRecord] = []
        while try statement.step() {
            let object = IndexObject(
                name: statement.string(at: 0), isVirtualTable: statement.int64(at: 1) != 0)
            if own.contains(object.name) { continue }
            let known = IndexKind.definitions.lazy.compactMap { $0.record(of: object, in: tables) }
            if let record = known.first { records.append(record) }
        }
        return records
    }

    /// Returns the table of an index that is no longer in the list, unless another index has the
    /// same table.
    func unlistedTable(of record: IndexRecord) throws -> [String] {
        guard let table = record.tableName,
            try !records().contains(where: { $0.tableName == table })
        else { return [] }
        return [table]
    }
}
