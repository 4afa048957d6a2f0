// The list of a document's revisions as Couchbase Lite 2 and 3 store it. From schema 400 on it is a
// row's `extra` column; before, it is the `body` column and has the current body in it too.
//
//   per revision, the current one first:
//     u32      size         of this record, these four bytes included
//     u16      parent       the index of the record that it follows, FFFF for none
//     u8       flags        01 deleted, 02 leaf, 08 has blobs, 10 keeps its body, 20 conflict,
//                           40 closed, 80 a body follows
//     u8       length       of the revision ID
//     ...      revision ID  a uvarint, the generation, and a digest
//     uvarint  sequence     0 is the row's own
//     ...      body         Fleece, to the end of the record
//   u32 0
//   per remote database:             u16 its number, u16 index of the last revision it has
//   u16 0, u16 0
//   per revision a remote rejected:  u16 0, u16 index
//
// Integers have their highest byte first, a uvarint its lowest 7 bits. Couchbase Lite 2 may leave
// out what comes after the remotes.
//
// Example, the 38 bytes of a new document whose body lies in its own column:
//   0000001E FFFF 02 15 01<20 bytes> 00   one record of 30 bytes: no parent, leaf, 21 bytes of
//                                         revision ID, the row's sequence
//   00000000                              no more records, and no remotes
//   0000 0000                             nothing was rejected

/// The revisions of a document of rev-trees, the current one first.
struct RevisionTree: Equatable {
    /// What is noted about a revision.
    struct Flags: OptionSet, Hashable {
        let rawValue: UInt8

        /// It is a deletion.
        static let deleted = Self(rawValue: 0x01)
        /// No revision follows it.
        static let leaf = Self(rawValue: 0x02)
        /// Its body has a blob.
        static let hasBlobs = Self(rawValue: 0x08)
        /// It is the end of a branch that is not reconciled.
        static let conflict = Self(rawValue: 0x20)
        /// A body follows in the record; told by the body itself and not kept here.
        static let hasBody = Self(rawValue: 0x80)
    }

    /// One revision.
    struct Revision: Equatable {
        /// Its name in stored form: generation and digest.
        var id: [UInt8]
        /// The index of the revision that it follows.
        ///
        /// Nothing here goes along these, so it does not matter that a damaged list can have
        /// circles.
        var parent: Int?
        /// What is noted about it.
        var flags: Flags
        /// The sequence that it was stored with; 0 for the row's.
        var sequence: UInt64 = 0
        /// Its body, if that is in the list.
        var body: [UInt8]?
    }

    /// The most revisions that indexes of 16 bits tell apart.
    static let maximumCount = 0xFFFF

    /// The revisions; at least one.
    var revisions: [Revision]
    /// The last revision that each remote database has, an index, by the remote's number.
    var remotes: [UInt16: Int] = [:]
    /// The revisions that a remote rejected, by index.
    var rejected: [Int] = []

    /// Returns the list's bytes, in the form of schema 400.
    ///
    /// - Returns: The bytes, those of all bodies in the list included.
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

    /// What a row of version vectors notes about such a revision.
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
