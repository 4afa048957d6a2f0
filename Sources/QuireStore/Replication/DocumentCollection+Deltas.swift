import Fleece

extension DocumentCollection {
    /// The size of a body in JSON from which on it is worth a delta, as in Couchbase Lite.
    private static let minimumSize = 200

    /// Returns the changes to the current revision, if they are shorter than its body.
    ///
    /// - Parameters:
    ///   - body: The current body as JSON.
    ///   - row: The columns with the revisions of the document.
    ///   - sources: The revisions of the other database. One of them is known with its body if it was the
    ///     last one that both databases had.
    ///   - keys: The shared keys for reading the row.
    ///   - source: The ID of this database.
    /// - Returns: The changes from the first of the revisions whose body is known, or `nil`.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    func delta(
        to body: [UInt8], of row: StoredRevisions, from sources: [String], _ keys: SharedKeys,
        _ source: RevisionID.SourceID
    ) throws -> RevisionDelta? {
        guard !sources.isEmpty, body.count >= Self.minimumSize, let bytes = row.body else {
            return nil
        }
        let former = try formerBody(among: sources, of: row, keys: keys, source: source)
        guard let (version, former) = former else { return nil }
        // A delta can be deeper than both bodies, and too deep.
        let delta = bytes.withUnsafeBytes {
            FleeceStorage.withBorrowed($0, sharedKeys: keys) {
                $0.rootDictionary.flatMap { try? former.delta(to: $0) }
            }
        }
        guard let delta, delta.count < body.count else { return nil }
        return RevisionDelta(source: version, body: delta)
    }

    /// Applies a delta to a revision of a document.
    ///
    /// - Parameters:
    ///   - delta: The delta, which is not trusted.
    ///   - version: The revision: the current one, or the last one of another database.
    ///   - id: The document's ID.
    /// - Returns: The changed body as JSON, or `nil` if the collection does not contain the body of the
    ///   revision.
    /// - Throws: `DeltaError` or `FleeceError` if the delta is not one of this body, `JSONError`;
    ///   ``QuireError`` if the document is damaged or cannot be read.
    /// - Complexity: O(*n*) in the size of the body and of the delta.
    package func body(
        applying delta: FleeceValue, to version: String, of id: String
    ) throws -> [UInt8]? {
        let source = try ReplicationStore(database).source
        let result = try readReplicated(id) { stored, row, keys -> Result<[UInt8], any Error>? in
            let isCurrent = try RevisionLineage(of: row).revisionID.text(source) == version
            let former =
                if isCurrent, !stored.isDeleted, let body = row.body {
                    FleeceStorage(body, sharedKeys: keys).rootDictionary
                } else {
                    try formerBody(among: [version], of: row, keys: keys, source: source)?.body
                }
            // An error of the delta says nothing about the document.
            return former.map { former in
                Result {
                    Array(try FleeceStorage(former.applying(delta)).root?.json().utf8 ?? "".utf8)
                }
            }
        }
        return try result?.get()
    }

    /// Returns the first body in the row that belongs to one of the revisions and is not the current one.
    private func formerBody(
        among versions: [String], of row: StoredRevisions, keys: SharedKeys,
        source: RevisionID.SourceID
    ) throws -> (version: String, body: FleeceDictionary)? {
        for (_, entry) in try RemoteEntries(of: row, keys).all {
            // The body of a deletion is sent as an empty one.
            guard case .value(let value) = entry.properties, !entry.flags.contains(.deleted),
                let body = value.dictionary
            else { continue }
            let version = try entry.lineage.revisionID.text(source)
            if versions.contains(version) { return (version, body) }
        }
        return nil
    }
}
