import Fleece

// Couchbase Lite's typed calls, for any type that is Codable and has a `DocumentID`. Unlike a repository
// they write no type attribute, write `nil` as null, and replace the whole body.

extension DocumentCollection {
    /// Saves a model as a document.
    ///
    /// What was saved by others since the model was loaded is replaced. It runs in the current
    /// transaction, or in one of its own. A model without an ID gets a new one.
    ///
    /// - Parameter model: A model with a ``DocumentID``.
    /// - Returns: The model with its ID and its new revision; an object is the same one, with these
    ///   filled in.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model has no ``DocumentID`` or several,
    ///   `encodingError` with the `EncodingError` as its cause if it has no stored form,
    ///   `corruptRevisionData` if a property has a reserved key, `notFound` if the document was purged
    ///   since it was loaded, `badDocumentID`, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    package func save<Model: Encodable>(from model: Model) throws -> Model {
        try saveReplacing(model, try documentID(of: model))
    }

    /// Saves a model as a document, if need be only as long as nobody else has changed it.
    ///
    /// - Parameters:
    ///   - model: A model with a ``DocumentID``.
    ///   - concurrencyControl: What happens if the document was changed or deleted since the model was
    ///     loaded, or if the model is new and there is a document of its ID.
    /// - Returns: The model with its ID and its new revision, or `nil` if it was not saved because of
    ///   a conflict.
    /// - Throws: As ``save(from:)``.
    /// - Complexity: As ``save(from:)``.
    @discardableResult
    package func save<Model: Encodable>(
        from model: Model, concurrencyControl: ConcurrencyControl
    ) throws -> Model? {
        let identity = try documentID(of: model)
        guard concurrencyControl == .failOnConflict else {
            return try saveReplacing(model, identity)
        }
        var conflict: WriteConflict?
        return try save(model, identity, if: identity.precondition, &conflict)
    }

    /// Saves an object as a document, if need be only as long as nobody else has changed it.
    ///
    /// - Parameters:
    ///   - object: An object with a ``DocumentID``, which is filled in.
    ///   - concurrencyControl: What happens if the document was changed or deleted since the object was
    ///     loaded, or if the object is new and there is a document of its ID.
    /// - Returns: `false` if it was not saved because of a conflict.
    /// - Throws: As ``save(from:)``.
    /// - Complexity: As ``save(from:)``.
    @discardableResult
    package func save<Object: Encodable & AnyObject>(
        from object: Object, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        let saved: Object? = try save(from: object, concurrencyControl: concurrencyControl)
        return saved != nil
    }

    /// Saves a model as a document, letting a closure resolve conflicts.
    ///
    /// The closure runs outside of the transaction, unless the caller is in one. It is called again if
    /// yet another change comes between.
    ///
    /// - Parameters:
    ///   - model: A model with a ``DocumentID``.
    ///   - conflictHandler: A closure that gets the model, which it may change, and the stored one,
    ///     `nil` if that is deleted. If it returns `false`, nothing is saved.
    /// - Returns: The model with its ID and its new revision, or `nil` if the closure gave up.
    /// - Throws: As ``save(from:)``; with code `decodingError` if the stored document does not fit the
    ///   model; and what the closure throws.
    /// - Complexity: As ``save(from:)``.
    @_disfavoredOverload
    @discardableResult
    package func save<Model: Codable>(
        from model: Model, conflictHandler: (inout Model, Model?) throws -> Bool
    ) throws -> Model? {
        let identity = try documentID(of: model)
        var model = model
        var precondition = identity.precondition
        while true {
            var found: WriteConflict?
            if let saved = try save(model, identity, if: precondition, &found) { return saved }
            guard let found, let current = found.current else { return nil }
            // The body of a damaged document is not in the conflict; reading it throws the error.
            let stored = try found.stored ?? (found.isDeleted ? nil : record(id: current.id))
            let theirs = try stored.map { try self.model(Model.self, of: $0) }
            guard try conflictHandler(&model, theirs) else { return nil }
            precondition = .revision(current.revisionID)
        }
    }

    /// Saves an object as a document, letting a closure resolve conflicts.
    ///
    /// - Parameters:
    ///   - object: An object with a ``DocumentID``, which is filled in.
    ///   - conflictHandler: A closure that gets the object, which it may change, and the stored one,
    ///     `nil` if that is deleted. If it returns `false`, nothing is saved.
    /// - Returns: `false` if the closure gave up.
    /// - Throws: As ``save(from:)``; with code `decodingError` if the stored document does not fit the
    ///   object; and what the closure throws.
    /// - Complexity: As ``save(from:)``.
    @discardableResult
    package func save<Object: Codable & AnyObject>(
        from object: Object, conflictHandler: (Object, Object?) throws -> Bool
    ) throws -> Bool {
        let saved: Object? = try save(from: object) { (mine: inout Object, theirs: Object?) in
            try conflictHandler(mine, theirs)
        }
        return saved != nil
    }
}

// MARK: Parts

extension DocumentCollection {
    /// The identity of a model, which must have one.
    func documentID(of model: some Encodable) throws -> DocumentID {
        let property = try IdentityProperty.of(model).checked()
        guard let identity = try property.read(model) else {
            throw QuireError(
                .invalidParameter, "\(type(of: model)) has no @DocumentID and cannot be saved.")
        }
        return identity
    }

    private func saveReplacing<Model: Encodable>(
        _ model: Model, _ identity: DocumentID
    ) throws -> Model {
        var conflict: WriteConflict?
        // A new model replaces whatever there is; one that was loaded must still exist.
        if identity.revision != nil,
            let saved = try save(model, identity, if: identity.precondition, &conflict)
        {
            return saved
        }
        guard let saved = try save(model, identity, if: .any, &conflict) else {
            let target = WriteTarget(id: identity.wrappedValue ?? "", if: .any)
            throw (conflict ?? .missing(target)).error(in: place)
        }
        return saved
    }

    /// Saves a model, if its document meets a precondition.
    ///
    /// - Returns: The model with its ID and its new revision, or `nil` if there is a conflict.
    private func save<Model: Encodable>(
        _ model: Model, _ identity: DocumentID, if precondition: RevisionPrecondition,
        _ conflict: inout WriteConflict?
    ) throws -> Model? {
        let id = identity.wrappedValue ?? ModelIdentity.newID()
        let target = WriteTarget(id: id, if: precondition)
        do {
            return try write { _ in
                var save = try ModelSave(of: model)
                let result = try storage.save(
                    model, by: modelEncoder, nil, &save, target: { _ in target },
                    merging: { _, _, _ in false })
                switch result {
                case .saved(let saved): return try identified(model, as: saved, save)
                case .conflict(let found) where found.current == nil:
                    throw found.error(in: place)
                case .conflict(let found):
                    conflict = found
                    return nil
                }
            }
        } catch let error as EncodingError {
            if let error = error.reservedKeyError(in: type(of: model)) { throw error }
            throw QuireError(
                .encodingError,
                """
                \(type(of: model)) cannot be saved as document "\(target.id)" in \(place): \(error)
                """, underlyingError: error)
        }
    }

    private func identified<Model: Encodable>(
        _ model: Model, as saved: SavedRevision, _ save: ModelSave
    ) throws -> Model {
        if let model = save.identified(model, as: saved) { return model }
        guard let type = Model.self as? any Decodable.Type, !(Model.self is AnyObject.Type),
            let copy = try document(id: saved.id, as: type) as? Model
        else {
            throw QuireError(
                .unsupportedOperation,
                "The @DocumentID of \(Swift.type(of: model)) cannot be filled in.")
        }
        return copy
    }

    /// Encodes as Couchbase Lite does: `nil` is null.
    private var modelEncoder: DocumentEncoder {
        var encoder = DocumentEncoder()
        encoder.userInfo = database.codingInfo
        encoder.nilEncodingStrategy = .null
        return encoder
    }
}

extension DocumentID {
    /// The state that the document of a model with this identity must be in.
    var precondition: RevisionPrecondition { revision.map { .revision($0) } ?? .absent }
}
