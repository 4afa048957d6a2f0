import QuirePlatform
import Fleece

/// The storing of revisions of another database in a transaction.
struct RevisionInsertion {
    let collection: DocumentCollection
    let transaction: StoreTransaction
    /// The number of the remote database, or `nil` if nothing is recorded about it.
    let remote: Int?
    /// The ID of this database.
    let source: RevisionID.SourceID
    /// The last local sequence whose remembered revision of the remote database counts for nothing.
    var unverifiedEnd: UInt64 = 0

    /// A revision whose texts have been read.
    struct Parsed {
        let revision: IncomingRevision
        let lineage: RevisionLineage
        /// The bytes of the body, which are valid during the insertion, or `nil` for a tombstone.
        var body: UnsafeRawBufferPointer?
        var flags: DocumentFlags = []

        var id: String { revision.id }

        /// The flags of the entry of a remote database with this revision.
        var entryFlags: DocumentFlags {
            body == nil ? .deleted : flags.intersection(.hasBlobs)
        }
    }

    /// The document that a revision may replace.
    typealias Stored = (document: StoredDocument, row: StoredRevisions)

    /// Stores a revision.
    ///
    /// - Parameter revision: The revision as the other database sent it.
    /// - Returns: The result.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func insert(_ revision: IncomingRevision) throws -> InsertionResult {
        let keys = transaction.keys.snapshot
        let result: InsertionResult
        do {
            let parsed = Parsed(revision: revision, lineage: try lineage(of: revision))
            result = try insertWithBody(parsed)
        } catch let failure as ReplicationFailure {
            result = .failed(failure)
        } catch let error as QuireError where error.underlyingError == nil {
            result = .failed(ReplicationFailure(error))
        }
        // Discard the keys of a body that is not stored.
        if case .failed = result { transaction.keys.reset(to: keys) }
        return result
    }

    /// Parses and checks the revision's version and history.
    private func lineage(of revision: IncomingRevision) throws -> RevisionLineage {
        if let defect = DocumentIDRules.defect(of: revision.id) {
            throw ReplicationFailure(
                code: QuireError.Code.badDocumentID.rawValue,
                message: "The document ID is invalid: \(defect).")
        }
        let lineage = try RevisionLineage(
            revision.version, history: revision.history, own: source)
        guard let vector = lineage.vector else { return lineage }
        // The wrong clock of another computer must not become the clock of this one.
        let latest = transaction.clock.latest
        var seen: UInt64 = 0
        for version in vector.versions {
            let isTooEarly = version.source == nil && version.time < HybridClock.earliest
            guard version.time <= HybridClock.latestReceivable, !isTooEarly else {
                throw ReplicationFailure.invalidTime(version.absolute(asSourceOf: source))
            }
            if version.time <= latest { seen = max(seen, version.time) }
        }
        transaction.clock.note(seen)
        return lineage
    }

    private func insertWithBody(_ parsed: Parsed) throws -> InsertionResult {
        guard !parsed.revision.isDeleted else { return try insert(parsed) }
        return try IncomingBody.withBytes(of: parsed.revision, in: transaction) { bytes in
            let flags = BodyInspection.flags(of: bytes, keys: transaction.keys.snapshot) ?? []
            let hasBlobs = try checkBlobs(
                bytes, mayHaveBlobs: flags.contains(.hasBlobs), parsed.revision)
            var parsed = parsed
            parsed.body = bytes
            parsed.flags = hasBlobs ? flags.union(.hasBlobs) : flags
            return try insert(parsed)
        }
    }

    /// Checks that the contents of the blobs and attachments of a body are stored.
    ///
    /// - Returns: Whether the body has blobs or attachments.
    private func checkBlobs(
        _ bytes: UnsafeRawBufferPointer, mayHaveBlobs: Bool, _ revision: IncomingRevision
    ) throws -> Bool {
        let mayHaveAttachments = revision.body.withUnsafeBytes { $0.contains("attachments") }
        guard mayHaveBlobs || mayHaveAttachments else { return false }
        return try FleeceStorage.withBorrowed(bytes, sharedKeys: transaction.keys.snapshot) {
            guard let root = $0.rootDictionary else { return false }
            let blobs = BlobReference.blobs(in: root) + BlobReference.attachments(in: root)
            for blob in blobs {
                guard let digest = BlobDigest(blob.digest),
                    try collection.database.blobs.exists(digest)
                else { throw ReplicationFailure.blob(blob.digest) }
            }
            return mayHaveBlobs || !blobs.isEmpty
        }
    }

    private func insert(_ parsed: Parsed) throws -> InsertionResult {
        let tables = collection.tables
        if let body = parsed.body, try transaction.withState(of: tables, \.expectsNew),
            try insertNew(parsed, body: body)
        {
            return .inserted
        }
        let stored = try collection.replicatedRow(parsed.id, on: transaction.connection)
        try transaction.withState(of: tables) { $0.expectsNew = stored == nil }
        guard let (document, row) = stored else {
            try store(parsed, replacing: nil)
            return .inserted
        }
        return try insert(parsed, comparedWith: (document, row))
    }

    // MARK: Existing documents

    private func insert(
        _ parsed: Parsed, comparedWith stored: Stored
    ) throws -> InsertionResult {
        let current = try RevisionLineage(of: stored.row)
        let keys = transaction.keys.snapshot
        switch current.order(to: parsed.lineage) {
        case .older:
            try store(parsed, replacing: stored)
            return .inserted
        case .same, .newer:
            try recordAncestor(parsed, of: stored)
            return .existing
        case .conflicting: break
        }
        var entries = try RemoteEntries(of: stored.row, keys)
        if let winner = winner(current, parsed) {
            try store(winner, of: current, and: parsed, replacing: stored)
            return winner == .received ? .inserted : .existing
        }
        if try isNewDocument(parsed, current: current, stored: stored.document, entries: entries) {
            try store(parsed, replacing: stored)
            return .inserted
        }
        guard let remote, !parsed.revision.refusesConflicts else {
            throw ReplicationFailure.conflict(parsed.id)
        }
        if let entry = entries[remote], entry.isConflicting,
            try entry.lineage.order(to: parsed.lineage.revisionID) != .older
        {
            return .existing
        }
        let base = try base(in: entries[remote], current, parsed)
        try withProperties(of: parsed) { properties in
            entries[remote] = RemoteEntry(
                version: parsed.lineage.stored, properties: properties,
                flags: parsed.entryFlags.union(.conflicted), base: base)
            try collection.write(
                entries, to: parsed.id, stored: stored.document, row: stored.row, in: transaction)
        }
        return .conflicted
    }

    /// Records a revision that is an ancestor of the current one, or the current one itself.
    private func recordAncestor(_ parsed: Parsed, of stored: Stored) throws {
        guard let remote else { return }
        if parsed.lineage.revisionID == stored.document.revisionID {
            let sequence = UInt64(clamping: stored.document.sequence)
            return try collection.markSynchronized(
                [(parsed.id, parsed.revision.version, sequence)], with: remote)
        }
        var entries = try RemoteEntries(of: stored.row, transaction.keys.snapshot)
        if let entry = entries[remote],
            try entry.lineage.order(to: parsed.lineage.revisionID) != .older, !entry.isConflicting
        {
            return
        }
        try withProperties(of: parsed) { properties in
            entries[remote] = RemoteEntry(
                version: parsed.lineage.stored, properties: properties, flags: parsed.entryFlags)
            try collection.write(
                entries, to: parsed.id, stored: stored.document, row: stored.row, in: transaction)
        }
    }

    // MARK: Crossing merges

    /// The revision that replaces the other one without a conflict.
    private enum Winner { case stored, received }

    /// Returns the winner if two databases have resolved the same conflict.
    ///
    /// A revision that was changed after the merge contains the merge, so it wins. Of two merges, the
    /// later one wins, so that all databases choose the same.
    private func winner(_ current: RevisionLineage, _ parsed: Parsed) -> Winner? {
        guard let stored = current.vector, let received = parsed.lineage.vector else { return nil }
        switch (
            stored.containsParents(ofMerge: received), received.containsParents(ofMerge: stored)
        ) {
        case (false, false): return nil
        case (true, false): return .stored
        case (false, true): return .received
        case (true, true):
            return received.first.absolute(asSourceOf: source)
                .isLater(than: stored.first.absolute(asSourceOf: source)) ? .received : .stored
        }
    }

    /// Stores the winner with a vector that contains the edits of both revisions.
    private func store(
        _ winner: Winner, of current: RevisionLineage, and parsed: Parsed,
        replacing stored: Stored
    ) throws {
        let (one, other) = (current.vectorWithTree, parsed.lineage.vectorWithTree)
        guard winner == .stored else {
            let winning = RevisionLineage(
                vector: other.winning(over: one), trees: parsed.lineage.trees)
            let received = Parsed(
                revision: parsed.revision, lineage: winning, body: parsed.body,
                flags: parsed.flags)
            return try store(received, replacing: stored)
        }
        let entry = try withProperties(of: parsed) { properties in
            RemoteEntry(
                version: parsed.lineage.stored, properties: properties, flags: parsed.entryFlags)
        }
        var kept = Parsed(
            revision: parsed.revision,
            lineage: RevisionLineage(vector: one.winning(over: other), trees: current.trees))
        let row = stored.row
        guard let bytes = row.body, !row.flags.contains(.deleted) else {
            return try store(kept, replacing: stored, remoteEntry: entry)
        }
        kept.flags = row.flags.intersection(.hasBlobs)
        try bytes.withUnsafeBytes { bytes in
            kept.body = bytes
            try store(kept, replacing: stored, remoteEntry: entry)
        }
    }

    // MARK: Ancestors

    /// Returns whether a document was created again in another database that has the local
    /// tombstone, so that their versions have nothing in common.
    private func isNewDocument(
        _ parsed: Parsed, current: RevisionLineage, stored: StoredDocument,
        entries: RemoteEntries
    ) throws -> Bool {
        guard stored.isDeleted, !parsed.revision.isDeleted,
            current.vectorWithTree.hasNoCommonAuthor(with: parsed.lineage.vectorWithTree)
        else { return false }
        guard let remote, UInt64(clamping: stored.sequence) > unverifiedEnd else { return false }
        return try entries[remote]?.lineage.revisionID == stored.revisionID
    }

    /// Returns the last known revision of the remote database, if it is an ancestor of both
    /// conflicting revisions.
    private func base(
        in entry: RemoteEntry?, _ current: RevisionLineage, _ parsed: Parsed
    ) throws -> FleeceValue? {
        guard let entry else { return nil }
        if entry.isConflicting { return entry.base }
        let lineage = try entry.lineage
        guard current.order(to: lineage.revisionID) == .newer, case .value = entry.properties,
            parsed.lineage.order(to: lineage.revisionID) == .newer,
            lineage.vectorWithTree.containsCommonEdits(
                of: current.vectorWithTree, and: parsed.lineage.vectorWithTree)
        else { return nil }
        let writer = FleeceWriter()
        writer.write(entry.encode(to: writer, current: nil))
        return FleeceStorage(try writer.finish()).root
    }

    /// Calls a closure with the properties of an incoming revision.
    private func withProperties<R>(
        of parsed: Parsed, _ use: (RemoteEntry.Properties) throws -> R
    ) throws -> R {
        guard let body = parsed.body else { return try use(.unknown) }
        let storage = FleeceStorage(copying: body, sharedKeys: transaction.keys.snapshot)
        return try use(storage.root.map { .value($0) } ?? .unknown)
    }
}
