// SQLite runs SQL text in a file's schema automatically: triggers at every write, and expressions
// of indexes and columns for every row. SQLite's own protection, turning `trusted_schema` off,
// cannot be used with a full-text index, because its triggers write a virtual table. So every
// object that could run must be recognized, and a file with any other object is read-only.
//
// An authorizer (`sqlite3_set_authorizer`) is weaker. SQLite calls it when it compiles a statement,
// but not when it parses the schema: expressions of indexes, generated columns and CHECK
// constraints call functions without a callback. For a trigger, SQLite reports tables and columns,
// but no conditions, values or conflict clauses. The callbacks for these triggers are the same as
// for those of the format:
//
//   DELETE FROM "kv_default::t"                                    all rows
//   DELETE FROM "kv_default::t" WHERE docid = old.rowid OR 1       all rows
//   INSERT INTO "kv_default::t" ("kv_default::t") VALUES ('rebuild')    a command
//   INSERT OR REPLACE INTO "kv_default::t" (docid) VALUES (1)
//
// The tests of hostile schemas contain all of them.

/// The result of checking a schema.
package enum SchemaTrust: Equatable {
    /// The schema has no triggers, and every object is part of the format.
    case plain
    /// The schema has triggers, which all belong to full-text or array indexes.
    ///
    /// The writer connection must call ``SQLiteConnection/trustSchema(_:)``.
    case recognized
    /// The schema has indexes that need something unavailable, so the database is read-only.
    ///
    /// An index may need a function, collation or tokenizer that this program does not have. An
    /// upgrade may write the database nevertheless, because it runs no trigger and removes the
    /// indexes that it cannot compute. The reason names the object and what is missing, in a form
    /// that can follow a colon.
    case unavailable(reason: String)
    /// The schema has an object that is not part of the format, so the database is read-only.
    ///
    /// The reason names the object and its unknown part, in a form that can follow a colon.
    case unrecognized(reason: String)

    /// The reason why the database must not be written, or `nil` if it may be written.
    package var refusal: String? {
        switch self {
        case .plain, .recognized: nil
        case .unavailable(let reason), .unrecognized(let reason): reason
        }
    }

    /// Whether every object has a known form.
    var isRecognized: Bool {
        if case .unrecognized = self { false } else { true }
    }

    /// Checks the current schema of a connection.
    ///
    /// If you also call ``SQLiteConnection/trustSchema(_:)``, make both calls in one transaction,
    /// so that they apply to the same schema. Without a transaction, this method checks the schema
    /// of the last commit.
    ///
    /// - Parameter connection: A connection to the file.
    /// - Returns: The result of the check.
    /// - Throws: ``QuireError`` if SQLite reports an error, with code `corruptData` if an index
    ///   uses a function that is registered for statements only.
    /// - Complexity: O(*n*) in the length of the schema's texts.
    package static func judge(_ connection: SQLiteConnection) throws -> SchemaTrust {
        let purpose = "read the schema"
        try connection.registerPendingFunctions()
        var objects = SchemaObjects(SchemaNames(connection.registered))
        do {
            try refuseTemporaryObjects(connection)
            let texts = try connection.prepare(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", purpose: purpose)
            while try texts.step() { try texts.withTextBytes(at: 0) { try objects.add($0) } }
            let unavailable = try objects.check(
                separateTables: objects.hasTriggers ? separateTables(connection) : [:])
            if let unavailable { return .unavailable(reason: unavailable.description) }
            return objects.hasTriggers ? .recognized : .plain
        } catch let defect as SchemaDefect {
            return .unrecognized(reason: defect.description)
        }
    }

    /// Throws an error if the connection has temporary triggers, views or tables.
    ///
    /// Temporary objects hide objects of the file with the same names. Quire creates none.
    private static func refuseTemporaryObjects(_ connection: SQLiteConnection) throws {
        let objects = try connection.prepare(
            "SELECT type, name FROM sqlite_temp_master", purpose: "read the schema")
        guard try objects.step() else { return }
        let (type, name) = (objects.string(at: 0), SQLName(objects.string(at: 1)))
        throw SchemaDefect("the connection has the temporary \(type) \(name)")
    }

    private static func separateTables(
        _ connection: SQLiteConnection
    ) throws -> [SQLName: SQLName?] {
        let purpose = "list the indexes"
        // If the list is missing or is a different table, treat it as empty.
        guard
            let rows = try? connection.prepare(
                "SELECT type, indexTableName FROM indexes", purpose: purpose)
        else { return [:] }
        var tables: [SQLName: SQLName?] = [:]
        while try rows.step() {
            guard let kind = IndexKind(rawValue: rows.int64(at: 0)) else { continue }
            let separate = kind.definition.separateTables(listedAs: rows.string(at: 1))
            for (table, source) in separate {
                tables.updateValue(source.map { SQLName($0) }, forKey: SQLName(table))
            }
        }
        return tables
    }
}

/// The trust of a writer connection, updated when the schema changes.
///
/// Other programs may change the schema at any time.
struct SchemaWatch {
    private var version: Int64?
    private var trust = SchemaTrust.plain

    /// Checks the schema if it changed since the last call, and sets the connection's trust.
    ///
    /// - Parameter connection: The writer connection, with an open transaction.
    /// - Returns: The result of the check. If it has a ``SchemaTrust/refusal``, nothing must be
    ///   written.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(1) if the schema is unchanged, otherwise O(*n*) in the length of its texts.
    mutating func refresh(_ connection: SQLiteConnection) throws -> SchemaTrust {
        let current = try connection.schemaVersion()
        if current == version { return trust }
        version = nil
        trust = try SchemaTrust.judge(connection)
        try connection.trustSchema(trust == .recognized)
        version = current
        return trust
    }

    /// Discards the result of the last check.
    ///
    /// After a rollback, the schema may be different even if its version is the same.
    mutating func forget() {
        version = nil
    }
}
