extension RevisionLineage {
    /// Parses a revision of another database.
    ///
    /// - Parameters:
    ///   - current: The text of the revision's ID, or of its whole version vector.
    ///   - history: The text of the other versions, followed by the revisions of the rev-tree.
    ///   - own: The ID of this database.
    /// - Throws: ``QuireError`` with code `badRevisionID` if the text is invalid, if a database
    ///   occurs twice, or if there are too many revisions.
    init(_ current: String, history: String = "", own: RevisionID.SourceID) throws {
        // Most revisions have one version.
        if history.isEmpty, let id = RevisionID(current), case .version(let version) = id.form,
            version.source != nil
        {
            self.init(vector: VersionVector(version.relative(to: own)))
            return
        }
        var list = RevisionList(own: own)
        let parts = current.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        try list.add(parts.first ?? "", \.current)
        if parts.count > 1 { try list.add(parts[1], \.earlier) }
        let rest = history.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        if rest.count > 1 { try list.add(rest[0], \.current) }
        try list.add(rest.last ?? "", \.earlier)
        self = try list.lineage()
    }
}

/// The revisions in a text, which is not trusted.
private struct RevisionList {
    /// The maximum length of the digest of a rev-tree revision.
    private static let maximumDigestLength = 64

    let own: RevisionID.SourceID
    /// The current version and those merged into it.
    var current: [RevisionID.Version] = []
    var earlier: [RevisionID.Version] = []
    private var trees: [RevisionID] = []
    private var isTree = false
    private var count = 0

    init(own: RevisionID.SourceID) {
        self.own = own
    }

    /// Adds the revisions of a list whose items are separated by commas.
    mutating func add(
        _ text: Substring, _ versions: WritableKeyPath<RevisionList, [RevisionID.Version]>
    ) throws {
        if text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            // Sync Gateway writes ";," between the merged versions and the revisions of the rev-tree.
            if index == 0, parts.count > 1, part.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
                continue
            }
            let item = part.utf8.drop { $0 == UInt8(ascii: " ") }
            let end = item.lastIndex { $0 != UInt8(ascii: " ") }.map(item.index(after:))
            let name = String(part[item.startIndex..<(end ?? item.startIndex)])
            guard let id = RevisionID(name) else { throw Self.invalid(name) }
            switch id.form {
            case .version(let version):
                guard version.source != nil, !isTree else { throw Self.invalid(name) }
                self[keyPath: versions].append(version.relative(to: own))
            case .tree(_, let digest):
                guard digest.count <= Self.maximumDigestLength else { throw Self.invalid(name) }
                if count == 0 { isTree = true }
                trees.append(id)
            }
            count += 1
            guard count <= VersionVector.maximumCount else {
                throw QuireError(
                    .badRevisionID,
                    "The history has more than \(VersionVector.maximumCount) revisions.")
            }
        }
    }

    func lineage() throws -> RevisionLineage {
        if isTree { return RevisionLineage(vector: nil, trees: trees) }
        guard let first = current.first else {
            throw QuireError(.badRevisionID, "The revision has no version.")
        }
        let vector = try VersionVector(
            checking: first, merging: Array(current.dropFirst()), after: earlier)
        return RevisionLineage(vector: vector, trees: trees)
    }

    private static func invalid(_ name: String) -> QuireError {
        // The beginning of a long text is enough to identify it.
        QuireError(
            .badRevisionID, "\(String(name.prefix(60)).debugDescription) is not a revision.")
    }
}
