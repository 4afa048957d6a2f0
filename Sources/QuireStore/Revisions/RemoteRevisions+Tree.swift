import Fleece

// A document with a rev-tree is converted to version vectors when it is saved next, as in Couchbase
// Lite 4. The new revision gets a version vector that contains only this database's edit. The
// column `extra` keeps the parts of the tree that matter to other databases: the ID of the current
// revision, and the last revision of each remote database.

extension RemoteRevisions {
    /// Writes the items of a document with a rev-tree into the open array.
    ///
    /// If the tree is missing, the document has only the current revision.
    ///
    /// - Parameters:
    ///   - row: The stored row.
    ///   - keys: The shared keys for reading the row.
    ///   - writer: The writer of the array.
    /// - Returns: The document flags that the items require.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func write(
        treeOf row: StoredRevisions, _ keys: SharedKeys, to writer: FleeceWriter
    ) throws -> DocumentFlags {
        try (row.body ?? []).withUnsafeBytes { body in
            try row.version.withUnsafeBytes { try RevisionTree.checkIsNoList(body, of: $0) }
        }
        writer.beginDictionary()
        writer.writeKey(treeKey)
        row.version.withUnsafeBytes { writer.write(data: $0) }
        writer.endDictionary()

        let tree = try row.extra.map { try $0.withUnsafeBytes { try RevisionTree(stored: $0) } }
        var remotes = tree?.remotes ?? [:]
        if row.flags.contains(.synced) { remotes[1] = 0 }
        guard let last = remotes.keys.max() else { return [] }
        var noted: DocumentFlags = []
        // Several remotes may have the same revision. It is written once.
        var slots: [Int: FleeceSlot] = [:]
        for remote in 1...last {
            guard let index = remotes[remote] else {
                writer.writeNull()
                continue
            }
            let revision = tree?.revisions[index] ?? row.onlyRevision
            let slot =
                try slots[index]
                ?? encode(
                    revision.id,
                    properties: properties(of: revision, at: index, row: row, keys: keys),
                    flags: revision.documentFlags, to: writer)
            slots[index] = slot
            writer.write(slot)
            noted.formUnion(revision.documentFlags.intersection([.conflicted, .hasBlobs]))
        }
        return noted
    }

    private static func properties(
        of revision: RevisionTree.Revision, at index: Int, row: StoredRevisions, keys: SharedKeys
    ) throws -> FleeceValue? {
        // The first revision is the current one, whose body is in the column `body`.
        guard let body = index == 0 ? row.body : revision.body else { return nil }
        return try properties(body, keys)
    }
}

extension StoredRevisions {
    /// The current revision, for a document without a stored tree.
    fileprivate var onlyRevision: RevisionTree.Revision {
        var noted: RevisionTree.Flags = .leaf
        if flags.contains(.deleted) { noted.insert(.deleted) }
        if flags.contains(.hasBlobs) { noted.insert(.hasBlobs) }
        return RevisionTree.Revision(id: version, flags: noted)
    }
}
