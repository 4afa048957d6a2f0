/// A revision of a document with what is known of its ancestors.
///
/// A document of Couchbase Lite 4 has a version vector. A document from before an upgrade has the
/// IDs of a rev-tree instead, or in addition if it was changed since.
struct RevisionLineage: Equatable {
    /// The version vector, or `nil` if the revision belongs to a rev-tree.
    var vector: VersionVector?
    /// The revisions of the rev-tree, the newest first.
    var trees: [RevisionID] = []

    /// The revision itself.
    ///
    /// - Precondition: The lineage is not empty.
    var revisionID: RevisionID {
        if let vector { return RevisionID(vector.first) }
        return trees.first ?? RevisionID(.init(time: 0, source: nil))
    }

    /// The vector, in which a revision of a rev-tree is a version.
    var vectorWithTree: VersionVector { vector ?? VersionVector(revisionID.version) }

    /// Returns the relation of this revision to the revision with an ID, whose ancestors are
    /// unknown.
    ///
    /// - Parameter id: The other revision.
    /// - Returns: The relation, which is not `.conflicting`.
    func order(to id: RevisionID) -> RevisionOrder {
        if case .tree = id.form {
            if vector == nil, trees.first == id { return .same }
            if trees.contains(id) { return .newer }
        }
        return vector?.order(to: id.version) ?? .older
    }

    /// Returns the relation of this revision to another one.
    ///
    /// Vectors decide if both revisions have one and they differ. A revision of a rev-tree is older
    /// than a vector whose rev-tree contains it.
    ///
    /// - Parameter other: The other revision.
    /// - Returns: The relation.
    func order(to other: RevisionLineage) -> RevisionOrder {
        switch (vector, other.vector) {
        case (let vector?, let otherVector?):
            let order = vector.order(to: otherVector)
            guard order == .same, !trees.isEmpty, !other.trees.isEmpty else { return order }
            return trees.first == other.trees.first ? .same : .conflicting
        case (nil, nil): return treeOrder(to: other)
        case (nil, _?): return orderOfTree(to: other)
        case (_?, nil): return other.orderOfTree(to: self).reversed
        }
    }

    /// Returns the relation of a rev-tree revision to a vector.
    private func orderOfTree(to other: RevisionLineage) -> RevisionOrder {
        guard !other.trees.isEmpty else {
            return other.vector?.order(to: revisionID.version) == .newer ? .older : .conflicting
        }
        switch treeOrder(to: other) {
        case .same, .older: return .older
        case .newer, .conflicting: return .conflicting
        }
    }

    private func treeOrder(to other: RevisionLineage) -> RevisionOrder {
        guard let newest = trees.first else { return other.trees.isEmpty ? .same : .older }
        guard let otherNewest = other.trees.first else { return .newer }
        if newest == otherNewest { return .same }
        if trees.contains(otherNewest) { return .newer }
        return other.trees.contains(newest) ? .older : .conflicting
    }
}
