extension RevisionTree {
    /// Reads a list of revisions.
    ///
    /// - Parameter stored: The bytes of the column.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` that says what is wrong at which
    ///   byte.
    /// - Complexity: O(*n*) in the number of bytes.
    init(stored: UnsafeRawBufferPointer) throws {
        var reader = Reader(bytes: stored)
        revisions = try reader.revisions()
        try reader.readRemotes(into: &self)
    }

    /// Finds the body of the current revision in a list of Couchbase Lite 2.
    ///
    /// - Parameter stored: The bytes of the column `body`.
    /// - Returns: The body; no bytes if the revision has none, and all of them if they are no list.
    static func currentBody(in stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var reader = Reader(bytes: stored)
        return (try? reader.bodyOfFirst()) ?? stored
    }

    /// Refuses a body that still is a list of Couchbase Lite 2, with the current body in it.
    ///
    /// So it is if the upgrade could not take the list apart. A body cannot look like that by
    /// accident: it would have to have the revision's digest in the place where a list has it.
    ///
    /// - Parameters:
    ///   - body: The body of a document of rev-trees.
    ///   - revisionID: The row's revision ID, in stored form.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func checkIsNoList(
        _ body: UnsafeRawBufferPointer, of revisionID: UnsafeRawBufferPointer
    ) throws {
        let start = Reader.headerLength
        guard body.count >= start + revisionID.count, Int(body[start - 1]) == revisionID.count,
            body[start..<start + revisionID.count].elementsEqual(revisionID)
        else { return }
        throw QuireError(
            .corruptRevisionData,
            "Its body is a list of revisions of Couchbase Lite 2, which is damaged.")
    }

    /// Refuses what cannot be the body of a document of rev-trees.
    ///
    /// There even an empty document has a body.
    ///
    /// - Parameters:
    ///   - body: The row's body.
    ///   - revisionID: The row's revision ID, in stored form.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func check(
        body: UnsafeRawBufferPointer, of revisionID: UnsafeRawBufferPointer
    ) throws {
        guard !body.isEmpty else {
            throw QuireError(.corruptRevisionData, "It is one of rev-trees and has no body.")
        }
        try checkIsNoList(body, of: revisionID)
    }
}

/// Goes through a list of revisions from front to back.
private struct Reader {
    /// The bytes of a record before the revision ID.
    static let headerLength = 8

    let bytes: UnsafeRawBufferPointer
    var offset = 0

    mutating func revisions() throws -> [RevisionTree.Revision] {
        var revisions: [RevisionTree.Revision] = []
        while true {
            let start = offset
            let size = Int(try integer(UInt32.self))
            if size == 0 { break }
            guard size <= bytes.count - start, size > Self.headerLength else {
                throw damage(
                    "a record has \(size) bytes where \(bytes.count - start) are left", at: start)
            }
            guard revisions.count < RevisionTree.maximumCount else {
                throw damage("it has more than \(RevisionTree.maximumCount) records", at: start)
            }
            revisions.append(try revision(endingAt: start + size))
        }
        guard !revisions.isEmpty else { throw damage("it has no record", at: 0) }
        for (index, revision) in revisions.enumerated() {
            guard let parent = revision.parent, parent >= revisions.count else { continue }
            throw QuireError(
                .corruptRevisionData,
                "The list of revisions is damaged: record \(index) follows record \(parent), "
                    + "and there are \(revisions.count).")
        }
        return revisions
    }

    /// Reads the body of the first record, which is the current revision's; no bytes if it has none.
    mutating func bodyOfFirst() throws -> UnsafeRawBufferPointer {
        let size = Int(try integer(UInt32.self))
        guard size <= bytes.count, size > Self.headerLength else {
            throw damage("a record has \(size) bytes where \(bytes.count) are left", at: 0)
        }
        return try record(endingAt: size).body
    }

    /// A record in the list's own bytes.
    private struct Record {
        let parent: Int
        let flags: RevisionTree.Flags
        let id: UnsafeRawBufferPointer
        let sequence: UInt64
        let body: UnsafeRawBufferPointer
    }

    private mutating func revision(endingAt end: Int) throws -> RevisionTree.Revision {
        let record = try record(endingAt: end)
        return RevisionTree.Revision(
            id: Array(record.id),
            parent: record.parent == RevisionTree.maximumCount ? nil : record.parent,
            flags: record.flags.subtracting(.hasBody), sequence: record.sequence,
            body: record.flags.contains(.hasBody) ? Array(record.body) : nil)
    }

    private mutating func record(endingAt end: Int) throws -> Record {
        let parent = Int(try integer(UInt16.self))
        let flags = RevisionTree.Flags(rawValue: try integer(UInt8.self))
        let length = Int(try integer(UInt8.self))
        let start = offset
        guard length <= end - offset else {
            throw damage(
                "a revision ID has \(length) bytes and \(end - offset) are left", at: start)
        }
        let id = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
        offset += length
        guard id.first != 0, (try? RevisionID(stored: id)) != nil else {
            throw damage("a record has no revision ID", at: start)
        }
        let sequence = try variableLengthInteger(endingBefore: end)
        let body = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
        guard flags.contains(.hasBody) || body.isEmpty else {
            throw damage("a record without a body goes on after its sequence", at: offset)
        }
        offset = end
        return Record(parent: parent, flags: flags, id: id, sequence: sequence, body: body)
    }

    mutating func readRemotes(into tree: inout RevisionTree) throws {
        var isBehindSeparator = false
        while offset < bytes.count {
            let start = offset
            let remote = try integer(UInt16.self)
            let index = Int(try integer(UInt16.self))
            if !isBehindSeparator, remote == 0, index == 0 {
                isBehindSeparator = true
                continue
            }
            guard index < tree.revisions.count, (remote == 0) == isBehindSeparator else {
                throw damage(
                    "remote \(remote) has revision \(index) of \(tree.revisions.count)", at: start)
            }
            if isBehindSeparator {
                tree.rejected.append(index)
            } else {
                tree.remotes[remote] = index
            }
        }
    }

    private mutating func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type
    ) throws -> Integer {
        let size = MemoryLayout<Integer>.size
        guard bytes.count - offset >= size else { throw damage("it ends too early", at: offset) }
        defer { offset += size }
        return Integer(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    private mutating func variableLengthInteger(endingBefore end: Int) throws -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end {
            let byte = UInt64(bytes[offset])
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { break }
            offset += 1
            value |= (byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw damage("a sequence does not end", at: offset)
    }

    private func damage(_ finding: String, at offset: Int) -> QuireError {
        QuireError(
            .corruptRevisionData,
            "The list of revisions is damaged: \(finding), at byte \(offset).")
    }
}
