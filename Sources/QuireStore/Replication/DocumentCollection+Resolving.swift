import Fleece

extension DocumentCollection {
    /// Resolves a conflict.
    ///
    /// No middleware runs, and no unique index refuses the resolution.
    ///
    /// - Parameters:
    ///   - conflict: The conflict, as ``openConflict(of:)`` returned it.
    ///   - resolution: What becomes the current revision.
    /// - Returns: `false`, without a change, if the document has changed since.
    /// - Throws: Any error that the closure of the resolution throws; ``QuireError`` with code
    ///   `invalidParameter` if it doesn't write one dictionary, `corruptRevisionData` if the document
    ///   is damaged, `notOpen`, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    package func resolve(
        _ conflict: OpenConflict, _ resolution: ConflictResolution
    ) throws -> Bool {
        try database.inBatch {
            try naming(conflict.id) {
                try write { transaction in
                    guard
                        let (stored, row) = try replicatedRow(
                            conflict.id, on: transaction.connection),
                        stored.sequence == conflict.sequence,
                        stored.subsequence == conflict.subsequence
                    else { return false }
                    let entries = try RemoteEntries(of: row, transaction.keys.snapshot)
                    guard let entry = entries[conflict.remote], entry.isConflicting else {
                        return false
                    }
                    try ConflictResolver(
                        collection: self, transaction: transaction, conflict: conflict,
                        stored: stored, row: row, entries: entries, entry: entry
                    ).resolve(resolution)
                    return true
                }
            }
        }
    }
}

/// The resolution of a conflict in a transaction.
private struct ConflictResolver {
    let collection: DocumentCollection
    let transaction: StoreTransaction
    let conflict: OpenConflict
    let stored: StoredDocument
    let row: StoredRevisions
    let entries: RemoteEntries
    let entry: RemoteEntry

    func resolve(_ resolution: ConflictResolution) throws {
        let (local, other) = (try RevisionLineage(of: row), try entry.lineage)
        switch resolution {
        case .keepLocal:
            let vector = try chosen(local, over: other) ?? merged(local, other)
            try storeBody(row.body, isDeleted: stored.isDeleted, vector: vector)
        case .keepRemote:
            let isDeleted = entry.flags.contains(.deleted)
            let body = isDeleted ? nil : conflict.other.record?.body
            guard other.vector != nil else {
                return try store(body, isDeleted, revision: other, isRemote: true)
            }
            let vector = try chosen(other, over: local)
            try store(
                body, isDeleted, revision: RevisionLineage(vector: vector ?? merged(local, other)),
                isRemote: vector != nil)
        case .merged(let write):
            try transaction.withWriter { writer in
                try write(writer)
                let vector = try merged(local, other)
                do {
                    try writer.withFinishedBytes {
                        try store($0, RevisionLineage(vector: vector), isRemote: false)
                    }
                } catch let error as FleeceError {
                    throw QuireError(
                        .invalidParameter,
                        "The resolution of document \(conflict.id.debugDescription) cannot be "
                            + "saved: \(error.message).", underlyingError: error)
                }
            }
        case .deleted:
            switch (stored.isDeleted, entry.flags.contains(.deleted)) {
            case (true, true):
                try resolve(isLater(local, than: other) ? .keepLocal : .keepRemote)
            case (true, false): try resolve(.keepLocal)
            case (false, true): try resolve(.keepRemote)
            case (false, false):
                try store(nil, RevisionLineage(vector: try merged(local, other)), isRemote: false)
            }
        }
    }

    /// Returns the vector of a revision that was chosen in the conflict, or `nil` if a new revision
    /// must replace both.
    ///
    /// A revision of a rev-tree cannot contain the versions of the other one. A revision that is not
    /// the later one, such as an older tombstone, can be chosen here while another database chooses
    /// a revision in whose vector it is contained. Each of the two would then be known to the other
    /// database, and both would stay.
    private func chosen(
        _ winner: RevisionLineage, over loser: RevisionLineage
    ) throws -> VersionVector? {
        guard let vector = winner.vector, try isLater(winner, than: loser) else { return nil }
        return vector.winning(over: loser.vectorWithTree)
    }

    /// Returns whether the current edit of a revision is the later one.
    ///
    /// Several databases can resolve the same conflict. They must choose the same one of two
    /// tombstones.
    private func isLater(
        _ local: RevisionLineage, than other: RevisionLineage
    ) throws -> Bool {
        guard let local = local.vector, let other = other.vector else { return true }
        let source = try ReplicationStore(collection.database).source
        return local.first.absolute(asSourceOf: source)
            .isLater(than: other.first.absolute(asSourceOf: source))
    }

    /// Returns the vector of a new revision of this database that merges both revisions.
    private func merged(
        _ local: RevisionLineage, _ other: RevisionLineage
    ) throws -> VersionVector {
        let (one, two) = (local.vectorWithTree, other.vectorWithTree)
        try one.checkTimes()
        let time = try transaction.clock.next(after: max(one.latestTime, two.latestTime))
        return VersionVector.merge(
            RevisionID.Version(time: time, source: nil), of: one, and: two)
    }

    private func storeBody(
        _ body: [UInt8]?, isDeleted: Bool, vector: VersionVector
    ) throws {
        let lineage = RevisionLineage(vector: vector)
        guard !isDeleted else { return try store(nil, lineage, isRemote: false) }
        try (body ?? [0x70, 0x00]).withUnsafeBytes { try store($0, lineage, isRemote: false) }
    }

    private func store(
        _ body: FleeceDictionary?, _ isDeleted: Bool, revision: RevisionLineage, isRemote: Bool
    ) throws {
        guard !isDeleted else { return try store(nil, revision, isRemote: isRemote) }
        try transaction.withWriter { writer in
            if let body {
                writer.write(copyOf: body.value)
            } else {
                writer.beginDictionary()
                writer.endDictionary()
            }
            do {
                try writer.withFinishedBytes { try store($0, revision, isRemote: isRemote) }
            } catch let error as FleeceError {
                throw QuireError(.corruptRevisionData, error.message, underlyingError: error)
            }
        }
    }

    /// Makes a revision the current one and ends the conflict.
    private func store(
        _ body: UnsafeRawBufferPointer?, _ lineage: RevisionLineage, isRemote: Bool
    ) throws {
        let keys = transaction.keys.snapshot
        var flags = DocumentFlags.deleted
        if let body {
            guard let found = BodyInspection.flags(of: body, keys: keys) else {
                throw QuireError(
                    .invalidParameter,
                    "The resolution of document \(conflict.id.debugDescription) is not a dictionary."
                )
            }
            flags = found
        }
        var entries = entries
        var resolved = entry
        resolved.flags.remove(.conflicted)
        resolved.base = nil
        if isRemote { resolved.properties = body == nil ? .unknown : .current }
        entries[conflict.remote] = resolved
        // References to the body that is replaced.
        var others = entries
        others[conflict.remote] = nil
        try others.keepBody(of: row, keys)
        for (remote, entry) in others.all { entries[remote] = entry }
        if lineage.vector == nil {
            entries.tree = nil
        } else if row.hasTreeRevision {
            entries.tree = row.version
        } else if let tree = try entry.lineage.trees.first?.storedTree {
            entries.tree = tree
        }
        if let vector = lineage.vector {
            vector.encode(into: &transaction.versionBuffer)
        } else {
            transaction.versionBuffer = lineage.stored
        }
        let column = try transaction.withWriter { try entries.column(after: body, keys, to: $0) }
        let revision = try NextRevision(
            lineage.revisionID, flags: flags.union(entries.flags), extra: column,
            tables: collection.tables, in: transaction)
        _ = try conflict.id.withUTF8Text { text in
            guard let body else {
                let empty: [UInt8]? = lineage.vector == nil ? [0x70, 0x00] : nil
                return try collection.bury(
                    revision, replacing: stored, text: text, id: conflict.id, body: empty,
                    in: transaction)
            }
            return try collection.write(
                revision, replacing: stored, text: text, id: conflict.id, by: body, in: transaction)
        }
    }
}
