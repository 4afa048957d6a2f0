extension ReplicationStore {
    /// The disk space that the checkpoints of other databases may occupy together.
    package struct PeerCheckpointLimits: Sendable {
        /// The maximum number of checkpoints.
        package var count: Int
        /// The maximum size of all checkpoints in bytes.
        package var size: Int

        package init(count: Int = 10_000, size: Int = 64 << 20) {
            self.count = count
            self.size = size
        }
    }

    /// Stores a checkpoint for another database.
    ///
    /// If the checkpoints exceed the limits, those that were written the longest time ago are removed.
    /// A database whose checkpoint is missing compares all documents again.
    ///
    /// - Parameters:
    ///   - body: The JSON text.
    ///   - client: The checkpoint ID of the other database.
    ///   - revision: The revision of the checkpoint that the other database knows; `nil` or empty if
    ///     it knows none.
    ///   - limits: The limits of all checkpoints.
    /// - Returns: The new revision, or `nil` if the stored checkpoint has another revision.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func setPeerCheckpoint(
        _ body: [UInt8], of client: String, replacing revision: String?,
        limits: PeerCheckpointLimits = PeerCheckpointLimits()
    ) throws -> String? {
        try database.write { transaction in
            let table = ValueTable.peerCheckpoints
            let stored = try table.read(client, on: transaction.connection.sqlite)
            let current = stored.map { String(decoding: $0.version, as: UTF8.self) }
            guard current ?? "" == revision ?? "" else { return nil }
            let generation = current?.split(separator: "-").first.flatMap { UInt64($0) } ?? 0
            let next = "\(generation &+ 1)-cc"
            // The order of the rows is that of the writes.
            if stored != nil { try table.remove(client, in: transaction) }
            try table.write(body, version: Array(next.utf8), for: client, in: transaction)
            if stored.map({ $0.body.count < body.count }) ?? true {
                try table.removeOldest(count: limits.count, size: limits.size, in: transaction)
            }
            return next
        }
    }
}
