/// The indexes of a collection, which are created and removed in a transaction.
package struct StoredIndexes {
    package let tables: CollectionTables
    package let connection: SQLiteConnection

    package init(tables: CollectionTables, connection: SQLiteConnection) {
        self.tables = tables
        self.connection = connection
    }

    private var list: IndexList { IndexList(connection) }
    private var uniqueIndexes: UniqueIndexes { UniqueIndexes(of: tables, on: connection) }

    /// The result of looking up an index definition.
    package enum Finding: Equatable {
        /// The collection has no index with the name.
        case nothing
        /// The index with the name has a different definition.
        case other
        /// The index exists with the same definition.
        case same
    }

    /// The definition of an index to create.
    package struct Wanted {
        package let name: String
        package let parts: any IndexParts
        /// The indexed expressions in SQL++, for the list of indexes.
        package let expression: String
        /// The condition for indexed documents in SQL++, for the list of indexes.
        package let condition: String?
        /// What a unique index checks, or `nil` if the index is not unique.
        package var uniqueRule: UniqueRule?

        package init(
            name: String, parts: any IndexParts, expression: String, condition: String?,
            uniqueRule: UniqueRule? = nil
        ) {
            self.name = name
            self.parts = parts
            self.expression = expression
            self.condition = condition
            self.uniqueRule = uniqueRule
        }

        /// The expressions as they are stored in the list of indexes, where `=n` marks SQL++.
        var listedExpression: String { "=n" + expression }
    }

    /// Looks up an index.
    ///
    /// - Parameter wanted: The definition of the index.
    /// - Returns: Whether the index exists, and with which definition.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func find(_ wanted: Wanted) throws -> Finding {
        guard let record = try list.record(named: wanted.name, of: tables) else {
            return .nothing
        }
        guard try exists(wanted, as: record) else { return .other }
        return try uniqueIndexes.rule(of: wanted.name) == wanted.uniqueRule ? .same : .other
    }

    /// Creates an index, and replaces an existing index with the same name and another definition.
    ///
    /// - Parameter wanted: The definition of the index.
    /// - Returns: `true` if the index was created or its uniqueness changed, or `false` if it already
    ///   existed.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the index cannot be created.
    package func make(_ wanted: Wanted) throws -> Bool {
        try list.make()
        if let record = try list.record(named: wanted.name, of: tables) {
            if try exists(wanted, as: record) {
                if try uniqueIndexes.rule(of: wanted.name) == wanted.uniqueRule { return false }
                try storeUniqueRule(of: wanted)
                return true
            }
            try remove(record)
        }
        let name = IndexName(
            name: wanted.name, stored: try list.freeName(for: wanted.name, of: tables))
        do {
            try wanted.parts.make(name, of: tables, on: connection)
        } catch let error as QuireError where error.code == .unexpectedError {
            throw QuireError(.invalidQuery, error.message, underlyingError: error)
        }
        guard wanted.parts.kind != .nearest else { return true }
        try list.add(
            IndexRecord(
                storedName: name.stored, kind: wanted.parts.kind, tablesName: tables.name,
                expression: wanted.listedExpression, condition: wanted.condition,
                tableName: wanted.parts.listedTable(wanted.name, of: tables)))
        try storeUniqueRule(of: wanted)
        return true
    }

    private func storeUniqueRule(of wanted: Wanted) throws {
        try uniqueIndexes.set(
            wanted.uniqueRule, of: wanted.name, expression: wanted.listedExpression)
    }

    /// Returns whether the schema contains an index with the parts of a definition.
    ///
    /// - Parameters:
    ///   - wanted: The definition of the index.
    ///   - record: The index with the same name in the list of indexes.
    /// - Returns: Whether the index exists.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    private func exists(_ wanted: Wanted, as record: IndexRecord) throws -> Bool {
        guard record.kind == wanted.parts.kind,
            try wanted.parts.isDeclared(in: tables, on: connection)
        else { return false }
        let name = IndexName(name: wanted.name, stored: record.storedName)
        let statement = try connection.prepare(
            "SELECT 1 FROM sqlite_master WHERE sql = ?1", purpose: "look for an index")
        for text in wanted.parts.characteristics(name, of: tables) {
            statement.reset()
            try statement.bind(text.string, at: 1)
            guard try statement.step() else { return false }
        }
        return true
    }

    /// Returns the SQL of the indexes on document bodies.
    ///
    /// - Returns: The SQL of all indexes, separated by newlines. The string is empty if the table
    ///   only has the indexes for the store itself.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func expressions() throws -> String {
        let statement = try connection.statement(
            """
            SELECT group_concat(sql, char(10)) FROM sqlite_master
            WHERE type = 'index' AND tbl_name = ?1 AND instr(sql, 'body') > 0
            """, purpose: "look for indexes")
        defer { statement.reset() }
        try statement.bind(tables.liveTableName, at: 1)
        return try statement.step() ? statement.string(at: 0) : ""
    }

    // MARK: Removing

    /// Removes an index and the tables that no other index requires.
    ///
    /// - Parameter record: The index.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func remove(_ record: IndexRecord) throws {
        let purpose = "remove the index \(record.name)"
        if record.isTable {
            try removeTable(record.tableName ?? tables.markedName(ofIndex: record.name))
        } else {
            try connection.execute(
                "DROP INDEX IF EXISTS \(SQLIdentifier(record.storedName))", purpose: purpose)
        }
        try list.remove(record)
        try uniqueIndexes.set(nil, of: record.name, expression: "")
        try NearestIndexes(of: tables, on: connection).set(nil, named: record.name)
        for table in try record.definition.tablesToRemove(with: record, from: list) {
            try removeTable(table)
        }
    }

    private func removeTable(_ table: String) throws {
        // The name comes from the file, so it may be invalid.
        guard table.hasPrefix(tables.liveTableName + ":") || UnnestedTable.isName(table) else {
            return
        }
        let purpose = "remove the table of an index"
        for suffix in IndexTrigger.suffixes {
            try connection.execute(
                "DROP TRIGGER IF EXISTS \(SQLIdentifier("\(table)::\(suffix)"))",
                purpose: purpose)
        }
        func drop() throws {
            try connection.execute(
                "DROP TABLE IF EXISTS \(SQLIdentifier(table))", purpose: purpose)
        }
        if try isOfMissingModule(table) {
            try connection.replacingModule(IndexRecord.vectorModule, drop)
        } else {
            try drop()
        }
    }

    /// Returns whether a table is virtual and of the module of Couchbase Lite's indexes of vectors.
    private func isOfMissingModule(_ table: String) throws -> Bool {
        let statement = try connection.prepare(
            """
            SELECT 1 FROM sqlite_master WHERE name = ?1 AND type = 'table' \
            AND sql LIKE 'CREATE VIRTUAL %' AND instr(sql, 'USING ' || ?2) > 0
            """, purpose: "look for the table of an index")
        try statement.bind(table, at: 1)
        try statement.bind(IndexRecord.vectorModule, at: 2)
        return try statement.step()
    }
}

/// The SQL definition of an index.
///
/// Its expressions are the same as in queries, and SQLite stores them unchanged.
package protocol IndexParts {
    /// The kind of the index in the list of indexes.
    var kind: IndexKind { get }

    /// Returns the name of the table for the list of indexes.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - tables: The collection's tables.
    /// - Returns: The name of the table, or `nil` if the index has no table.
    func listedTable(_ name: String, of tables: CollectionTables) -> String?

    /// Returns SQL texts that the schema contains exactly if it contains this index.
    ///
    /// - Parameters:
    ///   - name: The name of the index and its stored name.
    ///   - tables: The collection's tables.
    /// - Returns: The SQL texts.
    func characteristics(_ name: IndexName, of tables: CollectionTables) -> [SQLText]

    /// Creates the index in the current transaction.
    ///
    /// - Parameters:
    ///   - name: The name of the index and its stored name.
    ///   - tables: The collection's tables.
    ///   - connection: The writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func make(
        _ name: IndexName, of tables: CollectionTables, on connection: SQLiteConnection) throws

    /// Returns whether what the schema does not contain of the index is the same.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func isDeclared(in tables: CollectionTables, on connection: SQLiteConnection) throws -> Bool
}

extension IndexParts {
    package func isDeclared(in tables: CollectionTables, on connection: SQLiteConnection) -> Bool {
        true
    }
}

/// The name of an index within its collection, and its name in the file.
package struct IndexName {
    let name: String
    let stored: String
}
