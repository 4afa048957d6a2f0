/// The values that a model's ``DocumentID`` receives when the model is decoded.
package struct DocumentIdentity: Sendable {
    package var id: String
    /// The revision that was read or saved.
    package var revision: RevisionID?
    /// The body of that revision, if it is kept.
    package var base: DocumentBase?

    package init(id: String, revision: RevisionID? = nil, base: DocumentBase? = nil) {
        self.id = id
        self.revision = revision
        self.base = base
    }
}
