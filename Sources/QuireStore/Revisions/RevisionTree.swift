// The rev-tree of a document as Couchbase Lite 2 and 3 store it. From schema version 400 on, it is
// in the column `extra` of a row. In earlier versions, it is in the column `body` and also contains
// the current body.
//
//   per revision, the current one first:
//     u32      size         of this record, including these four bytes
//     u16      parent       the index of the parent record, FFFF for none
//     u8       flags        01 deleted, 02 leaf, 08 has blobs, 10 keeps its body, 20 conflict,
//                           40 closed, 80 a body follows
//     u8       length       of the revision ID
//     ...      revision ID  a uvarint, the generation, and a digest
//     uvarint  sequence     0 means the row's sequence
//     ...      body         Fleece, to the end of the record
//   u32 0
//   per remote database:             u16 its number, u16 index of the last revision it has
//   u16 0, u16 0
//   per revision a remote rejected:  u16 0, u16 index
//
// Integers are big-endian. A uvarint begins with its lowest 7 bits. Couchbase Lite 2 may omit
// everything after the remotes.
//
// Example, the 38 bytes of a new document whose body is in the column `body`:
//   0000001E FFFF 02 15 01<20 bytes> 00   one record of 30 bytes: no parent, leaf, 21 bytes of
//                                         revision ID, the row's sequence
//   00000000                              no more records, and no remotes
//   0000 0000                             nothing was rejected

/// The rev-tree of a document.
struct RevisionTree: Equatable {
    /// The flags of a revision.
    struct Flags: OptionSet, Hashable {
        let rawValue: UInt8

        /// The revision is a deletion.
        static let deleted = Self(rawValue: 0x01)
        /// The revision has no child.
        static let leaf = Self(rawValue: 0x02)
        /// The revision's body has a blob.
        static let hasBlobs = Self(rawValue: 0x08)
        /// The revision is the end of a branch with an unresolved conflict.
        static let conflict = Self(rawValue: 0x20)
        /// The record contains a body.
        ///
        /// This flag is used only in stored records, because ``Revision`` contains the body itself.
        static let hasBody = Self(rawValue: 0x80)
    }

    /// A revision.
    struct Revision: Equatable {
        /// The revision ID in stored form: generation and digest.
        var id: [UInt8]
        /// The index of the parent revision.
        ///
        /// No code follows these indexes from revision to revision, so cycles in damaged data are
        /// harmless.
        var parent: Int?
        /// The revision's flags.
        var flags: Flags
        /// The sequence that the revision was stored with, or 0 for the row's sequence.
        var sequence: UInt64 = 0
        /// The revision's body, if the tree contains it.
        var body: [UInt8]?
    }

    /// The maximum number of revisions, which 16-bit indexes can address.
    static let maximumCount = 0xFFFF

    /// The revisions, at least one, with the current one first.
    var revisions: [Revision]
    /// The index of the last revision of each remote database, by the remote's number.
    var remotes: [UInt16: Int] = [:]
    /// The indexes of the revisions that a remote database rejected.
    var rejected: [Int] = []

    /// Returns the tree in the stored format of schema version 400.
    ///
    /// - Returns: The bytes, including the bodies that the tree contains.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        for revision in revisions { revision.append(to: &bytes) }
        bytes.append(bigEndian: 0 as UInt32)
        for (remote, index) in remotes.sorted(by: { $0.key < $1.key }) {
            bytes.append(bigEndian: remote)
            bytes.append(bigEndian: UInt16(truncatingIfNeeded: index))
        }
        bytes.append(bigEndian: 0 as UInt32)
        for index in rejected {
            bytes.append(bigEndian: 0 as UInt16)
            bytes.append(bigEndian: UInt16(truncatingIfNeeded: index))
        }
        return bytes
    }
}

extension RevisionTree.Revision {
    fileprivate func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(bigEndian: 0 as UInt32)
        bytes.append(bigEndian: UInt16(truncatingIfNeeded: parent ?? RevisionTree.maximumCount))
        bytes.append((body == nil ? flags : flags.union(.hasBody)).rawValue)
        bytes.append(UInt8(truncatingIfNeeded: id.count))
        bytes += id
        var rest = sequence
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        if let body { bytes += body }
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count - start).bigEndian) {
            bytes.replaceSubrange(start..<start + 4, with: $0)
        }
    }

    /// The document flags for this revision in a row with a version vector.
    var documentFlags: DocumentFlags {
        var noted: DocumentFlags = []
        if flags.contains(.deleted) { noted.insert(.deleted) }
        if flags.contains(.conflict) { noted.insert(.conflicted) }
        if flags.contains(.hasBlobs) { noted.insert(.hasBlobs) }
        return noted
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian integer: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
    }
}
