extension ReplicationStore {
    /// Returns a checkpoint of this database.
    ///
    /// - Parameter id: The checkpoint ID.
    /// - Returns: The JSON text, or `nil` if there is no checkpoint.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package func checkpoint(_ id: String) throws -> [UInt8]? {
        try database.readSnapshot { connection in
            try ValueTable.checkpoints.read(id, on: connection.sqlite)?.body
        }
    }

    /// Returns the values that are stored next to the checkpoints of this database.
    ///
    /// - Parameters:
    ///   - suffix: The end of their IDs.
    ///   - excluded: The ID of a value that is left out.
    /// - Returns: The JSON texts.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package func checkpoints(withSuffix suffix: String, except excluded: String) throws -> [[UInt8]]
    {
        try database.readSnapshot { connection in
            try ValueTable.checkpoints.all(on: connection.sqlite)
                .filter { $0.key.hasSuffix(suffix) && $0.key != excluded }.map(\.body)
        }
    }

    /// Whether another database has received changes from this one by a request of its own.
    ///
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package var hasPeers: Bool {
        get throws {
            try database.readSnapshot { connection in
                if try InfoRow.hasPeers.read(on: connection.sqlite) != nil { return true }
                return try ValueTable.peerCheckpoints.totals(on: connection.sqlite).count > 0
            }
        }
    }

    /// Notes that another database has asked for the changes of this one, before it receives any.
    ///
    /// Its checkpoint comes later, or never. A database that cannot be written stays unchanged.
    ///
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func notePeer() throws {
        guard try !hasPeers else { return }
        do {
            try database.write { try InfoRow.hasPeers.write([1], on: $0.connection.sqlite) }
        } catch let error as QuireError where error.code == .notWriteable {
            return
        }
    }

    /// Removes a checkpoint of this database.
    ///
    /// - Parameter id: The checkpoint ID.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func removeCheckpoint(_ id: String) throws {
        try database.write { try ValueTable.checkpoints.remove(id, in: $0) }
    }

    /// Replaces a value next to the checkpoints of this database, in one transaction.
    ///
    /// - Parameters:
    ///   - id: The ID of the value.
    ///   - change: A closure that receives the JSON text of the stored value, or `nil` if the value is
    ///     missing, and returns the new text.
    /// - Throws: An error of the closure; ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func updateCheckpoint(_ id: String, _ change: ([UInt8]?) throws -> [UInt8]) throws {
        try database.write { transaction in
            let table = ValueTable.checkpoints
            let stored = try table.read(id, on: transaction.connection.sqlite)?.body
            try table.write(try change(stored), version: [], for: id, in: transaction)
        }
    }

    /// Stores a checkpoint of this database.
    ///
    /// - Parameters:
    ///   - body: The JSON text.
    ///   - id: The checkpoint ID.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func setCheckpoint(_ body: [UInt8], id: String) throws {
        try database.write { transaction in
            try ValueTable.checkpoints.write(body, version: [], for: id, in: transaction)
        }
    }

    /// Returns a checkpoint that this database keeps for another one.
    ///
    /// - Parameter client: The checkpoint ID of the other database.
    /// - Returns: The revision and the JSON text of the checkpoint, or `nil` if it is missing.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package func peerCheckpoint(
        of client: String
    ) throws -> (revision: String, body: [UInt8])? {
        try database.readSnapshot { connection in
            try ValueTable.peerCheckpoints.read(client, on: connection.sqlite)
        }.map { (String(decoding: $0.version, as: UTF8.self), $0.body) }
    }
}
