/// Looks at a file before anything is written to it, and says what it is.
package struct SchemaInspection {
    /// What can be done with a file.
    package enum Finding: Equatable {
        /// It is empty and can become a database.
        case empty
        /// It is a database that can be used.
        case usable(isComplete: Bool)
        /// It is a database of Couchbase Lite 2 or 3, which ``SchemaUpgrade`` upgrades.
        case outdated

        /// Whether an existing schema has to be changed before the database can be used.
        fileprivate var isToBeWritten: Bool {
            self == .outdated || self == .usable(isComplete: false)
        }
    }

    private let connection: SQLiteConnection

    private init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Inspects a file, all of it in one state.
    ///
    /// - Parameter connection: A connection to the file, without an open transaction.
    /// - Returns: What can be done with the file.
    /// - Throws: ``QuireError`` that says why the file cannot be used: `unreadableDatabase`,
    ///   `wrongFormat`, `databaseTooOld`, `cantUpgradeDatabase`, `databaseTooNew`,
    ///   `unsupportedOperation`.
    static func inspect(_ connection: SQLiteConnection) throws -> Finding {
        let purpose = "read the schema"
        try connection.execute("BEGIN", purpose: purpose)
        defer { try? connection.execute("COMMIT", purpose: purpose) }
        return try SchemaInspection(connection).finding()
    }

    /// Inspects a file that is to be opened for writing, and refuses one that cannot be used without
    /// a change of it or of its write-ahead log.
    ///
    /// Where there is no log, the connection that writes does not change what it refuses either.
    ///
    /// - Parameter path: The file's path; it may be missing.
    /// - Throws: ``QuireError`` as ``inspect(_:)``, or with code `cantUpgradeDatabase` if the schema
    ///   has something in it that keeps it from being upgraded.
    static func refuseUnusable(_ path: String) throws {
        let mode = ReadingMode(of: path)
        guard mode != .alone else { return }
        do {
            do {
                let connection = try SQLiteConnection(path: path, access: .reading(mode))
                defer { connection.close() }
                try refuseUnusable(connection)
            } catch QuireError.Code.notWriteable where mode == .rollbackJournal {
                // The rest of a transaction has to be rolled back first, which is done in a copy.
                let copy = try TemporaryCopy(of: path)
                defer { withExtendedLifetime(copy) {} }
                try refuseUnusable(copy.connection)
            }
        } catch let error as QuireError where !refusals.contains(error.code) {
            // What keeps it from being read in this way may not keep it from being opened.
        }
    }

    private static func refuseUnusable(_ connection: SQLiteConnection) throws {
        try connection.applySettings(fullSync: false)
        if try inspect(connection).isToBeWritten { try SchemaCreation.checkSchema(connection) }
    }

    /// The codes of the errors that say that a file cannot be used.
    private static let refusals: Set<QuireError.Code> = [
        .unreadableDatabase, .wrongFormat, .databaseTooOld, .cantUpgradeDatabase, .databaseTooNew,
        .unsupportedOperation,
    ]

    /// Inspects a file inside the open transaction.
    ///
    /// - Parameter connection: A connection to the file, with an open transaction.
    /// - Returns: What can be done with the file.
    /// - Throws: As ``inspect(_:)``.
    package static func inspectInTransaction(_ connection: SQLiteConnection) throws -> Finding {
        try SchemaInspection(connection).finding()
    }

    private func finding() throws -> Finding {
        let purpose = "read the schema"
        let version = try connection.integer("PRAGMA user_version", purpose: purpose) ?? 0
        let tables = try tableNames()
        switch version {
        case 0 where tables.isEmpty:
            return .empty
        case 1...200 where tables.contains("docs") && tables.contains("revs"):
            throw QuireError(.databaseTooOld, LegacyDatabase.message(connection.path))
        case 1...200:
            throw error(
                .cantUpgradeDatabase, "has schema version \(version), which cannot be upgraded")
        case DatabaseSchema.supportedVersions:
            try checkTables(tables)
            let versioning = try versioning()
            if version < DatabaseSchema.version || versioning != DatabaseSchema.versionVectors {
                return .outdated
            }
            return .usable(isComplete: tables.isSuperset(of: ["kvmeta", "kv_del_default"]))
        case DatabaseSchema.supportedVersions.upperBound...:
            throw error(
                .databaseTooNew, "has schema version \(version), which a newer program has made")
        default:
            throw error(.wrongFormat, "is a SQLite database, but not one of documents")
        }
    }

    private func tableNames() throws -> Set<String> {
        let statement = try connection.prepare(
            "SELECT name FROM sqlite_master WHERE type = 'table'", purpose: "read the schema")
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(at: 0)) }
        return names
    }

    private func checkTables(_ tables: Set<String>) throws {
        for name in ["kv_default", "kv_info"] where !tables.contains(name) {
            throw error(
                .wrongFormat, "is not a database of documents: the table \(name) is missing")
        }
    }

    private func versioning() throws -> UInt64 {
        let row = InfoRow.versioning
        guard let number = try row.readNumber(on: connection) else {
            throw error(
                .wrongFormat,
                "is not a database of documents: the row \(row.rawValue) is missing or damaged")
        }
        guard number <= DatabaseSchema.versionVectors else {
            throw error(
                .unsupportedOperation,
                "keeps its revisions in a way that is not known (versioning \(number))")
        }
        return number
    }

    private func error(_ code: QuireError.Code, _ finding: String) -> QuireError {
        QuireError(code, "The file \(connection.path) \(finding).")
    }
}
