// The history of a document as text, in the form of Couchbase Lite.
//
// A version vector lists the current version, versions merged into it, and after a semicolon the
// last version of each other author: "18b7@*; 17aa@bvAXHtwbSnCy0e5vUJGqXg". A revision tree lists
// the current revision and its ancestors: "3-ab12,2-cd34,1-ef56".

extension DocumentCollection {
    /// Returns the history of a document's current revision as text.
    ///
    /// - Parameter id: The ID of the document.
    /// - Returns: The history, or `nil` if the collection contains neither the document nor a
    ///   tombstone.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the history is damaged,
    ///   `notOpen` if the database is closed.
    package func revisionHistory(of id: String) throws -> String? {
        try read { connection in
            let statement = try connection.statement(.readForChange, of: tables)
            defer { statement.resetAndClear() }
            try statement.bind(id, at: 1)
            guard try statement.step() else { return nil }
            return try naming(id) {
                try statement.withBytes(at: 2) { version in
                    if version.first == 0 {
                        return try VersionVector(stored: version).text(asSourceOf: nil)
                    }
                    let current = try RevisionID(stored: version).description
                    guard !statement.isNull(at: 4) else { return current }
                    return try statement.withBytes(at: 4) { extra in
                        // Four zero bytes begin the column of a document that was replicated in
                        // version vectors; it does not contain the ancestors.
                        guard !extra.starts(with: [0, 0, 0, 0]) else { return current }
                        return try RevisionTree(stored: extra).firstBranch().map(\.description)
                            .joined(separator: ",")
                    }
                }
            }
        }
    }
}
