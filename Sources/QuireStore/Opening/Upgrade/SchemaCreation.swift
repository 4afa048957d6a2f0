import Foundation

/// The creation and completion of the schema of a document database.
enum SchemaCreation {
    /// Prepares a file for use by this program.
    ///
    /// An empty file becomes a new database. The contents of an existing database stay unchanged,
    /// and its journal mode is switched to WAL if necessary.
    ///
    /// A database with an earlier schema version or with rev-trees is upgraded in one transaction,
    /// as in Couchbase Lite 4. Earlier versions of Couchbase Lite cannot open it after that. If the
    /// upgrade fails, the transaction is rolled back.
    ///
    /// Before anything is written to an existing file, its schema is checked. If it contains an
    /// object that the format does not have, nothing is written. In that case, a database that
    /// needs an upgrade is rejected, and any other database can only be read.
    ///
    /// Other processes may call this method at the same time. One of them creates or upgrades the
    /// database, and the others use the result.
    ///
    /// - Parameter connection: A writer connection with its settings applied.
    /// - Throws: ``QuireError`` as ``SchemaInspection/inspect(_:)`` and ``SchemaUpgrade/run(on:)``,
    ///   or with code `notWriteable` if the file is not writable.
    static func prepare(_ connection: SQLiteConnection) throws {
        let finding = try SchemaInspection.inspect(connection)
        guard !connection.isReadOnly else {
            throw QuireError(.notWriteable, "The file \(connection.shownPath) is not writable.")
        }
        switch finding {
        case .empty:
            // Set the mode before SQLite writes the first page of the file.
            try connection.execute(
                "PRAGMA auto_vacuum=incremental", purpose: "create the database")
            try useWriteAheadLog(connection)
            try complete(connection)
        case .usable(isComplete: true):
            // Reading the journal mode is faster than checking the schema, so do it first.
            guard try !usesWriteAheadLog(connection),
                try SchemaTrust.judge(connection).isRecognized
            else { return }
            try useWriteAheadLog(connection)
        case .usable(isComplete: false), .outdated:
            // If this fails, the journal mode is still unchanged.
            try complete(connection)
            if finding == .outdated {
                QuireLog.info("Upgraded \(connection.path) to schema \(DatabaseSchema.version).")
            }
            try useWriteAheadLog(connection)
        }
    }

    private static func complete(_ connection: SQLiteConnection) throws {
        let purpose = "create the database"
        try connection.registerPendingFunctions()
        // Triggers of the file must not run here.
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
                try FileOrigin.write(on: connection)
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

    /// Throws an error if the file's schema contains objects that the format does not have.
    ///
    /// - Parameter connection: A connection to the file.
    /// - Throws: ``QuireError`` with code `cantUpgradeDatabase`, with a message that names the
    ///   object.
    static func checkSchema(_ connection: SQLiteConnection) throws {
        let trust = try SchemaTrust.judge(connection)
        guard !trust.isRecognized, let reason = trust.refusal else { return }
        throw QuireError(
            .cantUpgradeDatabase,
            "The file \(connection.shownPath) has an old schema and cannot be upgraded: \(reason). "
                + "Remove the object from the file, and open it again.")
    }

    private static func usesWriteAheadLog(_ connection: SQLiteConnection) throws -> Bool {
        let mode = try connection.prepare(
            "PRAGMA journal_mode", usesFunctions: false, purpose: "read the journal mode")
        return try mode.step() && mode.string(at: 0) == "wal"
    }

    /// Switches the journal mode, and waits for other connections, which SQLite does not do here.
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

    /// Returns 16 random bytes that identify a database.
    static func randomUUID() -> [UInt8] {
        withUnsafeBytes(of: UUID().uuid) { Array($0) }
    }
}
