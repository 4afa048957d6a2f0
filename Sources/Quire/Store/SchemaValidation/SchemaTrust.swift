// Text in a file's schema runs by itself: triggers at every write, expressions of indexes and
// columns at every row. SQLite's own protection, `trusted_schema` off, cannot stay on where there
// is a full-text index, because its triggers write a virtual table. So what could run is
// recognised, and a file with anything else in it is only read.
//
// `sqlite3_set_authorizer` is weaker. SQLite calls an authorizer when it compiles a statement, and
// not when it parses the schema: expressions of indexes, generated columns and CHECK constraints
// call functions without a callback. Of a trigger it reports tables and columns, but no conditions,
// values or conflict clauses. These triggers have the same callbacks as those of the format:
//
//   DELETE FROM "kv_default::t"                                    all rows
//   DELETE FROM "kv_default::t" WHERE docid = old.rowid OR 1       all rows
//   INSERT INTO "kv_default::t" ("kv_default::t") VALUES ('rebuild')    a command
//   INSERT OR REPLACE INTO "kv_default::t" (docid) VALUES (1)
//
// The tests of hostile schemas contain all of them.

/// What can be made of a schema.
package enum SchemaTrust: Equatable {
    /// It has no triggers, and nothing that the format does not have.
    case plain
    /// It has triggers, all of them those of full-text or array indexes: the connection that writes
    /// needs ``SQLiteConnection/trustSchema(_:)``.
    case recognised
    /// It has indexes of the format that need a function, collation or tokenizer that is not here,
    /// so the database must not be written.
    ///
    /// An upgrade may write it, because that runs no trigger and removes the indexes that are in
    /// its way. The reason names the object and what is missing, to follow a colon.
    case unavailable(reason: String)
    /// It has something in it that the format does not have, so the database must not be written.
    ///
    /// The reason names the object and what is not known about it, to follow a colon.
    case unrecognised(reason: String)

    /// Why the database must not be written, or `nil` if it may be written.
    package var refusal: String? {
        switch self {
        case .plain, .recognised: nil
        case .unavailable(let reason), .unrecognised(let reason): reason
        }
    }

    /// Whether every object has a form of the format.
    var isRecognised: Bool {
        if case .unrecognised = self { false } else { true }
    }

    /// Judges the schema that a connection sees.
    ///
    /// For this and ``SQLiteConnection/trustSchema(_:)`` to be about one schema, do both in one
    /// transaction; without one the schema is that of the last commit.
    ///
    /// - Parameter connection: A connection with its functions registered.
    /// - Returns: What can be made of the schema.
    /// - Throws: ``QuireError`` if SQLite refuses: with code `corruptData` if an index uses a
    ///   function that is registered for statements only.
    /// - Complexity: O(*n*) in the length of the schema's texts.
    package static func judge(_ connection: SQLiteConnection) throws -> SchemaTrust {
        let purpose = "read the schema"
        var objects = SchemaObjects(SchemaNames(connection.registered))
        do {
            try refuseTemporaryObjects(connection)
            let texts = try connection.prepare(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", purpose: purpose)
            while try texts.step() { try texts.withTextBytes(at: 0) { try objects.add($0) } }
            let unavailable = try objects.check(
                arrayTables: objects.hasTriggers ? arrayTables(connection) : [:])
            if let unavailable { return .unavailable(reason: unavailable.description) }
            return objects.hasTriggers ? .recognised : .plain
        } catch let defect as SchemaDefect {
            return .unrecognised(reason: defect.description)
        }
    }

    /// Refuses triggers, views and tables that belong to the connection.
    ///
    /// They come before those of the file of the same name. Quire creates none.
    private static func refuseTemporaryObjects(_ connection: SQLiteConnection) throws {
        let objects = try connection.prepare(
            "SELECT type, name FROM sqlite_temp_master", purpose: "read the schema")
        guard try objects.step() else { return }
        let (type, name) = (objects.string(at: 0), SQLName(objects.string(at: 1)))
        throw SchemaDefect("the connection has the temporary \(type) \(name)")
    }

    private static func arrayTables(
        _ connection: SQLiteConnection
    ) throws -> [SQLName: SQLName?] {
        let purpose = "list the indexes"
        // Where the list is missing or is something else, it lists nothing.
        guard
            let rows = try? connection.prepare(
                "SELECT indexTableName FROM indexes WHERE type = 2", purpose: purpose)
        else { return [:] }
        var tables: [SQLName: SQLName?] = [:]
        while try rows.step() {
            let name = rows.string(at: 0)
            // Some programs list the table's own name.
            if UnnestedTable.isName(name) { tables.updateValue(nil, forKey: SQLName(name)) }
            for table in UnnestedTable.tables(named: name) {
                tables[SQLName(table.name)] = SQLName(table.parentName)
            }
        }
        return tables
    }
}

/// Keeps a writing connection's trust in line with the schema, which other programs may change at
/// any time.
struct SchemaWatch {
    private var version: Int64?
    private var trust = SchemaTrust.plain

    /// Judges the schema if it has changed since the last call, and sets what the connection
    /// trusts.
    ///
    /// - Parameter connection: The writing connection, with an open transaction.
    /// - Returns: What can be made of the schema: with a ``SchemaTrust/refusal`` nothing must be
    ///   written.
    /// - Throws: ``QuireError`` if SQLite refuses.
    /// - Complexity: O(1) if the schema is as before, O(*n*) in the length of its texts otherwise.
    mutating func refresh(_ connection: SQLiteConnection) throws -> SchemaTrust {
        let statement = try connection.statement(.readSchemaVersion)
        defer { statement.reset() }
        let current = try statement.step() ? statement.int64(at: 0) : nil
        if let current, current == version { return trust }
        version = nil
        trust = try SchemaTrust.judge(connection)
        try connection.trustSchema(trust == .recognised)
        version = current
        return trust
    }

    /// Says that the schema may be another although its version is the same: after a rollback.
    mutating func forget() {
        version = nil
    }
}
