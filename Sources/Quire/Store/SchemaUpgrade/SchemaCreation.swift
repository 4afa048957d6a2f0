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
    /// Before anything is written to an existing file, its schema is examined. If it has an object that
    /// the format does not have, nothing is written: a database that needs an upgrade is refused, and
    /// another one stays as it is, to be read.
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
        switch finding {
        case .empty:
            // It must be set before the file gets its first page.
            try connection.execute(
                "PRAGMA auto_vacuum=incremental", purpose: "create the database")
            try useWriteAheadLog(connection)
            try complete(connection)
        case .usable(isComplete: true):
            // To examine the schema takes longer than to read the mode.
            guard try !usesWriteAheadLog(connection),
                try SchemaTrust.judge(connection).isRecognised
            else { return }
            try useWriteAheadLog(connection)
        case .usable(isComplete: false), .outdated:
            // If it fails, even the kind of journal is as it was.
            try complete(connection)
            if finding == .outdated {
                QuireLog.info("Upgraded \(connection.path) to schema \(DatabaseSchema.version).")
            }
            try useWriteAheadLog(connection)
        }
    }

    private static func complete(_ connection: SQLiteConnection) throws {
        let purpose = "create the database"
        // What a file has in its triggers does not run here.
        try connection.enableTriggers(false)
        defer { try? connection.enableTriggers(true) }
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
                try checkSchema(connection)
                try connection.execute(DatabaseSchema.completion, purpose: purpose)
            case .outdated:
                try checkSchema(connection)
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

    /// Refuses to upgrade a file whose schema has what the format does not have.
    ///
    /// - Parameter connection: A connection to the file.
    /// - Throws: ``QuireError`` with code `cantUpgradeDatabase` that names the object.
    static func checkSchema(_ connection: SQLiteConnection) throws {
        let trust = try SchemaTrust.judge(connection)
        guard !trust.isRecognised, let reason = trust.refusal else { return }
        throw QuireError(
            .cantUpgradeDatabase,
            "The file \(connection.path) is of an older form and cannot be upgraded: \(reason). "
                + "Remove that from the file and open it again.")
    }

    private static func usesWriteAheadLog(_ connection: SQLiteConnection) throws -> Bool {
        let mode = try connection.prepare("PRAGMA journal_mode", purpose: "read the journal's mode")
        return try mode.step() && mode.string(at: 0) == "wal"
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
