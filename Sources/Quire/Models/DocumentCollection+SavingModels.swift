import Fleece

// Couchbase Lite's typed calls, for any class that is Codable and has a `DocumentID`. Unlike a
// repository, they write no type discriminator, write `nil` as null, and replace the whole body.

extension DocumentCollection {
    /// Saves an object as a document, replacing changes by other writers.
    ///
    /// The call runs in the current transaction, or starts one if none is in progress. An object
    /// without an ID gets a new one.
    ///
    /// - Parameter object: An object with a ``DocumentID``, which receives the ID and the revision.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the object has no ``DocumentID`` or
    ///   several, `encodingError` with the `EncodingError` as its cause if it cannot be encoded,
    ///   `corruptRevisionData` if a property has a reserved key, `notFound` if the document was
    ///   purged since it was loaded, `badDocumentID`, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the object.
    package func save<Object: Encodable & AnyObject>(from object: Object) throws {
        let identity = try documentID(of: object)
        // A new object replaces any document. The document of a loaded object must still exist.
        if identity.revision != nil,
            try save(object, identity, if: identity.precondition) == nil
        {
            return
        }
        if let conflict = try save(object, identity, if: .any) {
            throw conflict.error(in: location)
        }
    }

    /// Saves an object as a document using the given concurrency control.
    ///
    /// - Parameters:
    ///   - object: An object with a ``DocumentID``, which receives the ID and the revision.
    ///   - concurrencyControl: What happens if the document was changed or deleted since the object
    ///     was loaded, or if the object is new and the document exists.
    /// - Returns: `false` if a conflict prevented the save.
    /// - Throws: The errors of ``save(from:)``.
    /// - Complexity: The same as ``save(from:)``.
    @discardableResult
    package func save<Object: Encodable & AnyObject>(
        from object: Object, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        guard concurrencyControl == .failOnConflict else {
            try save(from: object)
            return true
        }
        let identity = try documentID(of: object)
        return try save(object, identity, if: identity.precondition) == nil
    }

    /// Saves an object as a document, resolving conflicts with a closure.
    ///
    /// The closure runs outside of the transaction, unless the caller is in one. It is called again
    /// if another writer saves the document in the meantime.
    ///
    /// - Parameters:
    ///   - object: An object with a ``DocumentID``, which receives the ID and the revision.
    ///   - conflictHandler: A closure that receives the object, which it can change, and the stored
    ///     object, or `nil` if the document is deleted. If it returns `false`, nothing is saved.
    /// - Returns: `false` if the closure returned `false`.
    /// - Throws: The errors of ``save(from:)``; ``QuireError`` with code `decodingError` if the
    ///   stored document does not match the type; an error that the closure throws.
    /// - Complexity: The same as ``save(from:)``.
    @discardableResult
    package func save<Object: Codable & AnyObject>(
        from object: Object, conflictHandler: (Object, Object?) throws -> Bool
    ) throws -> Bool {
        let identity = try documentID(of: object)
        var precondition = identity.precondition
        while let conflict = try save(object, identity, if: precondition) {
            guard let current = conflict.current else { return false }
            // A conflict does not contain the body of a damaged document. Reading it throws the
            // error.
            let stored = try conflict.stored ?? (conflict.isDeleted ? nil : record(id: current.id))
            let theirs = try stored.map { try model(Object.self, of: $0) }
            guard try conflictHandler(object, theirs) else { return false }
            precondition = .revision(current.revisionID)
        }
        return true
    }
}

// MARK: Shared steps

extension DocumentCollection {
    /// Returns the identity of a model, which must have one.
    func documentID(of model: some Encodable) throws -> DocumentID {
        let property = try DocumentIDProperty.of(model).checked()
        guard let identity = try property.read(model) else {
            throw QuireError(
                .invalidParameter, "\(type(of: model)) has no @DocumentID and cannot be saved.")
        }
        return identity
    }

    /// Saves an object if its document meets a precondition.
    ///
    /// - Returns: The conflict that prevented the save, or `nil` if the object was saved.
    /// - Throws: The errors of ``save(from:)``.
    private func save<Object: Encodable & AnyObject>(
        _ object: Object, _ identity: DocumentID, if precondition: RevisionPrecondition
    ) throws -> WriteConflict? {
        let id = identity.wrappedValue ?? ModelIdentity.newID()
        let target = WriteTarget(id: id, if: precondition)
        do {
            return try write { _ in
                var save = try ModelSave(.of(object))
                let result = try storage.save(
                    object, by: modelEncoder, discriminator: nil, save: &save,
                    target: { _ in target },
                    merging: { _, _, _ in false })
                switch result {
                case .saved(let saved):
                    var object = object
                    guard save.identify(&object, as: saved) else {
                        throw QuireError(
                            .unsupportedOperation,
                            "The @DocumentID of \(type(of: object)) cannot be changed.")
                    }
                    return nil
                case .conflict(let conflict) where conflict.current == nil:
                    throw conflict.error(in: location)
                case .conflict(let conflict): return conflict
                }
            }
        } catch let error as EncodingError {
            if let error = error.reservedKeyError(in: type(of: object)) { throw error }
            throw QuireError(
                .encodingError,
                """
                \(type(of: object)) cannot be saved as document "\(target.id)" in \(location): \(error)
                """, underlyingError: error)
        }
    }

    /// The encoder for objects, which writes `nil` as null, as Couchbase Lite does.
    private var modelEncoder: DocumentEncoder {
        var encoder = DocumentEncoder(userInfo: database.codingInfo)
        encoder.nilEncodingStrategy = .null
        return encoder
    }
}
