extension VersionVector {
    /// Returns the vector of a revision that this database made of two conflicting revisions.
    ///
    /// - Parameters:
    ///   - version: The new edit of this database.
    ///   - one: A revision.
    ///   - other: The revision that conflicts with it.
    /// - Returns: The vector: the new edit merges the current edits of both revisions.
    static func merge(
        _ version: RevisionID.Version, of one: VersionVector, and other: VersionVector
    ) -> VersionVector {
        var merged = [one.first, other.first].sorted { $0.isLater(than: $1) }
        // Revisions with the same author of their current edits do not conflict.
        if merged[0].source == merged[1].source { merged.removeLast() }
        let current = Set(merged.map(\.source) + [version.source])
        let earlier = greatest(of: one.versions + other.versions).filter {
            !current.contains($0.source)
        }
        return VersionVector(version, merging: merged, after: earlier)
    }

    /// Returns the vector of this revision after it was chosen in a conflict with another one.
    ///
    /// The revision stays the same for all databases that compare it. The vector shows that the
    /// edits of the other revision are known.
    ///
    /// - Parameter loser: The revision that was not chosen.
    /// - Returns: The vector. The current edit is still merged from others if no time of these has
    ///   changed.
    func winning(over loser: VersionVector) -> VersionVector {
        let known = Self.greatest(of: versions + loser.versions)
        let times = Dictionary(uniqueKeysWithValues: known.map { ($0.source, $0.time) })
        var current = first
        current.time = times[first.source] ?? first.time
        let isUnchanged =
            current == first
            && merged.allSatisfy { $0.source == first.source || times[$0.source] == $0.time }
        let merged = isUnchanged ? Array(merged) : []
        let present = Set(merged.map(\.source) + [first.source])
        return VersionVector(
            current, merging: merged, after: known.filter { !present.contains($0.source) })
    }

    /// The latest edit of each author, with descending times.
    func descending() -> [RevisionID.Version] { Self.greatest(of: versions) }

    /// Returns the latest edit of each author, with descending times.
    private static func greatest(of versions: [RevisionID.Version]) -> [RevisionID.Version] {
        var times: [RevisionID.SourceID?: UInt64] = [:]
        for version in versions {
            times[version.source] = max(times[version.source] ?? 0, version.time)
        }
        return times.map { RevisionID.Version(time: $1, source: $0) }
            .sorted { $0.isLater(than: $1) }
    }
}
