import Fleece

extension DocumentCollection {
    /// Loads a document as a model.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - type: The type to make. Its ``DocumentID``, if it has one, gets the ID and the revision.
    /// - Returns: The model, or `nil` if there is no such document.
    /// - Throws: ``QuireError`` with code `decodingError` and the `DecodingError` as its cause if the
    ///   document does not fit the type, `corruptData` or `corruptRevisionData` if it is damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    package func document<Model: Decodable>(id: String, as type: Model.Type) throws -> Model? {
        try record(id: id).map { try model(type, of: $0) }
    }

    /// Makes a model of a document.
    func model<Model: Decodable>(_ type: Model.Type, of record: DocumentRecord) throws -> Model {
        var decoder = DocumentDecoder()
        decoder.userInfo = database.codingInfo
        do {
            var run = DecodingRun(decoder)
            let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
            let model = try run.decode(type, from: record.body.value, identity: identity)
            guard !run.hasGivenIdentity || type is AnyObject.Type,
                let encodable = model as? any Encodable
            else { return model }
            return ModelIdentity.identified(encodable, as: identity) as? Model ?? model
        } catch let error as DecodingError {
            throw QuireError(
                .decodingError,
                "Document \"\(record.id)\" in \(place) does not fit \(type): \(error)",
                underlyingError: error)
        }
    }

    /// Deletes the document of a model; a tombstone remains.
    ///
    /// What was saved by others since the model was loaded is deleted too. The model is not encoded. An
    /// object gets the tombstone's revision, so that it can be saved again.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model has no ``DocumentID``,
    ///   `notFound` if it was never saved or its document is not there, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    package func delete(for model: some Encodable) throws {
        _ = try delete(for: model, if: .any)
    }

    /// Deletes the document of a model, if need be only as long as nobody else has changed it.
    ///
    /// - Parameters:
    ///   - model: A model that was loaded or saved.
    ///   - concurrencyControl: What happens if the document was changed or deleted since the model was
    ///     loaded.
    /// - Returns: `false` if it was not deleted because of a conflict.
    /// - Throws: As ``delete(for:)``.
    /// - Complexity: As ``delete(for:)``.
    @discardableResult
    package func delete(
        for model: some Encodable, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        guard concurrencyControl == .failOnConflict else {
            return try delete(for: model, if: .any)
        }
        return try delete(for: model, if: documentID(of: model).precondition)
    }

    /// Removes the document of a model without a trace: no tombstone is left.
    ///
    /// An object is a new one afterwards that keeps its ID.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: As ``delete(for:)``.
    /// - Complexity: O(log *n*) in the number of documents.
    package func purge(for model: some Encodable) throws {
        let id = try savedID(of: model)
        try purge(id: id)
        fill(model, DocumentID(wrappedValue: id))
    }

    private func delete(
        for model: some Encodable, if precondition: RevisionPrecondition
    ) throws -> Bool {
        switch try delete(id: try savedID(of: model), if: precondition) {
        case .deleted(let tombstone):
            fill(model, DocumentID(tombstone.id, revision: tombstone.revisionID))
            return true
        case .alreadyDeleted: return true
        case .conflict(let conflict) where conflict.current == nil:
            throw conflict.error(in: place)
        case .conflict: return false
        }
    }

    private func savedID(of model: some Encodable) throws -> String {
        guard let id = try documentID(of: model).wrappedValue else {
            throw QuireError(
                .notFound, "\(type(of: model)) has no ID: it was never saved to \(place).")
        }
        return id
    }

    /// Changes the identity of an object.
    private func fill(_ model: some Encodable, _ identity: DocumentID) {
        guard type(of: model as Any) is AnyObject.Type else { return }
        (try? ModelIdentity.documentID(of: model))?.fill(with: identity)
    }
}
