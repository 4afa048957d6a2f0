// The column `version` of a row in a database with version vectors:
//
//   00                       distinguishes it from a rev-tree revision ID
//   then per version: the current one, those merged into it, and the earlier ones:
//   uvarint  time            of the first version; for the others, how much earlier it is
//   byte     length | 0x80   of the author's name, which follows; 0 is this database.
//                            The highest bit marks the current version and the merged ones
//
// Example: 00 83 97 BC 96 C0 BA 0C 80 is one version, made by this database.

/// The latest edit of a document by each database, the newest first.
///
/// A database occurs once. Only the author of the current edit may occur a second time, with an
/// older edit that was merged into the current one.
struct VersionVector: Equatable {
    /// The current edit.
    let first: RevisionID.Version
    /// The merged edits, followed by the earlier ones.
    private(set) var others: [RevisionID.Version] = []
    /// The number of edits that the current edit merged.
    private(set) var mergedCount = 0

    /// All edits.
    var versions: [RevisionID.Version] { [first] + others }

    /// The edits that the current edit merged.
    var merged: ArraySlice<RevisionID.Version> { others[..<mergedCount] }

    /// The edits before the current one and the merged ones.
    var earlier: ArraySlice<RevisionID.Version> { others[mergedCount...] }

    /// Creates a vector.
    ///
    /// - Parameters:
    ///   - first: The current edit.
    ///   - merged: The edits that the current edit merged.
    ///   - earlier: The latest other edit of each database.
    init(
        _ first: RevisionID.Version, merging merged: [RevisionID.Version] = [],
        after earlier: [RevisionID.Version] = []
    ) {
        self.first = first
        others = merged + earlier
        mergedCount = merged.count
    }

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
        var isMarked = false
        first = try RevisionID.Version(
            reading: stored, at: &offset, after: nil, isMarked: &isMarked)
        var previous = first.time
        while offset < stored.count {
            let version = try RevisionID.Version(
                reading: stored, at: &offset, after: previous, isMarked: &isMarked)
            previous = version.time
            guard isMarked else {
                others.append(version)
                continue
            }
            others.insert(version, at: mergedCount)
            mergedCount += 1
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
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if an edit of this database is
    ///   earlier than the clock's first time, or if an edit is later than the last one.
    func checkTimes() throws {
        try Self.checkTime(of: first)
        for version in others { try Self.checkTime(of: version) }
    }

    @inline(__always)
    private static func checkTime(of version: RevisionID.Version) throws {
        let isTooEarly = version.source == nil && version.time < HybridClock.earliest
        guard isTooEarly || version.time > HybridClock.latestStorable else { return }
        throw QuireError(
            .corruptRevisionData,
            "The document's version vector contains the invalid time \(version.time).")
    }

    /// Encodes the column `version` of a document's next revision, made by this database.
    ///
    /// The new edit ends a merge, so the merged edits become earlier ones.
    ///
    /// - Parameters:
    ///   - version: The new edit.
    ///   - older: The document's previous edits. The new edit replaces those of this database.
    ///   - bytes: The buffer for the column. Its previous contents are discarded.
    static func encode(
        _ version: RevisionID.Version, followedBy older: VersionVector?, into bytes: inout [UInt8]
    ) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(0)
        version.append(to: &bytes, after: nil, isCurrent: true)
        guard let older else { return }
        var previous = version.time
        for other in older.isDescending ? older.versions : older.descending()
        where other.source != version.source {
            other.append(to: &bytes, after: previous, isCurrent: false)
            previous = other.time
        }
    }

    /// Whether the edits have descending times without moving any of them.
    private var isDescending: Bool {
        guard mergedCount == 0 else { return false }
        var previous = first.time
        for other in others {
            if other.time > previous { return false }
            previous = other.time
        }
        return true
    }

    /// Encodes the column `version` of a row.
    ///
    /// - Parameter bytes: The buffer for the column. Its previous contents are discarded.
    func encode(into bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(0)
        first.append(to: &bytes, after: nil, isCurrent: true)
        var previous = first.time
        for (index, version) in others.enumerated() {
            version.append(to: &bytes, after: previous, isCurrent: index < mergedCount)
            previous = version.time
        }
    }

    /// The column `version` of a row.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }
}
