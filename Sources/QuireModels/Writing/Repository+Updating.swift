extension Repository {
    /// Reads a model, calls a closure that changes it, and saves it, in one transaction.
    ///
    /// No other writer can change the document between the read and the save. If the closure itself
    /// saves the document, or if an engine detects a conflict only at the end, the method reads the
    /// model and calls the closure again. After eight attempts, it throws the conflict.
    ///
    /// ```swift
    /// try hotels.update("hotel-1") { hotel in
    ///     hotel.roomRate += 10
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: An error that the closure throws; nothing is saved then. ``QuireError`` with code
    ///   `notFound` if no document of this type has the ID, `invalidParameter` if the closure
    ///   changed the ID. Also the errors of `find(_:)` and `save(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func update(_ id: String, _ change: (inout Model) throws -> Void) throws -> Model {
        try update(id, if: .any, change).value
    }

    /// Updates a document if it meets a precondition.
    func update(
        _ id: String, if precondition: RevisionPrecondition,
        _ change: (inout Model) throws -> Void
    ) throws -> Saved {
        if let fault = traits.fault { throw fault }
        return try store.database.inTransaction {
            for _ in 1..<Self.updateAttempts {
                if case .saved(let saved) = try updateOnce(id, if: precondition, change) {
                    return saved
                }
            }
            switch try updateOnce(id, if: precondition, change) {
            case .saved(let saved): return saved
            case .conflict(let conflict): throw conflict.error(in: store)
            }
        }
    }

    /// The number of times that an update reads the model before it throws a conflict.
    private static var updateAttempts: Int { 8 }

    private enum Update {
        case saved(Saved)
        case conflict(WriteConflict)
    }

    private func updateOnce(
        _ id: String, if precondition: RevisionPrecondition,
        _ change: (inout Model) throws -> Void
    ) throws -> Update {
        guard let record = try record(id) else { throw notFound(id) }
        var stored = try decodeStored(record)
        try check(precondition, of: id, at: stored.revisionID, sequence: stored.sequence)
        try change(&stored.value)
        let request = SaveRequest<Model>(
            target: WriteTarget(id: id, if: .revision(stored.revisionID)))
        if hasMiddleware {
            try checkID(of: stored.value, ModelIdentity.documentID(of: stored.value), in: record)
            // The conflict must be detected here. After middleware has received the operation, a
            // conflict is an error.
            if let current = try store.record(id: id), current.revisionID != stored.revisionID {
                return .conflict(
                    conflict(
                        with: .revision(stored.revisionID), of: id, at: current.revisionID,
                        sequence: current.sequence,
                        stored: current))
            }
            return .saved(try save(stored.value, request))
        }
        var save = try ModelSave(traits.identityProperty(of: stored.value), keepsBody: keepsBases)
        let model = stored.value
        let result = try self.save(model, request: request, save: &save) { documentID in
            try checkID(of: model, documentID, in: record)
        }
        switch result {
        case .saved(let revision):
            return .saved(try saved(model, as: revision, save))
        case .conflict(let conflict) where conflict.current == nil:
            throw conflict.error(in: store)
        case .conflict(let conflict):
            return .conflict(conflict)
        }
    }

    /// Throws an error if a model no longer contains the document ID that it was decoded with.
    ///
    /// - Parameters:
    ///   - model: The changed model.
    ///   - documentID: The model's ``DocumentID``, if it has one.
    ///   - record: The document from which the model was decoded.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the ID has changed. Also the errors of
    ///   `findStored(_:)`.
    private func checkID(
        of model: Model, _ documentID: DocumentID?, in record: DocumentRecord
    ) throws {
        guard traits.mayHaveDocumentID || mayHaveIdentifiers else { return }
        let changedID = try ModelIdentity.ownID(of: model, documentID)
        if changedID == record.id { return }
        // A decoded model can have another ID, such as a UUID in another form, or none.
        guard try changedID == ModelIdentity.ownID(of: decodeStored(record).value) else {
            throw QuireError(
                .invalidParameter,
                """
                The update of document "\(record.id)" in \(store.fullName) changed its ID to \
                "\(changedID ?? "nil")". Keep the ID
                """)
        }
    }

    /// Throws a conflict if a live document does not meet a precondition.
    func check(
        _ precondition: RevisionPrecondition, of id: String, at revisionID: RevisionID,
        sequence: UInt64
    ) throws {
        if precondition.isMet(by: revisionID, isDeleted: false) { return }
        throw conflict(with: precondition, of: id, at: revisionID, sequence: sequence).error(
            in: store)
    }

    /// Returns the conflict of a precondition with a live document.
    private func conflict(
        with precondition: RevisionPrecondition, of id: String, at revisionID: RevisionID,
        sequence: UInt64, stored: DocumentRecord? = nil
    ) -> WriteConflict {
        WriteConflict(
            WriteTarget(id: id, if: precondition),
            current: SavedRevision(id: id, revisionID: revisionID, sequence: sequence),
            isDeleted: false, stored: stored)
    }

    /// Returns the error for a missing document.
    ///
    /// If a document of another type has the ID, the message contains that type.
    func notFound(_ id: String) -> QuireError {
        var message = "There is no \(Model.documentType) \"\(id)\" in \(store.fullName)"
        if let record = try? store.record(id: id), !isOwn(record) {
            let type = record.body[typeKey].flatMap { try? $0.json() }
            message +=
                type.map { ": the document has the type \($0)" } ?? ": the document has no type"
        }
        return QuireError(.notFound, message + ".")
    }
}
