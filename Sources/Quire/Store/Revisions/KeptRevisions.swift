import Fleece

// The column `extra` of a row of version vectors: what a replicator knows of other databases. It is
// NULL for a document that was never replicated and never was one of rev-trees. The first four
// bytes say which form it has, not the column `version`: a replicator of Couchbase Lite 4 stores
// the revision of a tree that it gets from elsewhere as it is, and beside it this column in this
// form.
//
//   00 00 00 00   tells it from a list of revisions, which begins with a size
//   Fleece        an array: item n is the last revision that remote database n has, a dictionary,
//                 or null; item 0 is a dictionary about the current revision
//
//     "@"   data      the revision's `version`
//     "."   dict      its properties
//     "&"   integer   its flags, as in the row, if it has any
//     "~"   data      in item 0 only: the last revision of a tree that the document had
//
// Couchbase Lite writes the array behind the body with one encoder, so that it points into the body
// where the two have something in common: item 0 has the body itself as its ".". Beside another
// body such an array means nothing, which is why a change of the document always writes it anew,
// whole by itself.
//
// The row's flag 08, synced, says that remote 1 has the current revision: a replicator sets it
// instead of writing item 1. The next change makes that item of it.
//
// Example: a document of trees at 1-605ee4, which remote 1 has with the body {}, becomes
//    0: 54 01605EE4 00              its revision ID
//    6: 7001 417E 8005              item 0: {"~": 10 bytes back}
//   12: 54 01605EE4 00              the same once more
//   18: 7002 412E 7000 4140 8007    item 1: {".": {}, "@": 14 bytes back}
//   28: 6002 800C 8007              the array of the two
//   34: 8003                        the root, 6 bytes back
// behind the four zero bytes.

/// The revisions that a document's row keeps beside the current one, as its next revision has them.
struct KeptRevisions {
    static let versionKey = "@"
    static let propertiesKey = "."
    static let flagsKey = "&"
    static let treeKey = "~"

    /// The new `extra` column.
    private(set) var column: [UInt8] = []
    /// What the row must note because of them.
    private(set) var flags: DocumentFlags = []

    /// Makes the column that goes with a new revision.
    ///
    /// - Parameters:
    ///   - row: The row as it is.
    ///   - body: The new body, or `nil` for a tombstone.
    ///   - keys: The shared keys of the row and of the new body.
    ///   - writer: An empty writer with these keys.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a part that has to be kept
    ///   cannot be read.
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
                .corruptRevisionData, "Its other revisions cannot be kept: \(error.message)")
        }
        if row.flags.contains(.hasBlobs) { flags.insert(.hasBlobs) }
        // The key of a blob's type never becomes a number, so a revision with a blob has its text.
        if flags.contains(.hasBlobs), !Self.mayHoldBlob(column) { flags.remove(.hasBlobs) }
    }

    /// Whether bytes of Fleece can have a blob in them.
    static func mayHoldBlob(_ bytes: [UInt8]) -> Bool {
        bytes.firstRange(of: Array("@type".utf8)) != nil
    }

    /// Writes one revision.
    ///
    /// - Parameters:
    ///   - version: The revision's `version`.
    ///   - properties: Its properties, if they are at hand.
    ///   - flags: What is noted about it.
    ///   - writer: Where to.
    /// - Returns: The slot of its dictionary.
    static func encode(
        _ version: [UInt8], _ properties: FleeceValue?, _ flags: DocumentFlags,
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

    /// Reads a body that has to be kept.
    ///
    /// - Parameters:
    ///   - bytes: The body; `nil` for one without properties.
    ///   - keys: The database's shared keys.
    /// - Returns: Its dictionary.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if it cannot be read whole.
    static func properties(_ bytes: [UInt8]?, _ keys: SharedKeys) throws -> FleeceValue {
        let body = FleeceStorage(bytes ?? [0x70, 0x00], sharedKeys: keys)
        guard let root = body.root, root.kind == .dictionary else {
            throw QuireError(
                .corruptRevisionData, "The body of a revision is not a dictionary in Fleece.")
        }
        var check = WholenessCheck(bytes: body.count)
        try check.check(root, "the body of a revision")
        return root
    }
}

/// The columns of a row that hold a document's revisions.
///
/// Only a document that was replicated or is one of rev-trees is read this far for a change.
struct StoredRevisions {
    /// The current revision.
    let version: [UInt8]
    /// The current body, if there is one.
    let body: [UInt8]?
    /// The other revisions, if there are any.
    let extra: [UInt8]?
    /// What is noted about the document.
    let flags: DocumentFlags

    /// Whether the current revision is one of a tree, of Couchbase Lite 2 or 3.
    var hasTreeRevision: Bool { version.first != 0 }

    /// Whether the other revisions are a tree, or missing where there would be one.
    ///
    /// A replicator of Couchbase Lite 4 gives a document the revision of a tree, from a database
    /// that is not upgraded, and keeps the other revisions as for every document.
    var isTree: Bool { hasTreeRevision && !(extra.map(Self.areItems) ?? false) }

    /// Returns whether the column `extra` has an array of revisions and not a tree.
    ///
    /// - Parameter extra: The column's bytes.
    /// - Returns: `true` if it begins with four zero bytes; a tree begins with a size.
    static func areItems(_ extra: [UInt8]) -> Bool { extra.starts(with: [0, 0, 0, 0]) }
}
