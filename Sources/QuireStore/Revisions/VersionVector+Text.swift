// The text of a version vector: the current version and those merged into it, a semicolon, and the
// earlier versions, the latest first.
//
//   18b7@AAAAAAAAAAAAAAAAAAAAAQ                        one version
//   18b7@AAAAAAAAAAAAAAAAAAAAAQ; 17aa@bvAXHtwbSnCy0e5vUJGqXg
//   19c1@…, 18b7@…, 17aa@…;                            a merge of two versions
//
// Between databases, the current version is separate from the rest, the history:
// "17aa@…" or "18b7@…, 17aa@…;". Without a semicolon, a history contains earlier versions only.

extension VersionVector {
    /// The maximum number of versions in a text.
    static let maximumCount = 4096

    /// Returns the vector as text.
    ///
    /// - Parameter source: The ID of this database, or `nil` to write it as `*`.
    /// - Returns: The text.
    func text(asSourceOf source: RevisionID.SourceID?) -> String {
        let current = ([first] + merged).map { $0.text(asSourceOf: source) }
            .joined(separator: ", ")
        if earlier.isEmpty { return mergedCount > 0 ? current + ";" : current }
        return current + "; " + earlierText(asSourceOf: source)
    }

    /// Returns the versions other than the current one as text.
    ///
    /// - Parameter source: The ID of this database, or `nil` to write it as `*`.
    /// - Returns: The text, which is empty if the current version is the only one.
    func history(asSourceOf source: RevisionID.SourceID?) -> String {
        let earlier = earlierText(asSourceOf: source)
        guard mergedCount > 0 else { return earlier }
        let merged = merged.map { $0.text(asSourceOf: source) }.joined(separator: ", ") + ";"
        return earlier.isEmpty ? merged : merged + " " + earlier
    }

    private func earlierText(asSourceOf source: RevisionID.SourceID?) -> String {
        earlier.map { $0.text(asSourceOf: source) }.joined(separator: ", ")
    }

    /// Creates a vector of another database from texts.
    ///
    /// - Parameters:
    ///   - current: The current version.
    ///   - merged: The versions that are merged into it.
    ///   - earlier: The earlier versions.
    /// - Throws: ``QuireError`` with code `badRevisionID` if an author occurs twice, or if there are
    ///   too many versions.
    init(
        checking current: RevisionID.Version, merging merged: [RevisionID.Version],
        after earlier: [RevisionID.Version]
    ) throws {
        guard merged.count + earlier.count < Self.maximumCount else {
            throw QuireError(
                .badRevisionID, "The version vector has more than \(Self.maximumCount) versions.")
        }
        self.init(current, merging: merged, after: earlier)
        guard merged.isEmpty && earlier.isEmpty || hasUniqueAuthors else {
            throw QuireError(.badRevisionID, "A database occurs twice in the version vector.")
        }
    }

    /// Whether each author occurs once, except for an older merged edit of the current author.
    private var hasUniqueAuthors: Bool {
        var seen: Set<RevisionID.SourceID?> = []
        var mayRepeat = true
        for version in merged {
            if version.source == first.source, version.time < first.time, mayRepeat {
                mayRepeat = false
            } else if version.source == first.source || !seen.insert(version.source).inserted {
                return false
            }
        }
        return earlier.allSatisfy {
            $0.source != first.source && seen.insert($0.source).inserted
        }
    }
}

extension RevisionID.Version {
    /// Returns the version as text.
    ///
    /// - Parameter source: The ID of this database, or `nil` to write it as `*`.
    /// - Returns: The text.
    package func text(asSourceOf source: RevisionID.SourceID?) -> String {
        RevisionID(absolute(asSourceOf: source)).description
    }

    /// Returns the version with the ID of this database, if this database is its author.
    func absolute(asSourceOf source: RevisionID.SourceID?) -> RevisionID.Version {
        RevisionID.Version(time: time, source: self.source ?? source)
    }

    /// Returns the version without an ID, if this database is its author.
    func relative(to source: RevisionID.SourceID) -> RevisionID.Version {
        RevisionID.Version(time: time, source: self.source == source ? nil : self.source)
    }
}
