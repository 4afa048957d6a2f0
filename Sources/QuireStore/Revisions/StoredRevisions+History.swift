import Fleece

extension StoredRevisions {
    /// Returns the revisions in the row.
    ///
    /// - Parameters:
    ///   - current: The current revision.
    ///   - keys: The shared keys for reading the row.
    /// - Returns: The revisions, the current one first. The ancestors in a rev-tree follow in their
    ///   order, and the others from the newest to the oldest.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func history(from current: StoredRevision, _ keys: SharedKeys) throws -> [StoredRevision] {
        var list = RevisionList(current)
        if flags.contains(.synced) { list[current.revisionID].remotes.append(1) }
        if isTree {
            if let extra {
                list.add(try extra.withUnsafeBytes { try RevisionTree(stored: $0) }, keys)
            }
            return list.revisions
        }
        if !hasTreeRevision {
            for version in try version.withUnsafeBytes({ try VersionVector(stored: $0) }).versions {
                list.find(RevisionID(version))
            }
        }
        if let items = try RemoteRevisions.items(of: self, keys) {
            try list.add(items, bytes: (extra?.count ?? 0) + (body?.count ?? 0))
        }
        list.sort()
        return list.revisions
    }
}

/// Revisions of a document, each once, the current one first.
private struct RevisionList {
    private(set) var revisions: [StoredRevision]
    private var indices: [RevisionID: Int]

    init(_ current: StoredRevision) {
        revisions = [current]
        indices = [current.revisionID: 0]
    }

    /// The entry of a revision, which is added if it is missing.
    subscript(id: RevisionID) -> StoredRevision {
        get { revisions[indices[id] ?? 0] }
        set { revisions[find(id)] = newValue }
    }

    /// Returns the index of a revision, which is added if it is missing.
    @discardableResult
    mutating func find(_ id: RevisionID) -> Int {
        if let index = indices[id] { return index }
        revisions.append(StoredRevision(id))
        indices[id] = revisions.count - 1
        return revisions.count - 1
    }

    /// Sorts all revisions but the current one by time; those without a time are last.
    mutating func sort() {
        let others = revisions.dropFirst().enumerated().sorted {
            let (first, second) = ($0.element.revisionID, $1.element.revisionID)
            return first.timestamp == second.timestamp
                ? $0.offset < $1.offset : first.timestamp > second.timestamp
        }
        revisions = [revisions[0]] + others.map(\.element)
        indices = Dictionary(uniqueKeysWithValues: zip(revisions.map(\.revisionID), 0...))
    }
}

// MARK: Rev-trees

extension RevisionList {
    /// Adds the revisions of a rev-tree, beginning with the ancestors of the current one.
    fileprivate mutating func add(_ tree: RevisionTree, _ keys: SharedKeys) {
        var pending = Set(tree.revisions.indices)
        var next: Int? = 0
        // A damaged tree can contain a cycle.
        while let index = next, pending.remove(index) != nil {
            add(tree.revisions[index], isCurrent: index == 0, keys)
            next = tree.revisions[index].parent
        }
        for index in pending.sorted() { add(tree.revisions[index], isCurrent: false, keys) }
        for (remote, index) in tree.remotes.sorted(by: { $0.key < $1.key }) {
            guard let id = id(of: tree.revisions[index]) else { continue }
            let remotes = self[id].remotes
            if !remotes.contains(Int(remote)) { self[id].remotes = remotes + [Int(remote)] }
        }
    }

    private mutating func add(
        _ revision: RevisionTree.Revision, isCurrent: Bool, _ keys: SharedKeys
    ) {
        // The row describes the current revision completely.
        guard !isCurrent, let id = id(of: revision) else { return }
        let index = find(id)
        guard index > 0 else { return }
        revisions[index].sequence = revision.sequence == 0 ? nil : revision.sequence
        revisions[index].isDeletion = revision.flags.contains(.deleted)
        revisions[index].isConflicting = revision.flags.contains(.conflict)
        guard let body = revision.body, !revision.flags.contains(.deleted) else { return }
        revisions[index].content = content { try RemoteRevisions.properties(body, keys) }
    }

    private func id(of revision: RevisionTree.Revision) -> RevisionID? {
        // The tree has been read, so its revision IDs are valid.
        revision.id.withUnsafeBytes { try? RevisionID(stored: $0) }
    }
}

// MARK: Remote revisions

extension RevisionList {
    /// Adds the revisions of an array of remote revisions.
    fileprivate mutating func add(_ items: FleeceArray, bytes: Int) throws {
        // One check for all items, because each item alone may use the complete limit.
        var check = CopyCheck(bytes: bytes)
        for (remote, item) in items.enumerated() {
            guard let item = item.dictionary else {
                guard item.isNull else {
                    throw RemoteRevisions.damaged(
                        "item \(remote) is neither a dictionary nor null")
                }
                continue
            }
            if let tree = try revisionID(item[RemoteRevisions.treeKey]) { find(tree) }
            guard remote > 0 else { continue }
            guard let id = try revisionID(item[RemoteRevisions.versionKey]) else {
                throw RemoteRevisions.damaged("item \(remote) has no revision")
            }
            let index = find(id)
            if !revisions[index].remotes.contains(remote) {
                revisions[index].remotes.append(remote)
            }
            guard index > 0 else { continue }
            let flags = DocumentFlags(stored: item[RemoteRevisions.flagsKey]?.int64 ?? 0)
            revisions[index].isDeletion = flags.contains(.deleted)
            revisions[index].isConflicting = flags.contains(.conflicted)
            guard !flags.contains(.deleted), let properties = item[RemoteRevisions.propertiesKey]
            else { continue }
            revisions[index].content = content {
                try check.check(properties, "item \(remote) of the remote revisions")
                return try copy(properties)
            }
        }
    }

    private func revisionID(_ value: FleeceValue?) throws -> RevisionID? {
        guard let value else { return nil }
        guard let id = try value.withDataBytes({ try RevisionID(stored: $0) }) else {
            throw RemoteRevisions.damaged("a revision is not data")
        }
        return id
    }

    /// Returns a copy that does not refer to the bytes of the row's body.
    private func copy(_ value: FleeceValue) throws -> FleeceValue? {
        let writer = FleeceWriter()
        writer.write(copyOf: value)
        return FleeceStorage(try writer.finish()).root
    }

    private func content(
        _ read: () throws -> FleeceValue?
    ) -> Result<FleeceDictionary?, QuireError> {
        do {
            guard let body = try read()?.dictionary else {
                throw QuireError(
                    .corruptRevisionData, "The body of a revision is not a Fleece dictionary.")
            }
            return .success(body)
        } catch let error as QuireError {
            return .failure(error)
        } catch {
            return .failure(
                QuireError(
                    .corruptRevisionData, "The body of a revision cannot be read: \(error)",
                    underlyingError: error))
        }
    }
}
