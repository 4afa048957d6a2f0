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
    /// The edits, at least one.
    private(set) var versions: [RevisionID.Version]

    /// Reads the column `version` of a row.
    ///
    /// - Parameter stored: The column's bytes.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the bytes are not a version
    ///   vector.
    init(stored: UnsafeRawBufferPointer) throws {
        guard stored.first == 0 else {
            throw QuireError(.corruptRevisionData, "The revision is not a version vector.")
        }
        versions = []
        var offset = 1
        var previous: UInt64?
        repeat {
            let version = try RevisionID.Version(reading: stored, at: &offset, after: previous)
            versions.append(version)
            previous = version.time
        } while offset < stored.count
    }

    /// The latest time of any edit.
    var latestTime: UInt64 { versions.reduce(0) { max($0, $1.time) } }

    /// Checks that the times of the edits allow another edit.
    ///
    /// - Parameter clock: The clock that provides the time of the next edit.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if an edit of this database is
    ///   earlier than the clock's first time, or if an edit is in the future.
    func checkTimes(_ clock: HybridClock) throws {
        let latest = clock.latest
        for version in versions {
            let isTooEarly = version.source == nil && version.time < HybridClock.earliest
            guard isTooEarly || version.time > latest else { continue }
            throw QuireError(
                .corruptRevisionData,
                "The document's version vector contains the invalid time \(version.time).")
        }
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
        for other in older.versions where other.source != version.source {
            other.append(to: &bytes, after: previous, isCurrent: false)
            previous = other.time
        }
    }
}
