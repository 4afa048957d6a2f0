import Fleece

// The column `extra` of a row with a version vector contains a replicator's records about other
// databases. It is NULL for a document that was never replicated and never had a rev-tree. The
// first four bytes determine the format of the column. The column `version` does not: a replicator
// of Couchbase Lite 4 stores a rev-tree revision that it receives unchanged, and writes `extra` in
// this format.
//
//   00 00 00 00   distinguishes the format from a rev-tree, which begins with a size
//   Fleece        an array: item n is the last revision of remote database n, a dictionary or
//                 null; item 0 is a dictionary that describes the current revision
//
//     "@"   data      the revision's `version`
//     "."   dict      its properties
//     "&"   integer   its flags, as in the row; omitted if empty
//     "~"   data      in item 0 only: the last rev-tree revision of the document
//
// Couchbase Lite writes the body and the array with one encoder, so the array can contain pointers
// into the body: the "." of item 0 is the body itself. The array is valid only with this body. So
// every change of the document rewrites the array, without pointers into the body.
//
// The row's flag 08 (synced) means that remote 1 has the current revision. A replicator sets the
// flag instead of writing item 1. The next change of the document writes item 1.
//
// Example: a document with the rev-tree revision 1-605ee4, which remote 1 has with the body {},
// becomes
//    0: 54 01605EE4 00              its revision ID
//    6: 7001 417E 8005              item 0: {"~": 10 bytes back}
//   12: 54 01605EE4 00              the revision ID again
//   18: 7002 412E 7000 4140 8007    item 1: {".": {}, "@": 14 bytes back}
//   28: 6002 800C 8007              the array of the two items
//   34: 8003                        the root, 6 bytes back
// after the four zero bytes.

/// The remote revisions that are stored in a document's row together with its next revision.
struct RemoteRevisions {
    static let versionKey = "@"
    static let propertiesKey = "."
    static let flagsKey = "&"
    static let treeKey = "~"

    /// The new `extra` column.
    private(set) var column: [UInt8] = []
    /// The document flags that the remote revisions require.
    private(set) var flags: DocumentFlags = []

    /// Creates the column for a new revision.
    ///
    /// - Parameters:
    ///   - row: The stored row.
    ///   - body: The new body, or `nil` for a tombstone.
    ///   - keys: The shared keys of the row and of the new body.
    ///   - writer: An empty writer with these keys.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a value that must be kept cannot
    ///   be read.
    /// - Complexity: O(*n*) in the size of the row and of the new body.
    init(
        of row: StoredRevisions, followedBy body: UnsafeRawBufferPointer?, _ keys: SharedKeys,
        to writer: FleeceWriter
    ) throws {
        do {
            writer.beginArray()
            flags =
                try row.isTree
                ? Self.write(treeOf: row, keys, to: writer)
                : Self.write(vectorsOf: row, followedBy: body, keys, to: writer)
            writer.endArray()
            column = try writer.withFinishedBytes { [0, 0, 0, 0] + $0 }
        } catch let error as FleeceError {
            throw QuireError(
                .corruptRevisionData, "The remote revisions cannot be kept: \(error.message)")
        }
        if row.flags.contains(.hasBlobs) { flags.insert(.hasBlobs) }
        // The key "@type" is never a shared key, so a revision with a blob contains it as a string.
        if flags.contains(.hasBlobs), !Self.mayHoldBlob(column) { flags.remove(.hasBlobs) }
    }

    /// Returns whether Fleece data may contain a blob.
    static func mayHoldBlob(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { Blob.mayBeHeld(by: $0) }
    }

    /// Writes one revision.
    ///
    /// - Parameters:
    ///   - version: The revision's `version`.
    ///   - properties: The revision's properties, if available.
    ///   - flags: The revision's flags.
    ///   - writer: The writer to which the slot belongs.
    /// - Returns: The slot of the revision's dictionary.
    static func encode(
        _ version: [UInt8], properties: FleeceValue?, flags: DocumentFlags,
        to writer: FleeceWriter
    ) -> FleeceSlot {
        var pairs = [
            writer.encodeKey(versionKey), version.withUnsafeBytes { writer.encode(data: $0) },
        ]
        if let properties {
            pairs.append(writer.encodeKey(propertiesKey))
            pairs.append(writer.encode(copyOf: properties))
        }
        if !flags.isEmpty {
            pairs.append(writer.encodeKey(flagsKey))
            pairs.append(writer.encode(UInt64(flags.rawValue)))
        }
        return writer.encodeDictionary(pairs)
    }

    /// Reads a body whose properties must be kept.
    ///
    /// - Parameters:
    ///   - bytes: The body, or `nil` for a body without properties.
    ///   - keys: The database's shared keys.
    /// - Returns: The body's dictionary.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if any part of it cannot be read.
    static func properties(_ bytes: [UInt8]?, _ keys: SharedKeys) throws -> FleeceValue {
        let body = FleeceStorage(bytes ?? [0x70, 0x00], sharedKeys: keys)
        guard let root = body.root, root.kind == .dictionary else {
            throw QuireError(
                .corruptRevisionData, "The body of a revision is not a Fleece dictionary.")
        }
        var check = CopyCheck(bytes: body.count)
        try check.check(root, "the body of a revision")
        return root
    }
}

/// The columns of a row that contain a document's revisions.
///
/// A change reads them only for a document that was replicated or has a rev-tree.
package struct StoredRevisions {
    /// The current revision.
    let version: [UInt8]
    /// The current body, or `nil` if it is NULL.
    let body: [UInt8]?
    /// The column `extra`, or `nil` if it is NULL.
    let extra: [UInt8]?
    /// The document's flags.
    let flags: DocumentFlags

    /// Whether the current revision is a rev-tree revision, as in Couchbase Lite 2 and 3.
    var hasTreeRevision: Bool { version.first != 0 }

    /// Whether the document has a rev-tree, which may be missing in the row.
    ///
    /// A replicator of Couchbase Lite 4 may store a rev-tree revision that it receives from a
    /// database that is not upgraded. In that case, the column `extra` contains an array of remote
    /// revisions and no tree.
    var isTree: Bool { hasTreeRevision && !(extra.map(Self.areItems) ?? false) }

    /// Returns whether the column `extra` contains an array of remote revisions and not a rev-tree.
    ///
    /// - Parameter extra: The column's bytes.
    /// - Returns: `true` if it begins with four zero bytes. A rev-tree begins with a size.
    static func areItems(_ extra: [UInt8]) -> Bool { extra.starts(with: [0, 0, 0, 0]) }
}

extension RemoteRevisions {
    /// Returns the revision of a remote database in the column `extra`.
    ///
    /// - Parameters:
    ///   - remote: The number of the remote database.
    ///   - extra: The column; empty if it is NULL.
    /// - Returns: The revision, or `nil` if none is known.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func revisionID(
        ofRemote remote: Int, in extra: UnsafeRawBufferPointer
    ) throws -> RevisionID? {
        guard !extra.isEmpty else { return nil }
        guard extra.starts(with: [0, 0, 0, 0]) else {
            let tree = try RevisionTree(stored: extra)
            guard let index = UInt16(exactly: remote).flatMap({ tree.remotes[$0] }) else {
                return nil
            }
            return try tree.revisions[index].id.withUnsafeBytes { try RevisionID(stored: $0) }
        }
        // The revision is never in the body, to which the properties may point.
        return try FleeceStorage.withBorrowed(extra) { storage in
            try storage.root?.array?.value(at: remote)?.dictionary?[versionKey]?
                .withDataBytes { try RevisionID(stored: $0) }
        }
    }

    /// Returns whether the column `extra` contains nothing but the revision of one remote database,
    /// and what describes the current revision.
    ///
    /// - Parameters:
    ///   - extra: The column.
    ///   - remote: The number of the remote database, or `nil` for none.
    /// - Returns: `false` if other revisions must be kept.
    static func contains(_ extra: [UInt8], onlyRemote remote: Int?) -> Bool {
        guard StoredRevisions.areItems(extra) else { return false }
        return extra.withUnsafeBytes { bytes in
            FleeceStorage.withBorrowed(bytes) { storage in
                guard let items = storage.root?.array, items.count <= RemoteEntries.maximumCount,
                    let current = items.value(at: 0)?.dictionary, current[treeKey] == nil
                else { return false }
                return items.indices.dropFirst().allSatisfy {
                    $0 == remote || items.value(at: $0)?.isNull == true
                }
            }
        }
    }
}
