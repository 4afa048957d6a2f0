import Fleece

extension DocumentCollection {
    /// Returns the current revision of a document or tombstone, for another database.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - version: The revision that is expected, or `nil` for any.
    ///   - remote: The number of the database that receives the revision, or `nil` if nothing is
    ///     recorded about it.
    ///   - sources: The revisions of the other database to which it can apply a delta.
    ///   - source: The ID of this database, or `nil` to read it. Who reads many revisions reads it once.
    /// - Returns: The revision, or `nil` if the collection contains neither the document nor a
    ///   tombstone, or if the document has another revision.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `unsupportedOperation` if JSON cannot represent the body, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    package func outgoingRevision(
        of id: String, version: String?, remote: Int? = nil, deltaFrom sources: [String] = [],
        source: RevisionID.SourceID? = nil
    ) throws -> OutgoingRevision? {
        let source = try source ?? ReplicationStore(database).source
        return try readReplicated(id) { stored, row, keys in
            var lineage = try RevisionLineage(of: row)
            if let remote, lineage.vector != nil,
                try !Self.isTree(lineage.trees.first, of: row, remote)
            {
                lineage.trees = []
            }
            let current = lineage.revisionID.text(source)
            if let version, version != current { return nil }
            let body = try outgoingBody(of: id, stored: stored, row: row, keys: keys)
            return OutgoingRevision(
                id: id, sequence: UInt64(clamping: stored.sequence), version: current,
                history: lineage.history(asSourceOf: source), isDeleted: stored.isDeleted,
                body: body.json, blobs: body.blobs, attachments: body.attachments,
                delta: stored.isDeleted
                    ? nil : try delta(to: body.json, of: row, from: sources, keys, source))
        }
    }

    /// Returns whether the last known revision of a remote database is a revision of a rev-tree.
    ///
    /// If it is a newer one, Sync Gateway has added revisions to its rev-tree. It accepts a history
    /// that ends with an older revision of the tree, and then cannot send the document to others.
    private static func isTree(
        _ tree: RevisionID?, of row: StoredRevisions, _ remote: Int
    ) throws -> Bool {
        guard let tree, let extra = row.extra else { return false }
        return try extra.withUnsafeBytes {
            try RemoteRevisions.revisionID(ofRemote: remote, in: $0) == tree
        }
    }

    private func outgoingBody(
        of id: String, stored: StoredDocument, row: StoredRevisions, keys: SharedKeys
    ) throws -> (json: [UInt8], blobs: [BlobReference], attachments: [BlobReference]) {
        guard !stored.isDeleted, let bytes = row.body else { return (Array("{}".utf8), [], []) }
        return try bytes.withUnsafeBytes { bytes in
            if row.hasTreeRevision {
                try row.version.withUnsafeBytes { try RevisionTree.check(body: bytes, of: $0) }
            }
            return try FleeceStorage.withBorrowed(bytes, sharedKeys: keys) { storage in
                guard let body = storage.rootDictionary else {
                    throw QuireError(.corruptData, "The document body is not a Fleece dictionary.")
                }
                if let key = DocumentRules.strippedKeys(of: body).first {
                    throw QuireError(
                        .unsupportedOperation,
                        "Document \(id.debugDescription) in \(location) cannot be replicated, because "
                            + "other databases remove its property \(key.debugDescription). Rename the "
                            + "property.")
                }
                let writer = JSONWriter()
                do {
                    try writer.write(body.value)
                } catch let error as JSONError {
                    throw QuireError(
                        .unsupportedOperation,
                        "Document \(id.debugDescription) in \(location) cannot be written as JSON: "
                            + "\(error.message).")
                }
                return (
                    writer.withUTF8 { Array($0) },
                    stored.flags.contains(.hasBlobs) ? BlobReference.blobs(in: body) : [],
                    BlobReference.attachments(in: body)
                )
            }
        }
    }

    /// Reads a document or tombstone with its revisions from one snapshot.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - body: A closure that receives the row. It is not called if the collection contains
    ///     neither the document nor a tombstone.
    /// - Returns: The result of the closure.
    /// - Throws: Any error that the closure throws, with the document's ID, or ``QuireError``.
    func readReplicated<R>(
        _ id: String, _ body: (StoredDocument, StoredRevisions, SharedKeys) throws -> R?
    ) throws -> R? {
        try naming(id) {
            try readSnapshot { connection in
                try self.replicatedRow(id, on: connection).flatMap { stored, row in
                    do {
                        return try body(stored, row, connection.keys)
                    } catch let error as QuireError where error.code == .unsupportedOperation {
                        throw error
                    } catch {
                        throw damage(error, id: id)
                    }
                }
            }
        }
    }

    /// Returns a document or tombstone with its revisions.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - connection: A connection that reads a snapshot.
    /// - Returns: The row, or `nil` if the collection contains neither the document nor a tombstone.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`, or another code if SQLite reports an
    ///   error.
    func replicatedRow(
        _ id: String, on connection: StoreConnection
    ) throws -> (stored: StoredDocument, row: StoredRevisions)? {
        do {
            return try replicatedRow(id, try connection.statement(.readForChange, of: tables))
        } catch let error where isError(error, ofMissing: tables.tombstoneTableName) {
            // The table may be missing if another program created the collection.
            return try replicatedRow(
                id,
                try connection.sqlite.statement(
                    """
                    SELECT sequence, flags, version, body, extra, expiration, rowid, 0 \
                    FROM \(tables.liveTable) WHERE key = ?1
                    """, purpose: "read a document"))
        }
    }

    private func replicatedRow(
        _ id: String, _ statement: SQLiteStatement
    ) throws -> (stored: StoredDocument, row: StoredRevisions)? {
        defer { statement.resetAndClear() }
        return try id.withUTF8Text { text in
            try statement.bindBorrowed(text: text, at: 1)
            guard try statement.step() else { return nil }
            do {
                let stored = try StoredDocument(statement)
                let row = stored.revisions ?? StoredRevisions(statement, flags: stored.flags)
                return (stored, row)
            } catch {
                throw damage(error, id: id)
            }
        }
    }
}

extension RevisionLineage {
    /// Reads the lineage of a row.
    ///
    /// - Parameter row: The columns with the revisions of a document.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    init(of row: StoredRevisions) throws {
        self = try row.version.withUnsafeBytes { version in
            try (row.extra ?? []).withUnsafeBytes {
                try RevisionLineage(stored: version, extra: $0)
            }
        }
    }

    /// Returns the ancestors as text: the versions, and then the revisions of the rev-tree.
    ///
    /// - Parameter source: The ID of this database.
    /// - Returns: The text, which is empty if there are no ancestors.
    func history(asSourceOf source: RevisionID.SourceID) -> String {
        let versions = vector?.history(asSourceOf: source) ?? ""
        let trees = (vector == nil ? Array(trees.dropFirst()) : trees)
            .map(\.description).joined(separator: ", ")
        if versions.isEmpty { return trees }
        if trees.isEmpty { return versions }
        return versions + (versions.hasSuffix(";") ? " " : ", ") + trees
    }
}
