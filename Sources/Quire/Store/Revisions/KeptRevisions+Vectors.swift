import Fleece

extension KeptRevisions {
    /// Writes the items of a document whose other revisions are in an array into the open one.
    ///
    /// - Parameters:
    ///   - row: The row as it is.
    ///   - body: The new body, or `nil` for a tombstone.
    ///   - keys: The shared keys that the row and the new body are read with.
    ///   - writer: Where to.
    /// - Returns: What the row must note because of the items.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func write(
        vectorsOf row: StoredRevisions, followedBy body: UnsafeRawBufferPointer?,
        _ keys: SharedKeys, to writer: FleeceWriter
    ) throws -> DocumentFlags {
        let items = try items(of: row, keys)
        // One check for all items: each alone may be all that its bytes can sensibly hold.
        var check = WholenessCheck(bytes: (row.extra?.count ?? 0) + (row.body?.count ?? 0))
        try writeCurrent(
            items?.first, treeRevision: row.hasTreeRevision ? row.version : nil,
            followedBy: body, keys, to: writer, &check)

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
            try check.check(item, "item \(index) of its other revisions")
            writer.write(copyOf: item)
            let flags = item.dictionary?[flagsKey]?.int64 ?? 0
            noted.formUnion(DocumentFlags(stored: flags).intersection([.conflicted, .hasBlobs]))
        }
        return noted
    }

    private static func items(
        of row: StoredRevisions, _ keys: SharedKeys
    ) throws -> FleeceArray? {
        guard let extra = row.extra else { return nil }
        guard StoredRevisions.areItems(extra) else {
            throw damaged("it does not begin with four zero bytes")
        }
        let body = FleeceStorage(row.body ?? [], sharedKeys: keys)
        let storage = FleeceStorage(extra, sharedKeys: keys, extern: body)
        guard let items = storage.root?.array, items.value(at: 0)?.kind == .dictionary else {
            throw damaged("it is not an array in Fleece that begins with a dictionary")
        }
        return items
    }

    /// Writes item 0: what it was, but for the properties, which are the new ones, and for the name of
    /// the revision, if that was one of a tree.
    private static func writeCurrent(
        _ old: FleeceValue?, treeRevision: [UInt8]?, followedBy body: UnsafeRawBufferPointer?,
        _ keys: SharedKeys, to writer: FleeceWriter, _ check: inout WholenessCheck
    ) throws {
        writer.beginDictionary()
        // An item that was made of a tree has no properties, and does not get them.
        var hasProperties = treeRevision == nil
        if let treeRevision {
            writer.writeKey(treeKey)
            treeRevision.withUnsafeBytes { writer.write(data: $0) }
        }
        if let old = old?.dictionary {
            if old[treeKey] != nil, old[propertiesKey] == nil { hasProperties = false }
            for (key, value) in old where key != propertiesKey {
                if treeRevision != nil, key == treeKey { continue }
                try check.check(value, "item 0 of its other revisions")
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

    /// Writes the revision that was the current one, which remote 1 has.
    private static func encodeCurrent(
        of row: StoredRevisions, _ keys: SharedKeys, to writer: FleeceWriter
    ) throws -> FleeceSlot {
        var flags = row.flags.intersection([.deleted, .hasBlobs])
        if !mayHoldBlob(row.body ?? []) { flags.remove(.hasBlobs) }
        let isDeletion = flags.contains(.deleted) && row.body == nil
        return encode(
            row.version, isDeletion ? nil : try properties(row.body, keys), flags, to: writer)
    }

    private static func damaged(_ finding: String) -> QuireError {
        QuireError(
            .corruptRevisionData, "Its other revisions (column extra) are damaged: \(finding).")
    }
}
