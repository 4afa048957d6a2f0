// A backup that is restored, and a folder that is copied by another program, are new files with the
// identifiers of another database. It may have made edits that the copy does not know, or make such
// edits later. If both used the same identifiers, one edit would look like the successor of another,
// and replace it without a conflict. So each file contains a number that another file cannot have.

/// The number of a database file in the row `quire.fileOrigin`, by which a copy is detected.
enum FileOrigin {
    /// Writes the number of a connection's file in the open transaction.
    ///
    /// - Parameter connection: A writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func write(on connection: SQLiteConnection) throws {
        guard let number = connection.fileNumber else { return }
        try InfoRow.fileOrigin.write(number, on: connection)
    }

    /// Gives the database new identifiers if its file is a copy, before it is read.
    ///
    /// A file without a number stays unchanged.
    ///
    /// - Parameter connection: A writer connection without an open transaction.
    /// - Throws: The errors of ``check(_:)``.
    static func checkBeforeReading(_ connection: SQLiteConnection) throws {
        guard try InfoRow.fileOrigin.readNumber(on: connection) != nil else { return }
        try check(connection)
    }

    /// Gives the database new identifiers if its file is a copy, and notes the number of the file.
    ///
    /// - Parameter connection: A writer connection without an open transaction.
    /// - Throws: ``QuireError`` with code `busy`, or another code if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of documents if the file is a copy.
    static func check(_ connection: SQLiteConnection) throws {
        guard let number = connection.fileNumber,
            try InfoRow.fileOrigin.readNumber(on: connection) != number,
            try SchemaTrust.judge(connection).refusal == nil
        else { return }
        let purpose = "note the number of the file"
        // No trigger of the format depends on the columns that change.
        try connection.enableTriggers(false)
        defer { try? connection.enableTriggers(true) }
        try connection.execute("BEGIN IMMEDIATE", purpose: purpose)
        do {
            // Another process may have noted it.
            let stored = try InfoRow.fileOrigin.readNumber(on: connection)
            if stored != number {
                if stored != nil {
                    try DatabaseIdentity.renew(on: connection)
                    QuireLog.warning(
                        "The file \(connection.path) is a copy, and has a new identity: its edits are "
                            + "replicated as those of another database.")
                }
                // The author of the edits must be known before the file is copied.
                if try InfoRow.publicUUID.read(on: connection) == nil {
                    try InfoRow.publicUUID.write(SchemaCreation.randomUUID(), on: connection)
                }
                try write(on: connection)
            }
            try connection.execute("COMMIT", purpose: purpose)
        } catch {
            try? connection.execute("ROLLBACK", purpose: purpose)
            throw error
        }
    }
}
