import Fleece

extension Repository {
    /// Saves a model as a document.
    ///
    /// It runs in the current transaction, or in one of its own. A model whose ``DocumentID`` carries
    /// a revision is saved if the document is still at that revision. One without a revision becomes
    /// a new document; without an ID too it gets a new one. An `Identifiable` model without a
    /// ``DocumentID`` overwrites the document of its ID.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model as it was stored, with its ID and its new revision.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision, or is
    ///   there already, or is one of another type; `notFound` if it was purged; `badDocumentID`;
    ///   `notOpen`. `EncodingError` if the model has no stored form.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func save(_ model: Model) throws -> Model {
        var body: FleeceStorage?
        let saved = try collection.save { writer in
            let wrapped = try encoder.encode(
                model, into: writer, discriminator: discriminator)
            let target = ModelIdentity.target(of: model, wrapped)
            if target.expecting == .any { try checkType(of: target.id) }
            return target
        } observing: { bytes, keys in
            body = FleeceStorage(copying: bytes, sharedKeys: keys)
        }
        guard let root = body?.root else { return model }
        let identity = DocumentIdentity(id: saved.id, revision: saved.revisionID)
        return try decoder.decode(Model.self, from: root, identity: identity)
    }

    /// Makes sure that an overwriting save does not replace a document of another type.
    private func checkType(of id: String) throws {
        guard let record = try collection.record(id: id) else { return }
        let stored = record.body[typeKey]
        if stored == nil || stored?.string == Model.documentType { return }
        throw QuireError(
            .conflict,
            """
            Document "\(id)" in \(collection.fullName) is not of type "\(Model.documentType)" but \
            \((try? stored?.json()) ?? "damaged"): it is not overwritten
            """)
    }
}
