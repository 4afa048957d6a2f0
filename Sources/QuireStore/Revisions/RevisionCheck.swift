package import Fleece

/// A check of the columns of a row that contain a document's revisions.
package struct RevisionCheck {
    private let version: [UInt8]
    private let body: [UInt8]
    private let extra: [UInt8]
    private let keys: SharedKeys
    private let isTombstone: Bool

    /// Creates a check of a row.
    ///
    /// - Parameters:
    ///   - version: The column `version`.
    ///   - body: The column `body`; empty if it is NULL.
    ///   - extra: The column `extra`; empty if it is NULL or missing.
    ///   - keys: The shared keys of the database.
    ///   - isTombstone: Whether the document is deleted.
    package init(
        version: [UInt8], body: [UInt8], extra: [UInt8], keys: SharedKeys, isTombstone: Bool
    ) {
        self.version = version
        self.body = body
        self.extra = extra
        self.keys = keys
        self.isTombstone = isTombstone
    }

    /// Checks the revisions and returns the current body.
    ///
    /// - Parameter hasLists: Whether the column `body` contains rev-trees, as in a file of
    ///   Couchbase Lite 2.
    /// - Returns: The current body, or `nil` if the document has none.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the revisions are damaged.
    package func currentBody(hasLists: Bool) throws -> [UInt8]? {
        guard let first = version.first else {
            throw QuireError(.corruptRevisionData, "The revision is missing.")
        }
        _ = try version.withUnsafeBytes { try RevisionID(stored: $0) }
        if first == 0 {
            try version.withUnsafeBytes { try VersionVector(stored: $0).checkTimes() }
            try checkRemoteRevisions()
            return body.isEmpty ? nil : body
        }
        if hasLists { return try checkTree(body).revisions[0].body }
        if StoredRevisions.areItems(extra) {
            try checkRemoteRevisions()
            // A tombstone that a replicator received has no body.
            if isTombstone, body.isEmpty { return nil }
        } else if !extra.isEmpty {
            try checkTree(extra)
        }
        try body.withUnsafeBytes { body in
            try version.withUnsafeBytes { try RevisionTree.check(body: body, of: $0) }
        }
        return body
    }

    @discardableResult
    private func checkTree(_ bytes: [UInt8]) throws -> RevisionTree {
        let tree = try bytes.withUnsafeBytes { try RevisionTree(stored: $0) }
        guard tree.revisions[0].id == version else {
            throw QuireError(
                .corruptRevisionData,
                "The revision tree does not begin with the current revision.")
        }
        return tree
    }

    /// Checks the revisions of remote databases, which may contain pointers into the body.
    private func checkRemoteRevisions() throws {
        guard !extra.isEmpty else { return }
        // Offsets of pointers into the body count from the first of the four zero bytes.
        let revisions = FleeceStorage(
            extra, sharedKeys: keys,
            extern: body.isEmpty ? nil : FleeceStorage(body, sharedKeys: keys))
        guard StoredRevisions.areItems(extra), let array = revisions.root?.array,
            array.allSatisfy({ $0.kind == .dictionary || $0.isNull })
        else {
            throw QuireError(.corruptRevisionData, "The remote revisions cannot be read.")
        }
    }
}
