import Foundation

/// Makes a file a document database of today's form.
enum SchemaCreation {
    /// Brings a file into the state that this program works with: a new database in an empty file,
    /// an existing one as it is, its journal switched to WAL where it is not.
    ///
    /// One of an earlier schema, or of rev-trees, is upgraded in one transaction, as Couchbase Lite 4
    /// does; programs before that version cannot open it any more. If the upgrade fails, nothing has
    /// changed.
    ///
    /// Other processes may do the same at the same time; one of them creates or upgrades the database
    /// and the others find it.
    ///
    /// - Parameter connection: A writing connection with its settings applied.
    /// - Throws: ``QuireError`` as ``SchemaInspection/inspect(_:)`` and ``SchemaUpgrade/run(on:)``, or
    ///   with code `notWriteable` if the file cannot be written.
    static func prepare(_ connection: SQLiteConnection) throws {
        let finding = try SchemaInspection.inspect(connection)
        guard !connection.isReadOnly else {
            throw QuireError(.notWriteable, "The file \(connection.path) cannot be written.")
        }
        if finding == .empty {
            // It must be said before the file gets its first page.
            try connection.execute(
                "PRAGMA auto_vacuum=incremental", purpose: "create the database")
        }
        // An upgrade that fails leaves even the kind of journal as it was.
        if finding == .outdated {
            try complete(connection)
            Log.info(
                .database, "Upgraded \(connection.path) to schema \(DatabaseSchema.version).")
        }
        try useWriteAheadLog(connection)
        if finding == .empty || finding == .usable(isComplete: false) { try complete(connection) }
    }

    private static func complete(_ connection: SQLiteConnection) throws {
        let purpose = "create the database"
        try connection.execute("BEGIN IMMEDIATE", purpose: purpose)
        do {
            switch try SchemaInspection.inspectInTransaction(connection) {
            case .empty:
                try connection.execute(DatabaseSchema.creation, purpose: purpose)
                try InfoRow.versioning.write(DatabaseSchema.versionVectors, on: connection)
                try InfoRow.publicUUID.write(randomUUID(), on: connection)
                try InfoRow.privateUUID.write(randomUUID(), on: connection)
                try InfoRow.maxRowidWithDeletedInDefault.write(0, on: connection)
                try connection.execute(
                    "PRAGMA user_version=\(number: DatabaseSchema.version)", purpose: purpose)
            case .usable(isComplete: false):
                try connection.execute(DatabaseSchema.completion, purpose: purpose)
            case .outdated:
                try SchemaUpgrade.run(on: connection)
            case .usable(isComplete: true):
                break
            }
            try connection.execute("COMMIT", purpose: purpose)
        } catch {
            try? connection.execute("ROLLBACK", purpose: purpose)
            throw error
        }
    }

    /// Switches the journal, waiting for other connections, which SQLite does not do here.
    private static func useWriteAheadLog(_ connection: SQLiteConnection) throws {
        let deadline = Date(
            timeIntervalSinceNow: TimeInterval(SQLiteConnection.busyTimeout) / 1000)
        while true {
            do {
                return try connection.execute(
                    "PRAGMA journal_mode=WAL", purpose: "switch the journal to WAL")
            } catch QuireError.Code.busy where Date() < deadline {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }

    /// Returns 16 random bytes that name a database.
    static func randomUUID() -> [UInt8] {
        withUnsafeBytes(of: UUID().uuid) { Array($0) }
    }
}
