/// The indexes of a collection, as they are made and taken away in a transaction.
struct StoredIndexes {
    let keyStore: KeyStore
    let connection: SQLiteConnection

    private var list: IndexList { IndexList(connection) }

    /// What there is in the place of an index that is wanted.
    enum Finding: Equatable {
        /// No index of the name.
        case nothing
        /// An index of the name that is another one.
        case other
        /// The index.
        case same
    }

    /// An index that is wanted.
    struct Wanted {
        let name: String
        let parts: any IndexParts
        /// What is indexed, for the list: SQL++.
        let expression: String
        /// Which documents are in the index, for the list: SQL++.
        let condition: String?
    }

    /// Looks for an index.
    ///
    /// - Parameter wanted: The index.
    /// - Returns: What there is in its place.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func find(_ wanted: Wanted) throws -> Finding {
        guard let record = try list.record(named: wanted.name, of: keyStore) else {
            return .nothing
        }
        return try isThere(wanted, as: record) ? .same : .other
    }

    /// Makes an index, in the place of another one of its name if there is one.
    ///
    /// - Parameter wanted: The index.
    /// - Returns: Whether anything was done: not if the index is there.
    /// - Throws: ``QuireError`` with code `invalidQuery` if it cannot be made.
    func make(_ wanted: Wanted) throws -> Bool {
        try list.make()
        if let record = try list.record(named: wanted.name, of: keyStore) {
            if try isThere(wanted, as: record) { return false }
            try remove(record)
        }
        let name = IndexName(
            name: wanted.name, stored: try list.freeName(for: wanted.name, of: keyStore))
        do {
            try wanted.parts.make(name, of: keyStore, on: connection)
        } catch let error as QuireError where error.code == .unexpectedError {
            throw QuireError(.invalidQuery, error.message, underlyingError: error)
        }
        try list.add(
            IndexRecord(
                storedName: name.stored, kind: wanted.parts.kind, keyStoreName: keyStore.name,
                expression: "=n" + wanted.expression, condition: wanted.condition,
                tableName: wanted.parts.listedTable(wanted.name, of: keyStore)))
        return true
    }

    /// Reads what the indexes of documents are about.
    ///
    /// - Returns: The texts that made them, one after another; none if there are only those that the
    ///   table has for itself.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func expressions() throws -> String {
        let statement = try connection.statement(
            """
            SELECT group_concat(sql, char(10)) FROM sqlite_master
            WHERE type = 'index' AND tbl_name = ?1 AND instr(sql, 'body') > 0
            """, purpose: "look for indexes")
        defer { statement.reset() }
        try statement.bind(keyStore.liveTableName, at: 1)
        return try statement.step() ? statement.string(at: 0) : ""
    }

    private func isThere(_ wanted: Wanted, as record: IndexRecord) throws -> Bool {
        guard record.kind == wanted.parts.kind else { return false }
        let name = IndexName(name: wanted.name, stored: record.storedName)
        let statement = try connection.prepare(
            "SELECT 1 FROM sqlite_master WHERE sql = ?1", purpose: "look for an index")
        for text in wanted.parts.characteristics(name, of: keyStore) {
            statement.reset()
            try statement.bind(text.string, at: 1)
            guard try statement.step() else { return false }
        }
        return true
    }

    // MARK: Taking away

    /// Takes an index away, with the tables that nothing else needs.
    ///
    /// - Parameter record: The index.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func remove(_ record: IndexRecord) throws {
        let purpose = "remove the index \(record.name)"
        if record.kind == .fullText {
            let table = record.tableName ?? keyStore.fullTextTableName(record.name)
            try removeTable(table)
        } else {
            try connection.execute(
                "DROP INDEX IF EXISTS \(SQLIdentifier(record.storedName))", purpose: purpose)
        }
        try list.remove(record)
        guard record.kind != .fullText, let table = record.tableName else { return }
        if record.kind == .array, !record.unnestedTables.isEmpty {
            try removeUnused(record.unnestedTables)
        } else if try !list.records().contains(where: { $0.tableName == table }) {
            try removeTable(table)
        }
    }

    /// Takes the tables of an array index away that serve no other one.
    private func removeUnused(_ tables: [UnnestedTable]) throws {
        let needed = try list.records().compactMap(\.tableName)
        for table in tables.reversed() {
            let isNeeded = needed.contains {
                $0 == table.plainName || $0 == table.name || $0.hasPrefix(table.prefixOfNested)
            }
            if isNeeded { return }
            try removeTable(table.name)
        }
    }

    private func removeTable(_ table: String) throws {
        // What a file lists may be anything.
        guard table.hasPrefix(keyStore.liveTableName + ":") || UnnestedTable.isName(table) else {
            return
        }
        let purpose = "remove the table of an index"
        for suffix in IndexTrigger.suffixes {
            try connection.execute(
                "DROP TRIGGER IF EXISTS \(SQLIdentifier("\(table)::\(suffix)"))",
                purpose: purpose)
        }
        try connection.execute(
            "DROP TABLE IF EXISTS \(SQLIdentifier(table))", purpose: purpose)
    }
}

/// What an index consists of in the file, in SQL.
///
/// Its expressions are those that queries use, and nothing that SQLite would not keep as it is.
protocol IndexParts {
    /// The kind, for the list of indexes.
    var kind: IndexKind { get }

    /// The table that the list of indexes names.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - keyStore: The collection's tables.
    /// - Returns: The table's name, or `nil` if the index has none.
    func listedTable(_ name: String, of keyStore: KeyStore) -> String?

    /// Texts of the schema that are there if this very index is.
    ///
    /// - Parameters:
    ///   - name: The index's name, and how it is called in the list.
    ///   - keyStore: The collection's tables.
    /// - Returns: The texts.
    func characteristics(_ name: IndexName, of keyStore: KeyStore) -> [SQLText]

    /// Makes the index, in the open transaction.
    ///
    /// - Parameters:
    ///   - name: The index's name, and how it is called in the list.
    ///   - keyStore: The collection's tables.
    ///   - connection: The writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func make(_ name: IndexName, of keyStore: KeyStore, on connection: SQLiteConnection) throws
}

/// How an index is called: for its collection, and in the file.
struct IndexName {
    let name: String
    let stored: String
}
