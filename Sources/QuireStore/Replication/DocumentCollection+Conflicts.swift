import Fleece

extension DocumentCollection {
    /// Returns the documents and tombstones that are in an unresolved conflict.
    ///
    /// - Returns: The IDs, in order.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of documents.
    package func openConflicts() throws -> [String] {
        try readSnapshot { connection in
            let selects: [SQLText] = try tables.tables(on: connection.sqlite).map {
                "SELECT key FROM \($0.table) WHERE (flags & 2) != 0"
            }
            guard !selects.isEmpty else { throw collectionDeletedError(nil) }
            let statement = try connection.sqlite.prepare(
                "\(.joined(selects, separator: " UNION ALL ")) ORDER BY key",
                purpose: "find the conflicts of \(tables.name)")
            var ids: [String] = []
            while try statement.step() { ids.append(statement.string(at: 0)) }
            return ids
        }
    }

    /// Returns the unresolved conflict of a document.
    ///
    /// If several remote databases have conflicting revisions, the conflict with the first of them is
    /// returned.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The conflict, or `nil` if it has no conflict.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    package func openConflict(of id: String) throws -> OpenConflict? {
        let source = try ReplicationStore(database).source
        return try readReplicated(id) { stored, row, keys in
            guard stored.flags.contains(.conflicted) else { return nil }
            let entries = try RemoteEntries(of: row, keys)
            guard let (remote, entry) = entries.all.first(where: \.entry.isConflicting) else {
                return nil
            }
            let body = stored.isDeleted ? nil : try Self.body(row.body, keys)
            let local = side(
                of: id, revisionID: stored.revisionID, body: body,
                sequence: UInt64(clamping: stored.sequence), source: source)
            let other = side(
                of: id, revisionID: try entry.lineage.revisionID,
                body: entry.flags.contains(.deleted)
                    ? nil : try entry.value(current: row.body, keys) ?? Self.body(nil, keys),
                sequence: 0, source: source)
            let base = try entry.base?.dictionary.flatMap { try RemoteEntry($0, at: remote) }
            return OpenConflict(
                id: id, remote: remote, local: local, other: other,
                base: try base.flatMap { base in
                    try base.value(current: nil, keys).map {
                        DocumentRecord(
                            id: id, revisionID: try base.lineage.revisionID, sequence: 0, body: $0)
                    }
                },
                sequence: stored.sequence, subsequence: stored.subsequence)
        }
    }

    private func side(
        of id: String, revisionID: RevisionID, body: FleeceDictionary?, sequence: UInt64,
        source: RevisionID.SourceID
    ) -> OpenConflict.Side {
        OpenConflict.Side(
            version: revisionID.text(source), time: revisionID.timestamp,
            record: body.map {
                DocumentRecord(id: id, revisionID: revisionID, sequence: sequence, body: $0)
            })
    }

    fileprivate static func body(_ bytes: [UInt8]?, _ keys: SharedKeys) throws -> FleeceDictionary {
        guard let body = try RemoteRevisions.properties(bytes, keys).dictionary else {
            throw QuireError(.corruptData, "The document body is not a Fleece dictionary.")
        }
        return body
    }
}

extension RemoteEntry {
    /// Returns the properties as a dictionary that owns its bytes.
    ///
    /// - Parameters:
    ///   - body: The body of the document's current revision.
    ///   - keys: The shared keys for reading it.
    /// - Returns: The properties, or `nil` if they are not known.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func value(current body: [UInt8]?, _ keys: SharedKeys) throws -> FleeceDictionary? {
        switch properties {
        case .unknown: return nil
        case .current: return try DocumentCollection.body(body, keys)
        case .value(let value):
            // The value may refer to the bytes of the row's body, and begin anywhere in them.
            let writer = FleeceWriter()
            writer.write(copyOf: value)
            do {
                guard let body = FleeceStorage(try writer.finish()).rootDictionary else {
                    throw QuireError(
                        .corruptRevisionData, "The body of a revision is not a Fleece dictionary.")
                }
                return body
            } catch let error as FleeceError {
                throw QuireError(.corruptRevisionData, error.message)
            }
        }
    }
}
