extension DocumentCollection {
    /// Returns which of the changes of a remote database are needed.
    ///
    /// If a document has the same revision as the remote database, that is recorded.
    ///
    /// - Parameters:
    ///   - changes: The documents' IDs and revisions.
    ///   - remote: The number of the remote database, or `nil` if nothing is recorded about it.
    /// - Returns: An answer for each change: `.wanted`, `.unwanted`, `.present` or `.failed`.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    /// - Complexity: O(*m* log *n*) for *m* changes among *n* documents.
    package func answers(
        toChanges changes: [(id: String, version: String)], remote: Int?
    ) throws -> [ChangeAnswer] {
        let source = try ReplicationStore(database).source
        var synchronized: [(id: String, version: String, sequence: UInt64)] = []
        let answers = try readSnapshot { connection in
            try answer(each: changes) { change -> ChangeAnswer in
                let lineage = try RevisionLineage(change.version, own: source)
                guard let (stored, row) = try replicatedRow(change.id, on: connection) else {
                    return .wanted(known: [])
                }
                let current = try RevisionLineage(of: row)
                switch current.order(to: lineage.revisionID) {
                case .same:
                    synchronized.append(
                        (change.id, change.version, UInt64(clamping: stored.sequence)))
                    return .present
                case .newer: return .unwanted
                case .older, .conflicting:
                    let entries = try RemoteEntries(of: row, connection.keys)
                    if let remote, let entry = try entries[remote]?.lineage,
                        entry.order(to: lineage.revisionID) != .older
                    {
                        return .unwanted
                    }
                    return .wanted(
                        known: try knownVersions(
                            of: stored.isDeleted ? nil : current, entries: entries, source: source))
                }
            }
        }
        if let remote, !synchronized.isEmpty {
            try markSynchronized(synchronized, with: remote)
        }
        return answers
    }

    /// Returns the answers of a closure, or what is wrong with one of the items.
    private func answer<Item>(
        each items: [Item], _ body: (Item) throws -> ChangeAnswer
    ) throws -> [ChangeAnswer] {
        try items.map { item in
            switch try ReplicationFailure.result(of: { try body(item) }) {
            case .success(let answer): answer
            case .failure(let failure): .failed(failure)
            }
        }
    }

    /// Returns the current versions of the revisions whose bodies a row contains.
    private func knownVersions(
        of current: RevisionLineage?, entries: RemoteEntries, source: RevisionID.SourceID
    ) throws -> [String] {
        let maximum = 10
        var known = current.map { [$0.revisionID.text(source)] } ?? []
        for (_, entry) in entries.all where known.count < maximum {
            if case .unknown = entry.properties { continue }
            let text = try entry.lineage.revisionID.text(source)
            if !known.contains(text) { known.append(text) }
        }
        return known
    }

    /// Returns whether revisions that another database wants to send can be accepted.
    ///
    /// - Parameter proposals: The documents' IDs and revisions, and the revisions that the other
    ///   database believes to be the current ones; `nil` or empty for a new document.
    /// - Returns: An answer for each proposal: `.wanted`, `.present`, `.conflict` or `.failed`.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    /// - Complexity: O(*m* log *n*) for *m* proposals among *n* documents.
    package func answers(
        toProposals proposals: [(id: String, version: String, remoteVersion: String?)]
    ) throws -> [ChangeAnswer] {
        let source = try ReplicationStore(database).source
        return try readSnapshot { connection in
            try answer(each: proposals) { proposal -> ChangeAnswer in
                let proposed = try RevisionLineage(proposal.version, own: source)
                guard let (stored, row) = try replicatedRow(proposal.id, on: connection) else {
                    return .wanted(known: [])
                }
                let current = try RevisionLineage(of: row)
                guard current.order(to: proposed.revisionID) == .older else { return .present }
                let expected = proposal.remoteVersion.flatMap { $0.isEmpty ? nil : $0 }
                if let expected {
                    let base = try RevisionLineage(expected, own: source)
                    if current.order(to: base.revisionID) == .same {
                        return .wanted(known: [current.revisionID.text(source)])
                    }
                }
                // A document may be created again without knowledge of its deletion.
                if expected == nil, stored.isDeleted { return .wanted(known: []) }
                if current.order(to: proposed) == .older {
                    return .wanted(known: [current.revisionID.text(source)])
                }
                return .conflict(current: current.revisionID.text(source))
            }
        }
    }
}
