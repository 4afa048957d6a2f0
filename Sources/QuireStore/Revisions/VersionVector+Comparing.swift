/// The relation of a revision to another revision of the same document.
package enum RevisionOrder: Hashable, Sendable {
    /// Both are the same revision.
    case same
    /// The other revision was made with knowledge of this one.
    case older
    /// This revision was made with knowledge of the other one.
    case newer
    /// Neither was made with knowledge of the other one.
    case conflicting

    /// The relation of the other revision to this one.
    package var reversed: RevisionOrder {
        switch self {
        case .same, .conflicting: self
        case .older: .newer
        case .newer: .older
        }
    }
}

extension VersionVector {
    /// Returns the latest time of an author.
    ///
    /// - Parameter author: A database, or `nil` for this one.
    /// - Returns: The time, or `nil` if the author made no edit.
    func time(of author: RevisionID.SourceID?) -> UInt64? {
        if first.source == author { return first.time }
        return others.first { $0.source == author }?.time
    }

    /// Returns the relation of this vector to the revision that ends with an edit.
    ///
    /// - Parameter version: The current edit of the other revision.
    /// - Returns: The relation, which is not `.conflicting`: the earlier edits of the other revision
    ///   are unknown.
    func order(to version: RevisionID.Version) -> RevisionOrder {
        guard let time = time(of: version.source), time >= version.time else { return .older }
        return first == version ? .same : .newer
    }

    /// Returns the relation of this vector to another one.
    ///
    /// If each vector contains the current edit of the other one, two databases have resolved a
    /// conflict differently. The revision with the later current edit is the newer one, so that all
    /// databases choose the same.
    ///
    /// - Parameter other: The other vector.
    /// - Returns: The relation.
    func order(to other: VersionVector) -> RevisionOrder {
        if first == other.first { return .same }
        let isBehind = order(to: other.first) == .older
        let isOtherBehind = other.order(to: first) == .older
        switch (isBehind, isOtherBehind) {
        case (true, true): return .conflicting
        case (true, false): return .older
        case (false, true): return .newer
        case (false, false): return first.isLater(than: other.first) ? .newer : .older
        }
    }

    /// Returns whether this revision was made with knowledge of all edits that another one merged.
    ///
    /// The other revision then adds nothing but its result of the merge.
    ///
    /// - Parameter other: The other vector.
    /// - Returns: `false` also if the other revision is not a merge.
    func containsParents(ofMerge other: VersionVector) -> Bool {
        other.mergedCount > 0
            && other.others.allSatisfy { time(of: $0.source) ?? 0 >= $0.time }
    }

    /// Returns whether this vector contains all edits that two other vectors have in common.
    ///
    /// If it does not, the revision is an ancestor of both others, and a later one exists. Merging the
    /// changes since this revision would count those up to the later one twice.
    ///
    /// - Parameters:
    ///   - one: A vector.
    ///   - other: Another vector.
    /// - Returns: `true` if no edit is missing that both others have.
    func containsCommonEdits(of one: VersionVector, and other: VersionVector) -> Bool {
        one.versions.allSatisfy { version in
            guard let time = other.time(of: version.source) else { return true }
            return self.time(of: version.source) ?? 0 >= min(time, version.time)
        }
    }

    /// Returns whether no database has made an edit in both vectors.
    ///
    /// - Parameter other: The other vector.
    /// - Returns: `true` if the sets of authors are disjoint.
    func hasNoCommonAuthor(with other: VersionVector) -> Bool {
        Set(versions.map(\.source)).isDisjoint(with: other.versions.map(\.source))
    }
}

extension RevisionID.Version {
    /// Returns whether the edit is later than another one, or has the greater author at the same
    /// time.
    ///
    /// Both databases that exchange the edits must know this database by its ID.
    func isLater(than other: RevisionID.Version) -> Bool {
        if time != other.time { return time > other.time }
        return (source?.high ?? 0, source?.low ?? 0) > (
            other.source?.high ?? 0, other.source?.low ?? 0
        )
    }
}
