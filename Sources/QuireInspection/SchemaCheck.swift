import Quire

/// Checks the file: its pages, its tables, and the SQL in its schema.
enum SchemaCheck {
    private static let location = "db.sqlite3"

    /// Runs the check.
    ///
    /// - Returns: Whether the file is a document database, so that the other checks can run.
    static func run(_ check: inout BundleCheck) throws -> Bool {
        do {
            try checkPages(&check)
            _ = try check.reader.isOutdated()
        } catch let error as QuireError {
            try check.find(location, error.message)
            return false
        }
        let sqlite = check.reader.sqlite
        if let reason = try SchemaTrust.judge(sqlite).refusal {
            try check.find(location, "the database is read-only: \(reason)")
        }
        for name in ["kvmeta", "kv_default", "kv_info"]
        where try !CollectionTables.hasTable(name, on: sqlite) {
            try check.find(location, "the table \(name) is missing")
        }
        for row in [InfoRow.publicUUID, .privateUUID] {
            guard let bytes = try row.read(on: sqlite), bytes.count != 16 else { continue }
            try check.find("kv_info, row \(row.rawValue)", "it has \(bytes.count) bytes, not 16")
        }
        return true
    }

    private static func checkPages(_ check: inout BundleCheck) throws {
        for page in try check.reader.changedPages(limit: 100) {
            let replaced =
                "; the write-ahead log replaces it, and a crash can have left a part of it"
            try check.find(
                location,
                "page \(page.number) was changed: its content does not match its tag"
                    + (page.isInLog ? replaced : ""),
                isFault: !page.isInLog)
        }
        let statement = try check.reader.sqlite.prepare(
            "PRAGMA integrity_check(100)", purpose: "check the integrity")
        while try statement.step() {
            let finding = statement.string(at: 0)
            if finding != "ok" { try check.find(location, finding) }
        }
    }
}
