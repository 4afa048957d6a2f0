// Writes that a client makes conditional on a revision it has received as text, such as an HTTP
// server for `If-Match`.

extension Stored {
    /// The revision as a string, for example for the `ETag` of an HTTP response.
    ///
    /// The string contains no quotation marks and no white space. A save with `ifMatch:` accepts
    /// it.
    ///
    /// ```swift
    /// if let hotel = try hotels.findStored("hotel-1") {
    ///     print("ETag: \"\(hotel.revision)\"")
    /// }
    /// ```
    public var revision: String { revisionID.description }
}

extension Repository {
    /// Saves a model if its document is at the given revision.
    ///
    /// The revision is a string that a client has received, such as ``Stored/revision`` or the
    /// projected value of a ``DocumentID``. The revision in the model itself is ignored, and so is
    /// the conflict rule of the repository. Keys of the stored document that the model does not
    /// declare are kept or discarded according to ``DocumentModel/unknownFields``.
    ///
    /// ```swift
    /// let hotel = try hotels.require("hotel-1")
    /// let revision = hotel.$id ?? ""
    /// try hotels.save(hotel, ifMatch: revision)
    /// ```
    ///
    /// - Parameters:
    ///   - model: The model, which contains its ID.
    ///   - revision: The current revision of the document, or `*` if the document only has to
    ///     exist. A string with the quotation marks of an HTTP header is an error.
    /// - Returns: The model with its new revision.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision, is
    ///   deleted or has another type; `notFound` if it does not exist; `badRevisionID` if the string
    ///   is not a revision; `invalidParameter` if the model has no ID. Also the other errors of
    ///   `save(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func save(_ model: Model, ifMatch revision: String) throws -> Model {
        let precondition = try RevisionPrecondition(ifMatch: revision)
        let id = try document(of: model, to: "saved with ifMatch").id
        let target = WriteTarget(id: id, if: precondition)
        return try save(model, SaveRequest(target: target)).value
    }

    /// Saves a model as the document with the given ID if the document is at the given revision.
    ///
    /// The model does not need to contain the ID, for example if it was decoded from the body of an
    /// HTTP request.
    ///
    /// ```swift
    /// let grand = Hotel(name: "Grand", roomRate: 250)
    /// let stored = try hotels.save(grand, id: "hotel-2", ifMatch: revision)
    /// ```
    ///
    /// - Parameters:
    ///   - model: The model. If it contains an ID, that must equal `id`.
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` if the document only has to
    ///     exist.
    /// - Returns: The model together with its document's ID, revision and sequence.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model contains another ID. Also
    ///   the errors of `save(_:ifMatch:)`.
    /// - Complexity: The same as `save(_:ifMatch:)`.
    @discardableResult
    public func save(
        _ model: Model, id: String, ifMatch revision: String
    ) throws -> Stored<Model> {
        let precondition = try RevisionPrecondition(ifMatch: revision)
        if let ownID = try ModelIdentity.ownID(of: model), ownID != id {
            throw QuireError(
                .invalidParameter,
                """
                The \(Model.self) has the ID "\(ownID)", so it cannot be saved as document "\(id)" in \
                \(store.fullName). Pass the same ID, or a model without one
                """)
        }
        let target = WriteTarget(id: id, if: precondition)
        return Stored(try save(model, SaveRequest(target: target)))
    }

    /// Saves a model to the document that it was read from if the document is at the given
    /// revision.
    ///
    /// The revision in the stored model is ignored.
    ///
    /// - Parameters:
    ///   - stored: The model.
    ///   - revision: The current revision of the document, or `*` if the document only has to
    ///     exist.
    /// - Returns: The model with its new revision.
    /// - Throws: The errors of `save(_:ifMatch:)`.
    /// - Complexity: The same as `save(_:ifMatch:)`.
    @discardableResult
    public func save(
        _ stored: Stored<Model>, ifMatch revision: String
    ) throws -> Stored<Model> {
        let target = WriteTarget(id: stored.id, if: try RevisionPrecondition(ifMatch: revision))
        return Stored(try save(stored.value, SaveRequest(target: target)))
    }

    /// Deletes the document with the given ID if it is at the given revision, and leaves a
    /// tombstone.
    ///
    /// ```swift
    /// try hotels.delete(id: "hotel-2", ifMatch: stored.revision)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision;
    ///   `notFound` if no document of this type has the ID; `deletionDenied` if a delete rule
    ///   denies the deletion; `badRevisionID` if the string is not a revision; `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(id: String, ifMatch revision: String) throws {
        try delete(id: id, if: try RevisionPrecondition(ifMatch: revision))
    }

    /// Changes individual properties of a document if it is at the given revision.
    ///
    /// ```swift
    /// try hotels.patch("hotel-1", ifMatch: stored.revision) { $0.set(\.roomRate, to: 130) }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - changes: A closure that records the changes.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision, even
    ///   if there are no changes; `badRevisionID` if the string is not a revision. Also the errors
    ///   of `patch(_:_:)`.
    /// - Complexity: The same as `patch(_:_:)`.
    public func patch(
        _ id: String, ifMatch revision: String, _ changes: (inout Patch<Model>) -> Void
    ) throws {
        var patch = Patch<Model>()
        changes(&patch)
        try self.patch(id, ifMatch: revision, by: patch)
    }

    /// Changes individual properties of a document using an existing patch if it is at the given
    /// revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - patch: The changes.
    /// - Throws: The errors of `patch(_:ifMatch:_:)`.
    /// - Complexity: The same as `patch(_:_:)`.
    public func patch(_ id: String, ifMatch revision: String, by patch: Patch<Model>) throws {
        var operation = WriteOperation<Model>(id: id, action: .patch(patch))
        operation.precondition = try RevisionPrecondition(ifMatch: revision)
        _ = try perform(operation)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - change: A closure that changes the model. It must not change the model's ID. If the
    ///     document is at another revision, the closure is not called.
    /// - Returns: The saved model with its new revision.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision;
    ///   `badRevisionID` if the string is not a revision. Also the errors of `update(_:_:)`.
    /// - Complexity: The same as `update(_:_:)`.
    @discardableResult
    public func update(
        _ id: String, ifMatch revision: String, _ change: (inout Model) throws -> Void
    ) throws -> Model {
        try update(id, if: try RevisionPrecondition(ifMatch: revision), change).value
    }
}
