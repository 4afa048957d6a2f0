/// What a document is known by: its ID, and the revision that was read or saved.
struct DocumentIdentity: Sendable {
    var id: String
    var revision: RevisionID?
}
