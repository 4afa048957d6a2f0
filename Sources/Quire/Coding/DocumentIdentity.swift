/// The values that a model's ``DocumentID`` receives when the model is decoded.
struct DocumentIdentity: Sendable {
    var id: String
    /// The revision that was read or saved.
    var revision: RevisionID?
    /// The body of that revision, if it is kept.
    var base: DocumentBase?
}
