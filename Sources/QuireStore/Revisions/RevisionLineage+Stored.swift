import Fleece

extension RevisionLineage {
    /// Reads the lineage of a row.
    ///
    /// - Parameters:
    ///   - version: The column `version`.
    ///   - extra: The column `extra`; empty if it is NULL.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    init(stored version: UnsafeRawBufferPointer, extra: UnsafeRawBufferPointer) throws {
        vector = version.first == 0 ? try VersionVector(stored: version) : nil
        if vector == nil { trees = [try RevisionID(stored: version)] }
        guard !extra.isEmpty else { return }
        if extra.starts(with: [0, 0, 0, 0]) {
            if let tree = try Self.lastTree(extra), tree != trees.first { trees.append(tree) }
        } else if vector == nil {
            trees = try RevisionTree(stored: extra).firstBranch()
        }
    }

    /// Returns the last rev-tree revision of a document that has a vector.
    private static func lastTree(_ extra: UnsafeRawBufferPointer) throws -> RevisionID? {
        try FleeceStorage.withBorrowed(extra) { storage in
            // The ID is never in the body, to which other values of the column may point.
            try storage.root?.array?.value(at: 0)?.dictionary?[RemoteRevisions.treeKey]?
                .withDataBytes { try RevisionID(stored: $0) }
        }
    }
}

extension RevisionTree {
    /// Returns the current revision and its ancestors.
    ///
    /// - Returns: The revision IDs, the newest first.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func firstBranch() throws -> [RevisionID] {
        var ids: [RevisionID] = []
        var next: Int? = 0
        // A damaged tree can contain a cycle.
        while let index = next, revisions.indices.contains(index), ids.count < revisions.count {
            ids.append(try revisions[index].id.withUnsafeBytes { try RevisionID(stored: $0) })
            next = revisions[index].parent
        }
        return ids
    }
}
