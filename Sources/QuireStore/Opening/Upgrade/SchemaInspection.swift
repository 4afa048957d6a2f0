/// An inspection of a file's schema before anything is written to the file.
package struct SchemaInspection {
    /// The result of an inspection.
    package enum Finding: Equatable {
        /// The file is empty and can become a database.
        case empty
        /// The file is a database that can be used.
        case usable(isComplete: Bool)
        /// The file is a database of Couchbase Lite 2 or 3, which ``SchemaUpgrade`` upgrades.
        case outdated

        /// Whether an existing schema must be changed before the database can be used.
        fileprivate var isToBeWritten: Bool {
            self == .outdated || self == .usable(isComplete: false)
        }
    }

    private let connection: SQLiteConnection

    private init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Inspects a file in one snapshot.
    ///
    /// - Parameter connection: A connection to the file, without an open transaction.
    /// - Returns: The state of the file.
    /// - Throws: ``QuireError`` if the file cannot be used, with code `unreadableDatabase`,
    ///   `wrongFormat`, `databaseTooOld`, `cantUpgradeDatabase`, `databaseTooNew` or
    ///   `unsupportedOperation`.
    static func inspect(_ connection: SQLiteConnection) throws -> Finding {
        let purpose = "read the schema"
        try connection.execute("BEGIN", usesFunctions: false, purpose: purpose)
        defer { try? connection.execute("COMMIT", usesFunctions: false, purpose: purpose) }
        return try SchemaInspection(connection).finding()
    }

    /// Inspects a file that will be opened for writing, and throws an error if it cannot be used.
    ///
    /// The inspection changes neither the file nor its write-ahead log. If there is no log, this
    /// method does nothing, because the writer connection does not change a file that it rejects.
    ///
    /// - Parameter file: The file, which may be missing.
    /// - Throws: ``QuireError`` as ``inspect(_:)``, or with code `cantUpgradeDatabase` if an object
    ///   of the schema prevents the upgrade.
    static func refuseUnusable(_ file: StoredFile) throws {
        do {
            try ReadingMode.read(file) { try refuseUnusable(file, $0) }
        } catch let error as QuireError where !refusals.contains(error.code) {
            // Other errors may only prevent reading without changes. Opening can succeed.
        }
    }

    private static func refuseUnusable(_ file: StoredFile, _ mode: ReadingMode) throws {
        guard mode != .alone else { return }
        do {
            let connection = try SQLiteConnection(file, access: .reading(mode))
            defer { connection.close() }
            try refuseUnusable(connection)
        } catch QuireError.Code.notWriteable where mode == .rollbackJournal {
            // SQLite must first roll back an incomplete transaction. Do this in a copy.
            let copy = try TemporaryCopy(of: file)
            defer { withExtendedLifetime(copy) {} }
            try refuseUnusable(copy.connection)
        }
    }

    private static func refuseUnusable(_ connection: SQLiteConnection) throws {
        try connection.applySettings(fullSync: false, registersFunctions: false)
        if try inspect(connection).isToBeWritten { try SchemaCreation.checkSchema(connection) }
    }

    /// The codes of errors for files that cannot be opened.
    private static let refusals: Set<QuireError.Code> = [
        .unreadableDatabase, .wrongFormat, .databaseTooOld, .cantUpgradeDatabase, .databaseTooNew,
        .unsupportedOperation,
    ]

    /// Inspects a file inside the open transaction.
    ///
    /// - Parameter connection: A connection to the file, with an open transaction.
    /// - Returns: The state of the file.
    /// - Throws: As ``inspect(_:)``.
    package static func inspectInTransaction(_ connection: SQLiteConnection) throws -> Finding {
        try SchemaInspection(connection).finding()
    }

    private func finding() throws -> Finding {
        let purpose = "read the schema"
        let version =
            try connection.integer(
                "PRAGMA user_version", usesFunctions: false, purpose: purpose) ?? 0
        let tables = try tableNames()
        switch version {
        case 0 where tables.isEmpty:
            return .empty
        case 1...200 where tables.contains("docs") && tables.contains("revs"):
            throw QuireError(.databaseTooOld, LegacyDatabase.message(connection.shownPath))
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
                .databaseTooNew, "has schema version \(version), which a newer program created")
        default:
            throw error(.wrongFormat, "is a SQLite database, but not a document database")
        }
    }

    private func tableNames() throws -> Set<String> {
        let statement = try connection.prepare(
            "SELECT name FROM sqlite_master WHERE type = 'table'", usesFunctions: false,
            purpose: "read the schema")
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.string(at: 0)) }
        return names
    }

    private func checkTables(_ tables: Set<String>) throws {
        for name in ["kv_default", "kv_info"] where !tables.contains(name) {
            throw error(
                .wrongFormat, "is not a document database: the table \(name) is missing")
        }
    }

    private func versioning() throws -> UInt64 {
        let row = InfoRow.versioning
        guard let number = try row.readNumber(on: connection) else {
            throw error(
                .wrongFormat,
                "is not a document database: the row \(row.rawValue) is missing or damaged")
        }
        guard number <= DatabaseSchema.versionVectors else {
            throw error(
                .unsupportedOperation,
                "uses an unknown kind of revisions (versioning \(number))")
        }
        return number
    }

    private func error(_ code: QuireError.Code, _ finding: String) -> QuireError {
        QuireError(code, "The file \(connection.shownPath) \(finding).")
    }
}
