import Fleece

extension RemoteRevisions {
    /// Writes the items of a document with an array of remote revisions into the open array.
    ///
    /// - Parameters:
    ///   - row: The stored row.
    ///   - body: The new body, or `nil` for a tombstone.
    ///   - keys: The shared keys for reading the row and the new body.
    ///   - writer: The writer of the array.
    /// - Returns: The document flags that the items require.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func write(
        vectorsOf row: StoredRevisions, followedBy body: UnsafeRawBufferPointer?,
        _ keys: SharedKeys, to writer: FleeceWriter
    ) throws -> DocumentFlags {
        let items = try items(of: row, keys)
        // One check for all items, because each item alone may use the complete limit.
        var check = CopyCheck(bytes: (row.extra?.count ?? 0) + (row.body?.count ?? 0))
        try writeCurrent(
            items?.first, treeRevision: row.hasTreeRevision ? row.version : nil,
            followedBy: body, keys: keys, to: writer, check: &check)

        var noted = row.flags.intersection(.conflicted)
        let isSynced = row.flags.contains(.synced)
        for index in 1..<max(items?.count ?? 1, isSynced ? 2 : 1) {
            if isSynced, index == 1 {
                writer.write(try encodeCurrent(of: row, keys, to: writer))
                continue
            }
            guard let item = items?.value(at: index), item.isNull || item.kind == .dictionary else {
                throw damaged("item \(index) is neither a dictionary nor null")
            }
            try check.check(item, "item \(index) of the remote revisions")
            writer.write(copyOf: item)
            let flags = item.dictionary?[flagsKey]?.int64 ?? 0
            noted.formUnion(DocumentFlags(stored: flags).intersection([.conflicted, .hasBlobs]))
        }
        return noted
    }

    /// Reads the array of remote revisions, or returns `nil` if the row has none.
    static func items(
        of row: StoredRevisions, _ keys: SharedKeys
    ) throws -> FleeceArray? {
        guard let extra = row.extra else { return nil }
        guard StoredRevisions.areItems(extra) else {
            throw damaged("it does not begin with four zero bytes")
        }
        let body = FleeceStorage(row.body ?? [], sharedKeys: keys)
        let storage = FleeceStorage(extra, sharedKeys: keys, extern: body)
        guard let items = storage.root?.array, items.value(at: 0)?.kind == .dictionary else {
            throw damaged("it is not a Fleece array that begins with a dictionary")
        }
        return items
    }

    /// Writes item 0, which describes the current revision.
    ///
    /// All values are copied except the properties, which are those of the new body. If the current
    /// revision is one of a rev-tree, its ID is written too.
    private static func writeCurrent(
        _ old: FleeceValue?, treeRevision: [UInt8]?, followedBy body: UnsafeRawBufferPointer?,
        keys: SharedKeys, to writer: FleeceWriter, check: inout CopyCheck
    ) throws {
        writer.beginDictionary()
        // An item that was converted from a rev-tree has no properties, and none are added.
        var hasProperties = treeRevision == nil
        if let treeRevision {
            writer.writeKey(treeKey)
            treeRevision.withUnsafeBytes { writer.write(data: $0) }
        }
        if let old = old?.dictionary {
            if old[treeKey] != nil, old[propertiesKey] == nil { hasProperties = false }
            for (key, value) in old where key != propertiesKey {
                if treeRevision != nil, key == treeKey { continue }
                try check.check(value, "item 0 of the remote revisions")
                writer.writeKey(key)
                writer.write(copyOf: value)
            }
        }
        if hasProperties, let body {
            FleeceStorage.withBorrowed(body, sharedKeys: keys) { storage in
                guard let properties = storage.root else { return }
                writer.writeKey(propertiesKey)
                writer.write(copyOf: properties)
            }
        }
        writer.endDictionary()
    }

    /// Writes the revision that was current before this change, which remote 1 has.
    private static func encodeCurrent(
        of row: StoredRevisions, _ keys: SharedKeys, to writer: FleeceWriter
    ) throws -> FleeceSlot {
        var flags = row.flags.intersection([.deleted, .hasBlobs])
        if !mayHoldBlob(row.body ?? []) { flags.remove(.hasBlobs) }
        let isDeletion = flags.contains(.deleted) && row.body == nil
        return encode(
            row.version, properties: isDeletion ? nil : try properties(row.body, keys),
            flags: flags, to: writer)
    }

    /// Returns the error for a damaged array.
    static func damaged(_ finding: String) -> QuireError {
        QuireError(
            .corruptRevisionData, "The remote revisions (column extra) are damaged: \(finding).")
    }
}
