import Fleece

/// The data of a database, other than documents, that replicators read and write.
package struct ReplicationStore: Sendable {
    package let database: Database

    /// Creates a store for the replicators of a database.
    package init(_ database: Database) {
        self.database = database
    }

    /// The string of ``source``: the public UUID in base64.
    ///
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package var sourceID: String {
        get throws { try source.text }
    }

    /// The ID of this database in the versions that other databases receive.
    package var source: RevisionID.SourceID {
        get throws {
            let bytes = try uuid(.publicUUID)
            guard let source = RevisionID.SourceID(bytes) else {
                throw QuireError(
                    .corruptData, "The public UUID of database \(database.name) is damaged.")
            }
            return source
        }
    }

    /// Returns an identifier of the database, and creates it if it is missing.
    ///
    /// - Parameter row: The row of the identifier.
    /// - Returns: The 16 bytes.
    /// - Throws: ``QuireError`` with code `notOpen`, `corruptData` if the row has another length, or
    ///   another code if SQLite reports an error.
    func uuid(_ row: InfoRow) throws -> [UInt8] {
        if let bytes = try database.read({ try row.read(on: $0.sqlite) }) {
            guard bytes.count == 16 else {
                throw QuireError(
                    .corruptData,
                    "The row \(row.rawValue) of database \(database.name) has \(bytes.count) bytes."
                )
            }
            return bytes
        }
        return try database.write { transaction in
            let sqlite = transaction.connection.sqlite
            if let bytes = try row.read(on: sqlite), bytes.count == 16 { return bytes }
            let bytes = SchemaCreation.randomUUID()
            try row.write(bytes, on: sqlite)
            return bytes
        }
    }

    /// Returns the number of a remote database, and assigns one to a new name.
    ///
    /// - Parameter name: The name of the remote database: its URL, or another unique text.
    /// - Returns: A number from 1 on.
    /// - Throws: ``QuireError`` with code `notOpen`, `corruptData` if the list of remote databases
    ///   is damaged, `unsupportedOperation` if it has too many.
    package func remoteNumber(named name: String) throws -> Int {
        if let number = try database.read({ try Self.remotes(on: $0.sqlite)[name] }) {
            return number
        }
        return try database.write { transaction in
            let sqlite = transaction.connection.sqlite
            var remotes = try Self.remotes(on: sqlite)
            if let number = remotes[name] { return number }
            let number = (remotes.values.max() ?? 0) + 1
            guard number <= RemoteEntries.maximumCount else {
                throw QuireError(
                    .unsupportedOperation,
                    "Database \(database.name) already has \(remotes.count) remote databases.")
            }
            remotes[name] = number
            let writer = FleeceWriter()
            writer.beginDictionary()
            for (name, number) in remotes.sorted(by: { $0.value < $1.value }) {
                writer.writeKey(name)
                writer.write(Int64(number))
            }
            writer.endDictionary()
            try InfoRow.remotes.write(try writer.finish(), on: sqlite)
            return number
        }
    }

    /// The names of the remote databases, in the order of their numbers.
    package var remoteNames: [String] {
        get throws {
            try database.read { try Self.remotes(on: $0.sqlite) }
                .sorted { $0.value < $1.value }.map(\.key)
        }
    }

    private static func remotes(on connection: SQLiteConnection) throws -> [String: Int] {
        guard let bytes = try InfoRow.remotes.read(on: connection) else { return [:] }
        guard let dictionary = FleeceStorage(bytes).rootDictionary else {
            throw QuireError(
                .corruptData, "The remote databases of \(connection.path) are damaged.")
        }
        var remotes: [String: Int] = [:]
        for (name, value) in dictionary {
            guard let number = value.int64.flatMap(Int.init(exactly:)), number > 0 else {
                throw QuireError(
                    .corruptData, "The remote databases of \(connection.path) are damaged.")
            }
            remotes[name] = number
        }
        return remotes
    }
}
