import Fleece

extension DocumentCollection {
    /// Loads a document as a model.
    ///
    /// The call reads the last commit. Inside a transaction, it also reads the changes of the
    /// transaction.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - type: The model type. If it has a ``DocumentID``, this property gets the ID and the
    ///     revision.
    /// - Returns: The model, or `nil` if no document has the ID.
    /// - Throws: ``QuireError`` with code `decodingError` and the `DecodingError` as its cause if
    ///   the document does not match the type, `corruptData` or `corruptRevisionData` if it is
    ///   damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    package func document<Model: Decodable>(id: String, as type: Model.Type) throws -> Model? {
        try record(id: id).map { try model(type, of: $0) }
    }

    /// Decodes a document as a model.
    func model<Model: Decodable>(_ type: Model.Type, of record: DocumentRecord) throws -> Model {
        let decoder = DocumentDecoder(userInfo: database.codingInfo)
        do {
            var run = DecodingRun(decoder)
            let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
            let model = try run.decode(type, from: record.body.value, identity: identity)
            // An object can have a second document ID, which its class does not decode.
            guard !run.hasGivenIdentity || type is AnyObject.Type,
                let encodable = model as? any Encodable
            else { return model }
            return ModelIdentity.identified(encodable, as: identity) as? Model ?? model
        } catch let error as DecodingError {
            throw QuireError(
                .decodingError,
                "Document \"\(record.id)\" in \(location) does not match \(type): \(error)",
                underlyingError: error)
        }
    }

    /// Deletes the document of an object and leaves a tombstone.
    ///
    /// The object is not encoded. The call also deletes changes by other writers. The object
    /// receives the revision of the tombstone, so that it can be saved again.
    ///
    /// - Parameter object: An object that was loaded or saved.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the object has no ``DocumentID``,
    ///   `notFound` if it was never saved or its document does not exist, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    package func delete(for object: some Encodable & AnyObject) throws {
        _ = try delete(for: object, if: .any)
    }

    /// Deletes the document of an object using the given concurrency control.
    ///
    /// - Parameters:
    ///   - object: An object that was loaded or saved.
    ///   - concurrencyControl: What happens if the document was changed or deleted since the object
    ///     was loaded.
    /// - Returns: `false` if a conflict prevented the deletion.
    /// - Throws: The errors of ``delete(for:)``.
    /// - Complexity: The same as ``delete(for:)``.
    @discardableResult
    package func delete(
        for object: some Encodable & AnyObject, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        guard concurrencyControl == .failOnConflict else {
            return try delete(for: object, if: .any)
        }
        return try delete(for: object, if: documentID(of: object).precondition)
    }

    /// Purges the document of an object, leaving no tombstone.
    ///
    /// The object keeps its ID and loses its revision, so that it can be saved as a new document.
    ///
    /// - Parameter object: An object that was loaded or saved.
    /// - Throws: The errors of ``delete(for:)``.
    /// - Complexity: The same as ``delete(for:)``.
    package func purge(for object: some Encodable & AnyObject) throws {
        let (identity, id) = try savedIdentity(of: object)
        try purge(id: id)
        identity.fill(with: DocumentID(wrappedValue: id))
    }

    private func delete(
        for object: some Encodable & AnyObject, if precondition: RevisionPrecondition
    ) throws -> Bool {
        let (identity, id) = try savedIdentity(of: object)
        switch try delete(id: id, if: precondition) {
        case .deleted(let tombstone):
            identity.fill(with: DocumentID(tombstone.id, revision: tombstone.revisionID))
            return true
        case .alreadyDeleted: return true
        case .conflict(let conflict) where conflict.current == nil:
            throw conflict.error(in: location)
        case .conflict: return false
        }
    }

    /// Returns the identity of a saved object, and the ID in this identity.
    private func savedIdentity(of object: some Encodable) throws -> (DocumentID, id: String) {
        let identity = try documentID(of: object)
        guard let id = identity.wrappedValue else {
            throw QuireError(
                .notFound, "\(type(of: object)) has no ID: it was never saved to \(location).")
        }
        return (identity, id)
    }
}
