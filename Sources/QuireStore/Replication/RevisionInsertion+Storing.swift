import Fleece

extension RevisionInsertion {
    /// Inserts a document without looking for a stored one.
    ///
    /// - Returns: `false` if the collection contains the document or a tombstone.
    func insertNew(_ parsed: Parsed, body: UnsafeRawBufferPointer) throws -> Bool {
        let revision = try nextRevision(of: parsed, replacing: nil)
        return try parsed.id.withUTF8Text { text in
            let statement = try transaction.connection.statement(
                .insertReplicated, of: collection.tables)
            defer { statement.resetAndClear() }
            try statement.bindBorrowed(text: text, at: 1)
            try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
            try statement.bindBorrowed(body, at: 5)
            try revision.bindExtra(to: statement, at: 6)
            _ = try statement.step()
            guard transaction.connection.sqlite.changeCount == 1 else { return false }
            _ = try collection.finish(revision, id: parsed.id, in: transaction)
            return true
        }
    }

    /// Makes a revision the current one.
    ///
    /// - Parameters:
    ///   - parsed: The revision.
    ///   - stored: The stored document, if there is one.
    ///   - remoteEntry: The revision of the remote database, or `nil` if it is this one.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if another revision cannot be kept, or
    ///   another code if SQLite reports an error.
    func store(
        _ parsed: Parsed, replacing stored: Stored?, remoteEntry: RemoteEntry? = nil
    ) throws {
        let revision = try nextRevision(
            of: parsed, replacing: stored, remoteEntry: remoteEntry)
        _ = try parsed.id.withUTF8Text { text in
            guard let body = parsed.body else {
                // Even an empty document with a rev-tree has a body.
                let empty: [UInt8]? = parsed.lineage.vector == nil ? [0x70, 0x00] : nil
                return try collection.bury(
                    revision, replacing: stored?.document, text: text, id: parsed.id, body: empty,
                    in: transaction)
            }
            return try collection.write(
                revision, replacing: stored?.document, text: text, id: parsed.id, by: body,
                in: transaction)
        }
    }

    private func nextRevision(
        of parsed: Parsed, replacing stored: Stored?, remoteEntry: RemoteEntry? = nil
    ) throws -> NextRevision {
        let keys = transaction.keys.snapshot
        var entries = RemoteEntries()
        if let row = stored?.row {
            // The entry of this remote is replaced, so it need not be read if it is the only one.
            let isOnlyRemote =
                row.extra.map { RemoteRevisions.contains($0, onlyRemote: remote) } ?? true
            if !isOnlyRemote || row.flags.contains(.synced) && remote != 1 {
                entries = try RemoteEntries(of: row, keys)
                if let remote { entries[remote] = nil }
                try entries.keepBody(of: row, keys)
            }
            if row.hasTreeRevision { entries.tree = row.version }
        }
        let lineage = parsed.lineage
        if lineage.vector == nil {
            entries.tree = nil
        } else if let tree = lineage.trees.first?.storedTree {
            entries.tree = tree
        }
        let version = write(lineage)
        if let remote {
            entries[remote] =
                remoteEntry
                ?? RemoteEntry(
                    version: version, properties: .current, flags: parsed.entryFlags)
        }
        let column = try transaction.withWriter {
            try entries.column(after: parsed.body, keys, to: $0)
        }
        let flags = (parsed.body == nil ? .deleted : parsed.flags).union(entries.flags)
        return try NextRevision(
            lineage.revisionID, flags: flags, extra: column, tables: collection.tables,
            in: transaction)
    }

    /// Writes the column `version` to the transaction's buffer, and returns it.
    private func write(_ lineage: RevisionLineage) -> [UInt8] {
        if let vector = lineage.vector {
            vector.encode(into: &transaction.versionBuffer)
        } else {
            transaction.versionBuffer = lineage.stored
        }
        return transaction.versionBuffer
    }
}
