import Foundation
import QuireSearch

// An index of vectors has four tables. For the index `byMeaning` of the collection `hotels`:
//
//   kv_.hotels:nearest:by\Meaning   docid, vector     vectors that triggers have written, as numbers
//   kv_.hotels:slots:by\Meaning     docid, slot       where the vectors are that were moved
//   kv_.hotels:vectors:by\Meaning   slot, vectors     the numbers of up to 1,024 vectors, from that slot
//   kv_.hotels:codes:by\Meaning     slot, docids, codes   their documents and codes, see `SignCode.swift`
//
// Each program that saves a document runs the triggers. When 1,024 vectors have been written, Quire moves them to
// the other tables at the end of a transaction, where a search reads them faster. A slot is never used twice:
// the triggers of a change remove its row in `slots`, and a search skips vectors whose slot is not the one in
// that table. So nothing else must be changed when a document is, and a chunk of codes in memory stays valid.
//
// The row of `codes` with the slot 0 is the center of all codes. The numbers are `Float` with the lowest byte first.

/// The tables of an index of vectors.
struct NearestTables {
    /// The vectors that triggers have written.
    let recent: SQLIdentifier
    let slots: SQLIdentifier
    let vectors: SQLIdentifier
    let codes: SQLIdentifier
    /// The documents whose vectors a program has computed, if the index is lazy.
    let updates: SQLIdentifier
    private let source: SQLIdentifier

    init(_ name: String, of tables: CollectionTables) {
        let name = CollectionTables.escaped(name)
        let source = tables.liveTableName
        recent = SQLIdentifier("\(source):nearest:\(name)")
        slots = SQLIdentifier("\(source):slots:\(name)")
        vectors = SQLIdentifier("\(source):vectors:\(name)")
        codes = SQLIdentifier("\(source):codes:\(name)")
        updates = SQLIdentifier("\(source):updates:\(name)")
        self.source = tables.liveTable
    }

    /// The tables of vectors that have been moved.
    var moved: [SQLIdentifier] { [slots, vectors, codes] }

    /// Returns the collection's table whose triggers may write a table.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The name of the collection's table, or `nil` if triggers must not write the table.
    static func source(ofTable table: String) -> String? {
        for part in [":nearest:", ":slots:", ":updates:"] {
            if let range = table.range(of: part) { return String(table[..<range.lowerBound]) }
        }
        return nil
    }

    /// Returns the collection's table and the name of the index with a table of recent vectors.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The names, or `nil` if the table is another one.
    static func index(ofTable table: String) -> (source: String, name: String)? {
        guard let range = table.firstRange(of: ":nearest:") else { return nil }
        let name = table[range.upperBound...].filter { $0 != "\\" }
        return (String(table[..<range.lowerBound]), String(name))
    }

    /// Whether the tables and triggers of an index exist.
    ///
    /// After another program has deleted the collection, the tables exist without triggers.
    func exist(for index: NearestIndex, on connection: SQLiteConnection) throws -> Bool {
        let statement = try connection.statement(
            """
            SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (?1, ?2, ?3, ?4, ?5) \
            OR type = 'trigger' AND tbl_name = ?6 AND name IN (?1 || '::ins', ?1 || '::del')
            """, usesFunctions: false, purpose: "find an index of vectors")
        defer { statement.resetAndClear() }
        for (number, table) in ([recent] + moved + [updates, source]).enumerated() {
            try statement.bind(table.name, at: Int32(number + 1))
        }
        // A lazy index has one more table and one trigger less.
        return try statement.step() && statement.int64(at: 0) == 6
    }

    // MARK: SQL

    func creation(for index: NearestIndex) -> [SQLText] {
        let common: [SQLText] = [
            "CREATE TABLE \(recent) (docid INTEGER PRIMARY KEY, vector BLOB NOT NULL)",
            "CREATE TABLE \(slots) (docid INTEGER PRIMARY KEY, slot INTEGER NOT NULL)",
            "CREATE TABLE \(vectors) (slot INTEGER PRIMARY KEY, vectors BLOB NOT NULL)",
            """
            CREATE TABLE \(codes) (slot INTEGER PRIMARY KEY, docids BLOB NOT NULL, \
            codes BLOB NOT NULL)
            """,
        ]
        guard index.isLazy else { return common }
        return common + [
            "CREATE TABLE \(updates) (docid INTEGER PRIMARY KEY, sequence INTEGER NOT NULL)"
        ]
    }

    /// The statements that remove the tables with their triggers.
    var removal: [SQLText] {
        IndexTrigger.suffixes.map {
            "DROP TRIGGER IF EXISTS \(SQLIdentifier("\(recent.name)::\($0)"))"
        } + ([recent, updates] + moved).map { "DROP TABLE IF EXISTS \($0)" }
    }

    /// Returns the statement that writes the vectors of all documents to the empty table of
    /// recent vectors.
    func filling(for index: NearestIndex) -> SQLText {
        """
        INSERT INTO \(recent) (docid, vector) SELECT docid, vector FROM \
        (SELECT new.rowid AS docid, \(Self.vector(of: index, in: "new")) AS vector \
        FROM \(source) AS new) WHERE vector NOTNULL
        """
    }

    /// Returns the statements that create the triggers.
    func triggers(for index: NearestIndex) -> [SQLText] {
        let removal = SQLText.joined(
            ([recent, slots] + (index.isLazy ? [updates] : [])).map {
                "DELETE FROM \($0) WHERE docid = old.rowid"
            }, separator: "; ")
        let deletion = IndexTrigger.sql(
            for: recent.name, suffix: "del", event: "AFTER DELETE", on: source, when: "",
            statement: removal)
        guard !index.isLazy else { return [deletion] }
        let (new, old) = (Self.vector(of: index, in: "new"), Self.vector(of: index, in: "old"))
        let insertion: SQLText =
            "INSERT INTO \(recent) (docid, vector) VALUES (new.rowid, \(new))"
        // A document whose vector stays the same needs no new row.
        return [
            deletion,
            IndexTrigger.sql(
                for: recent.name, suffix: "ins", event: "AFTER INSERT", on: source,
                when: "WHEN \(new) NOTNULL", statement: insertion),
            IndexTrigger.sql(
                for: recent.name, suffix: "preupdate", event: "BEFORE UPDATE OF body", on: source,
                when: "WHEN \(old) IS NOT \(new)", statement: removal),
            IndexTrigger.sql(
                for: recent.name, suffix: "postupdate", event: "AFTER UPDATE OF body", on: source,
                when: "WHEN \(new) NOTNULL AND \(old) IS NOT \(new)", statement: insertion),
        ]
    }

    /// Returns the SQL of the vector of a row, or of NULL if it has none.
    static func vector(of index: NearestIndex, in row: SQLText) -> SQLText {
        let vector: SQLText = """
            fl_vector_to_index(\(row).body, \(constant: index.path), \
            \(number: Int64(index.dimensions)))
            """
        guard let types = index.types else { return vector }
        let names = SQLText.joined(types.names.map { "\(constant: $0)" }, separator: ", ")
        return """
            CASE WHEN fl_value(\(row).body, \(constant: types.path)) IN (\(names)) \
            THEN \(vector) END
            """
    }
}

/// The definition of an index of vectors.
package struct NearestIndexParts: IndexParts {
    let index: NearestIndex

    package init(_ index: NearestIndex) {
        self.index = index
    }

    package var kind: IndexKind { .nearest }

    package func listedTable(_ name: String, of tables: CollectionTables) -> String? {
        NearestTables(name, of: tables).recent.name
    }

    package func characteristics(_ name: IndexName, of tables: CollectionTables) -> [SQLText] {
        let own = NearestTables(name.name, of: tables)
        return own.creation(for: index) + own.triggers(for: index)
    }

    package func isDeclared(
        in tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> Bool {
        try NearestIndexes(of: tables, on: connection).declared().contains(index)
    }

    package func make(
        _ name: IndexName, of tables: CollectionTables, on connection: SQLiteConnection
    ) throws {
        let purpose = "create the index \(name.name)"
        let own = NearestTables(name.name, of: tables)
        // Another program may have deleted the collection and created it again.
        try connection.execute(own.removal, purpose: purpose)
        try connection.execute(own.creation(for: index), purpose: purpose)
        if !index.isLazy { try connection.execute(own.filling(for: index), purpose: purpose) }
        try connection.execute(own.triggers(for: index), purpose: purpose)
        try NearestIndexes(of: tables, on: connection).set(index, named: name.name)
        try NearestFolding(index, of: tables, on: connection).moveAll()
        if !index.isLazy { try warnOfOmitted(in: tables, on: connection) }
    }

    private func warnOfOmitted(
        in tables: CollectionTables, on connection: SQLiteConnection
    ) throws {
        let count = try index.status(of: tables, on: connection).omittedCount
        guard count > 0 else { return }
        QuireLog.warning(
            "The index \(index.name) of \(connection.path) leaves out \(count) documents, whose "
                + "values are not vectors with \(index.dimensions) dimensions.")
    }
}
