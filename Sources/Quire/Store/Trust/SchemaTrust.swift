// Text in a file's schema runs by itself: triggers at every write, expressions of indexes and
// columns at every row. SQLite's own protection, `trusted_schema` off, cannot stay on where there is
// a full-text index, because its triggers write a virtual table. So what could run is recognised,
// and a file with anything else in it is only read.

/// What can be made of a schema.
enum SchemaTrust: Equatable {
    /// It has no triggers, and nothing that the format does not have.
    case plain
    /// It has triggers, all of them those of full-text or array indexes: the connection that writes
    /// needs ``SQLiteConnection/trustSchema(_:)``.
    case recognised
    /// It has something in it that is not known, so the database must not be written.
    ///
    /// The reason names the object and what is not known about it, to stand behind a colon.
    case unrecognised(reason: String)

    /// Judges the schema that a connection sees.
    ///
    /// For this and ``SQLiteConnection/trustSchema(_:)`` to be about one schema, do both in one
    /// transaction; without one the schema is that of the last commit.
    ///
    /// - Parameter connection: A connection with its functions registered.
    /// - Returns: What can be made of the schema.
    /// - Throws: ``QuireError`` if SQLite refuses: with code `corruptData` if an index uses a function
    ///   that is registered for statements only.
    /// - Complexity: O(*n*) in the length of the schema's texts.
    static func judge(_ connection: SQLiteConnection) throws -> SchemaTrust {
        let purpose = "read the schema"
        var objects = SchemaObjects(SchemaNames(connection.registered))
        do {
            let texts = try connection.prepare(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", purpose: purpose)
            while try texts.step() { try texts.withTextBytes(at: 0) { try objects.add($0) } }
            guard objects.hasTriggers else {
                try objects.check(arrayTables: [:])
                return .plain
            }
            try objects.check(arrayTables: try arrayTables(connection))
            return .recognised
        } catch let defect as SchemaDefect {
            return .unrecognised(reason: defect.description)
        }
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
