/// The errors of a change whose document is not in the expected state, for all stores.
enum DocumentConflict {
    /// The error for a document that was expected not to exist.
    static func existing(_ id: String, in place: String, at revisionID: RevisionID) -> QuireError {
        QuireError(
            .conflict,
            """
            Document \(id.debugDescription) in \(place) exists already, at revision \(revisionID). Load \
            it before you change it, or replace it with upsert(_:)
            """)
    }

    /// The error for a document that another writer has changed or deleted.
    static func changed(
        _ id: String, in place: String, expected: RevisionID, found: RevisionID, isDeleted: Bool
    ) -> QuireError {
        let remedy =
            isDeleted
            ? "Create it again with insert(_:) or upsert(_:)"
            : "Load it again before you change it, save it with a rule for conflicts, or replace it "
                + "with upsert(_:)"
        return QuireError(
            .conflict,
            """
            Document \(id.debugDescription) in \(place) was \(isDeleted ? "deleted" : "changed") by \
            another writer (expected revision \(expected), found \(found)). \(remedy)
            """)
    }

    /// The error for a document that was expected at a revision and does not exist, not even deleted.
    static func missing(_ id: String, in place: String, expected: RevisionID) -> QuireError {
        QuireError(
            .notFound,
            """
            Document \(id.debugDescription) in \(place) does not exist (expected revision \(expected)). \
            Create it again with insert(_:) or upsert(_:)
            """)
    }
}
