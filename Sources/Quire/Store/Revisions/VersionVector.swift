// The column `version` of a row in a database with version vectors:
//
//   00                       distinguishes it from a rev-tree revision ID
//   then per version, the newest first:
//   uvarint  time            of the first version; for the others, how much earlier it is
//   byte     length | 0x80   of the author's name, which follows; 0 is this database.
//                            The highest bit marks a current version
//
// Example: 00 83 97 BC 96 C0 BA 0C 80 is one version, made by this database.

/// The latest edit of a document by each database, the newest first.
struct VersionVector: Equatable {
    /// The newest edit.
    let first: RevisionID.Version
    /// The earlier edits.
    private(set) var others: [RevisionID.Version] = []

    /// All edits.
    var versions: [RevisionID.Version] { [first] + others }

    /// Reads the column `version` of a row.
    ///
    /// - Parameter stored: The column's bytes.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the bytes are not a version
    ///   vector.
    init(stored: UnsafeRawBufferPointer) throws {
        guard stored.first == 0 else {
            throw QuireError(.corruptRevisionData, "The revision is not a version vector.")
        }
        var offset = 1
        first = try RevisionID.Version(reading: stored, at: &offset, after: nil)
        var previous = first.time
        while offset < stored.count {
            let version = try RevisionID.Version(reading: stored, at: &offset, after: previous)
            others.append(version)
            previous = version.time
        }
    }

    /// Whether the only edit was made by this database.
    var hasOnlyOwnEdit: Bool { first.source == nil && others.isEmpty }

    /// Returns whether a `version` column consists of one edit of this database, before a time.
    static func isOwnEdit(_ column: UnsafeRawBufferPointer, before time: Int64) -> Bool {
        guard column.first == 0, column.count <= 12, let vector = try? Self(stored: column) else {
            return false
        }
        return vector.hasOnlyOwnEdit && vector.first.time >= HybridClock.earliest
            && vector.first.time < UInt64(clamping: time)
    }

    /// The latest time of any edit.
    var latestTime: UInt64 { others.reduce(first.time) { max($0, $1.time) } }

    /// Checks that the times of the edits allow another edit.
    ///
    /// - Parameter clock: The clock that provides the time of the next edit.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if an edit of this database is
    ///   earlier than the clock's first time, or if an edit is in the future.
    func checkTimes(_ clock: HybridClock) throws {
        try Self.checkTime(of: first, clock)
        for version in others { try Self.checkTime(of: version, clock) }
    }

    @inline(__always)
    private static func checkTime(of version: RevisionID.Version, _ clock: HybridClock) throws {
        let isTooEarly = version.source == nil && version.time < HybridClock.earliest
        // The system time is read only if the time is later than all times of the clock.
        guard isTooEarly || version.time > clock.last && version.time > clock.latest else { return }
        throw QuireError(
            .corruptRevisionData,
            "The document's version vector contains the invalid time \(version.time).")
    }

    /// Encodes the column `version` of a document's next revision, made by this database.
    ///
    /// - Parameters:
    ///   - version: The new edit.
    ///   - older: The document's previous edits. The new edit replaces the one of this database.
    ///   - bytes: The buffer for the column. Its previous contents are discarded.
    static func encode(
        _ version: RevisionID.Version, followedBy older: VersionVector?, into bytes: inout [UInt8]
    ) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(0)
        version.append(to: &bytes, after: nil, isCurrent: true)
        guard let older else { return }
        var previous = version.time
        if older.first.source != version.source {
            older.first.append(to: &bytes, after: previous, isCurrent: false)
            previous = older.first.time
        }
        for other in older.others where other.source != version.source {
            other.append(to: &bytes, after: previous, isCurrent: false)
            previous = other.time
        }
    }
}
