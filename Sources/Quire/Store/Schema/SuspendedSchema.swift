import Fleece

/// The triggers and indexes of a table, taken away while its rows get another form.
///
/// They are about the content, which stays the same. Triggers would work all of it through again,
/// and may need tokenizers or functions that are not here; and an index over what bodies hold cannot
/// find its old entries once `body` means something else.
struct SuspendedSchema {
    private struct Object {
        let name: String
        let sql: String
        let isIndex: Bool
    }

    private let objects: [Object]
    private let purpose = "upgrade the indexes"

    /// Takes a table's triggers and indexes away, in the open transaction.
    ///
    /// The indexes that every collection may have are about other columns and stay.
    ///
    /// - Parameters:
    ///   - table: The table's name.
    ///   - connection: A writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    init(of table: String, on connection: SQLiteConnection) throws {
        let statement = try connection.prepare(
            """
            SELECT name, sql, type = 'index' FROM sqlite_master \
            WHERE type IN ('index', 'trigger') AND tbl_name = ?1 AND sql IS NOT NULL ORDER BY rowid
            """, purpose: purpose)
        try statement.bind(table, at: 1)
        let staying = Set(["expiration", "seqs", "conflicts", "blobs"].map { "\(table)_\($0)" })
        var objects: [Object] = []
        while try statement.step() {
            let object = Object(
                name: statement.string(at: 0), sql: statement.string(at: 1),
                isIndex: statement.int64(at: 2) != 0)
            if !staying.contains(object.name) { objects.append(object) }
        }
        self.objects = objects
        for object in objects {
            let kind: SQLText = object.isIndex ? "INDEX" : "TRIGGER"
            try connection.execute(
                "DROP \(kind) \(SQLIdentifier(object.name))", purpose: purpose)
        }
    }

    /// Puts everything back, with the same text, in the open transaction.
    ///
    /// An index whose expressions need a function that is not here stays away and is no longer
    /// listed, so that whoever made it makes it again. It holds nothing that the documents do not.
    ///
    /// - Parameter connection: The same connection.
    /// - Throws: ``QuireError`` with code `corruptData` if the shared keys are damaged and an index
    ///   needs them, or if SQLite refuses.
    func resume(on connection: SQLiteConnection) throws {
        guard !objects.isEmpty else { return }
        try loadKeys(on: connection)
        for object in objects {
            do {
                try connection.execute(SQLText(verbatim: object.sql), purpose: purpose)
            } catch QuireError.Code.unexpectedError where object.isIndex {
                try forget(object.name, on: connection)
            }
        }
    }

    private func forget(_ index: String, on connection: SQLiteConnection) throws {
        guard try KeyStore.hasTable("indexes", on: connection) else { return }
        let statement = try connection.prepare(
            "DELETE FROM indexes WHERE name = ?1", purpose: purpose)
        try statement.bind(index, at: 1)
        try statement.run()
    }

    /// Gives the functions that read bodies the keys to read them with.
    private func loadKeys(on connection: SQLiteConnection) throws {
        guard let encoded = try InfoRow.sharedKeys.read(on: connection) else { return }
        do {
            connection.keys.current = try encoded.withUnsafeBytes { try SharedKeys(encoded: $0) }
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "The shared keys of \(connection.path) are damaged.",
                underlyingError: error)
        }
    }
}
