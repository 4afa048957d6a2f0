import Fleece

extension Repository {
    /// Saves a model, as a request says.
    func store(_ model: Model, _ request: SaveRequest<Model>) throws -> Stored<Model> {
        try collection.write { _ in
            let field = DocumentIDField.of(model)
            var wrapped: DocumentID?
            let saved = try collection.save { writer in
                wrapped =
                    try encoder.encode(model, into: writer, discriminator: discriminator)
                    ?? field?.read(model)
                return request.target ?? ModelIdentity.target(of: model, wrapped)
            } revising: { target, body, writer in
                try revise(body, of: model, target, writer)
            }
            return Stored(
                id: saved.id, revisionID: saved.revisionID, sequence: saved.sequence,
                value: try identified(model, as: saved, field, wrapped))
        }
    }

    /// Looks at what is stored before it is replaced.
    private func revise(
        _ body: FleeceStorage, of model: Model, _ target: DocumentTarget, _ writer: FleeceWriter
    ) throws -> Bool {
        guard target.expecting == .any, let record = try collection.record(id: target.id) else {
            return false
        }
        try checkType(of: record)
        return false
    }

    /// The model as the document that it was saved as.
    private func identified(
        _ model: Model, as saved: SavedRevision, _ field: DocumentIDField?, _ wrapped: DocumentID?
    ) throws -> Model {
        guard let wrapped else { return model }
        // A field that is not the one which was encoded must not be written.
        if let field, field.read(model).isIdentical(to: wrapped) {
            var model = model
            field.write(DocumentID(saved.id, revision: saved.revisionID), to: &model)
            return model
        }
        guard let record = try collection.record(id: saved.id) else { return model }
        return try decode(record)
    }

    /// Makes sure that a save does not replace a document of another type.
    private func checkType(of record: DocumentRecord) throws {
        let stored = record.body[typeKey]
        if stored == nil || stored?.string == Model.documentType { return }
        throw QuireError(
            .conflict,
            """
            Document "\(record.id)" in \(collection.fullName) is not of type \
            "\(Model.documentType)" but \((try? stored?.json()) ?? "damaged"): it is not overwritten
            """)
    }
}

extension DocumentID {
    /// Whether two IDs are the same, their revisions too.
    fileprivate func isIdentical(to other: DocumentID) -> Bool {
        wrappedValue == other.wrappedValue && revision == other.revision
    }
}
