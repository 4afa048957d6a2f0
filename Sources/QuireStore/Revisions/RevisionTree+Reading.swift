extension RevisionTree {
    /// Reads a stored rev-tree.
    ///
    /// - Parameter stored: The bytes of the column.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`, with a message that names the
    ///   defect and its byte offset.
    /// - Complexity: O(*n*) in the number of bytes.
    init(stored: UnsafeRawBufferPointer) throws {
        var reader = Reader(bytes: stored)
        revisions = try reader.revisions()
        try reader.readRemotes(into: &self)
    }

    /// Returns the body of the current revision in a rev-tree of Couchbase Lite 2.
    ///
    /// - Parameter stored: The bytes of the column `body`.
    /// - Returns: The body, which is empty if the revision has none. If the bytes are not a
    ///   rev-tree, the result is all of them.
    static func currentBody(in stored: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var reader = Reader(bytes: stored)
        return (try? reader.bodyOfFirst()) ?? stored
    }

    /// Throws an error if a body is still a rev-tree of Couchbase Lite 2, which contains the
    /// current body.
    ///
    /// This happens if the upgrade could not read the tree. An ordinary body cannot match by
    /// accident: it would have to contain the revision's digest at the offset where a rev-tree has
    /// it.
    ///
    /// - Parameters:
    ///   - body: The body of a document with a rev-tree.
    ///   - revisionID: The row's revision ID in stored form.
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
            "The body is a damaged revision tree of Couchbase Lite 2.")
    }

    /// Throws an error if a body cannot be that of a document with a rev-tree.
    ///
    /// Even an empty document with a rev-tree has a body.
    ///
    /// - Parameters:
    ///   - body: The row's body.
    ///   - revisionID: The row's revision ID in stored form.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    static func check(
        body: UnsafeRawBufferPointer, of revisionID: UnsafeRawBufferPointer
    ) throws {
        guard !body.isEmpty else {
            throw QuireError(.corruptRevisionData, "The document has a revision tree and no body.")
        }
        try checkIsNoList(body, of: revisionID)
    }
}

/// A sequential reader of a stored rev-tree.
private struct Reader {
    /// The number of bytes of a record before the revision ID.
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
                    "a record of \(size) bytes exceeds the \(bytes.count - start) left", at: start)
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
                "The revision tree is damaged: record \(index) has the parent \(parent), "
                    + "but there are only \(revisions.count) records.")
        }
        return revisions
    }

    /// Returns the body of the first record, the current revision, or no bytes if it has none.
    mutating func bodyOfFirst() throws -> UnsafeRawBufferPointer {
        let size = Int(try integer(UInt32.self))
        guard size <= bytes.count, size > Self.headerLength else {
            throw damage("a record of \(size) bytes exceeds the \(bytes.count) left", at: 0)
        }
        return try record(endingAt: size).body
    }

    /// A record whose ID and body are slices of the tree's bytes.
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
                "a revision ID of \(length) bytes exceeds the \(end - offset) left", at: start)
        }
        let id = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
        offset += length
        guard id.first != 0, (try? RevisionID(stored: id)) != nil else {
            throw damage("a record has no valid revision ID", at: start)
        }
        let sequence = try variableLengthInteger(endingBefore: end)
        let body = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
        guard flags.contains(.hasBody) || body.isEmpty else {
            throw damage("a record without a body has bytes after its sequence", at: offset)
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
        guard bytes.count - offset >= size else { throw damage("it ends unexpectedly", at: offset) }
        defer { offset += size }
        return Integer(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    private mutating func variableLengthInteger(endingBefore end: Int) throws -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end {
            let byte = UInt64(bytes[offset])
            // The tenth byte can contribute only one bit.
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
            "The revision tree is damaged: \(finding), at byte \(offset).")
    }
}
