import Fleece

/// The last known revisions of remote databases in a row, which a replicator changes.
///
/// ``RemoteRevisions`` preserves them when the program changes the document.
package struct RemoteEntries {
    /// The maximum number of remote databases.
    static let maximumCount = 1024

    /// The last rev-tree revision of the document, in stored form.
    var tree: [UInt8]?
    /// The entries by the number of the remote database.
    ///
    /// Item 0 is not used.
    private var entries: [RemoteEntry?] = [nil]

    /// Creates entries for a document without any.
    init() {}

    /// Reads the entries of a row.
    ///
    /// - Parameters:
    ///   - row: The columns with the revisions of a document.
    ///   - keys: The shared keys for reading the row.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    init(of row: StoredRevisions, _ keys: SharedKeys) throws {
        if row.isTree {
            try addTree(of: row, keys)
        } else if let items = try RemoteRevisions.items(of: row, keys) {
            tree = items.value(at: 0)?.dictionary?[RemoteRevisions.treeKey]?
                .withDataBytes { Array($0) }
            // One check for all items, because each item alone may use the complete limit.
            var check = CopyCheck(bytes: (row.extra?.count ?? 0) + (row.body?.count ?? 0))
            for index in 1..<max(items.count, 1) {
                guard let item = items.value(at: index) else {
                    throw RemoteRevisions.damaged("item \(index) is missing")
                }
                if item.isNull { continue }
                guard let dictionary = item.dictionary else {
                    throw RemoteRevisions.damaged(
                        "item \(index) is neither a dictionary nor null")
                }
                try check.check(item, "item \(index) of the remote revisions")
                self[index] = try RemoteEntry(dictionary, at: index)
            }
        }
        if row.flags.contains(.synced) { self[1] = row.currentEntry }
    }

    private mutating func addTree(of row: StoredRevisions, _ keys: SharedKeys) throws {
        guard let tree = try row.extra.map({ try $0.withUnsafeBytes(RevisionTree.init(stored:)) })
        else { return }
        for (remote, index) in tree.remotes {
            let revision = tree.revisions[index]
            guard index > 0 else {
                self[Int(remote)] = row.currentEntry
                continue
            }
            let body = try revision.body.map { try RemoteRevisions.properties($0, keys) }
            self[Int(remote)] = RemoteEntry(
                version: revision.id, properties: body.map { .value($0) } ?? .unknown,
                flags: revision.documentFlags)
        }
    }

    /// The entry of a remote database, or `nil` if the row has none.
    subscript(remote: Int) -> RemoteEntry? {
        get { entries.indices.contains(remote) ? entries[remote] : nil }
        set {
            guard 1...Self.maximumCount ~= remote else { return }
            while entries.count <= remote { entries.append(nil) }
            entries[remote] = newValue
        }
    }

    /// The entries with the numbers of their remote databases.
    var all: [(remote: Int, entry: RemoteEntry)] {
        entries.enumerated().compactMap { remote, entry in entry.map { (remote, $0) } }
    }

    /// Whether there is nothing to store.
    var isEmpty: Bool { tree == nil && entries.allSatisfy { $0 == nil } }

    /// The document flags that the entries require.
    var flags: DocumentFlags {
        all.reduce(into: []) { flags, item in
            if case .current = item.entry.properties { return }
            flags.formUnion(item.entry.flags.intersection([.conflicted, .hasBlobs]))
        }
    }

    /// Replaces references to the current body, which is about to change, by its properties.
    ///
    /// - Parameters:
    ///   - row: The row with the body.
    ///   - keys: The shared keys for reading it.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the body cannot be read.
    mutating func keepBody(of row: StoredRevisions, _ keys: SharedKeys) throws {
        for (remote, entry) in all {
            guard case .current = entry.properties else { continue }
            let isDeletion = row.flags.contains(.deleted) && row.body == nil
            self[remote]?.properties =
                isDeletion ? .unknown : .value(try RemoteRevisions.properties(row.body, keys))
        }
    }

    /// Encodes the column `extra`.
    ///
    /// - Parameters:
    ///   - body: The body of the current revision, or `nil` for a tombstone.
    ///   - keys: The shared keys for reading the body.
    ///   - writer: An empty writer with these keys.
    /// - Returns: The column, or `nil` if it is NULL.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a value cannot be read.
    func column(
        after body: UnsafeRawBufferPointer?, _ keys: SharedKeys, to writer: FleeceWriter
    ) throws -> [UInt8]? {
        guard !isEmpty else { return nil }
        if let column = sharingColumn(after: body) { return column }
        do {
            if let body {
                FleeceStorage.withBorrowed(body, sharedKeys: keys) { write($0.root, to: writer) }
            } else {
                write(nil, to: writer)
            }
            return try writer.withFinishedBytes { [0, 0, 0, 0] + $0 }
        } catch let error as FleeceError {
            throw QuireError(
                .corruptRevisionData, "The remote revisions cannot be written: \(error.message)")
        }
    }

    private func write(_ body: FleeceValue?, to writer: FleeceWriter) {
        writer.beginArray()
        writer.beginDictionary()
        if let tree {
            writer.writeKey(RemoteRevisions.treeKey)
            tree.withUnsafeBytes { writer.write(data: $0) }
        }
        if let body {
            writer.writeKey(RemoteRevisions.propertiesKey)
            writer.write(copyOf: body)
        }
        writer.endDictionary()
        for entry in entries.dropFirst() {
            writer.write(entry?.encode(to: writer, current: body) ?? writer.encodeNull())
        }
        writer.endArray()
    }
}

extension RemoteEntries {
    /// Encodes entries that refer to the current body, as Couchbase Lite does after a replication.
    ///
    /// - Parameter body: The body of the current revision, or `nil` for a tombstone.
    /// - Returns: The column, or `nil` if an entry has other properties or a pointer is too long.
    private func sharingColumn(after body: UnsafeRawBufferPointer?) -> [UInt8]? {
        var column = SharingColumn(after: body)
        guard let current = column.addCurrent(tree: tree) else { return nil }
        var items: [Int?] = [current]
        for entry in entries.dropFirst() {
            guard let entry else {
                items.append(nil)
                continue
            }
            guard entry.base == nil, let item = column.add(entry) else { return nil }
            items.append(item)
        }
        return column.finish(items)
    }
}

extension StoredRevisions {
    /// The current revision as the entry of a remote database that has it.
    var currentEntry: RemoteEntry {
        var noted = flags.intersection([.deleted, .hasBlobs])
        if !RemoteRevisions.mayHoldBlob(body ?? []) { noted.remove(.hasBlobs) }
        return RemoteEntry(version: version, properties: .current, flags: noted)
    }
}
