import Fleece

// How a document of rev-trees becomes one of version vectors: as Couchbase Lite 4 does it, at its
// next save. The new revision gets a version vector of this database's edit alone. Of the tree stays
// what others have to do with: the name of the current revision, and what each remote database has.

extension KeptRevisions {
    /// Writes the items of a document of rev-trees into the open array.
    ///
    /// A tree may be missing altogether; then there is only the current revision.
    ///
    /// - Parameters:
    ///   - row: The row as it is.
    ///   - keys: The shared keys it is read with.
    ///   - writer: Where to.
    /// - Returns: What the row must note because of the items.
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
        // Several remotes may have one revision; that is written once.
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
                    revision.id, properties(of: revision, index, row, keys),
                    revision.documentFlags, to: writer)
            slots[index] = slot
            writer.write(slot)
            noted.formUnion(revision.documentFlags.intersection([.conflicted, .hasBlobs]))
        }
        return noted
    }

    private static func properties(
        of revision: RevisionTree.Revision, _ index: Int, _ row: StoredRevisions, _ keys: SharedKeys
    ) throws -> FleeceValue? {
        // The first revision is the current one, whose body has its own column.
        guard let body = index == 0 ? row.body : revision.body else { return nil }
        return try properties(body, keys)
    }
}

extension StoredRevisions {
    /// The revision of a tree that is missing.
    fileprivate var onlyRevision: RevisionTree.Revision {
        var noted: RevisionTree.Flags = .leaf
        if flags.contains(.deleted) { noted.insert(.deleted) }
        if flags.contains(.hasBlobs) { noted.insert(.hasBlobs) }
        return RevisionTree.Revision(id: version, flags: noted)
    }
}
