import Fleece
import SQLPlusPlus

extension Repository {
    /// Changes individual properties of a document without decoding or encoding the model.
    ///
    /// The changes create one new revision. Properties that the model does not declare are
    /// unchanged. If an error is thrown, nothing is changed. A patch cannot change the type
    /// discriminator, the schema version or the document's ID.
    ///
    /// ```swift
    /// try hotels.patch("hotel-1") { $0.set(\.roomRate, to: 130) }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - changes: A closure that records the changes.
    /// - Throws: ``QuireError`` with code `notFound` if no document of this type has the ID;
    ///   `invalidParameter` if a change does not match the stored value, such as incrementing a
    ///   string, or if it changes the type discriminator, the schema version or the ID;
    ///   `invalidQuery` if a property is not stored; `duplicateValue` if another document has the
    ///   same values in a unique index; `notOpen`. `EncodingError` if a value cannot be encoded.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    public func patch(_ id: String, _ changes: (inout Patch<Model>) -> Void) throws {
        var patch = Patch<Model>()
        changes(&patch)
        try self.patch(id, by: patch)
    }

    /// Changes individual properties of a document using an existing patch.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - patch: The changes.
    /// - Throws: The errors of `patch(_:_:)`.
    /// - Complexity: The same as `patch(_:_:)`.
    public func patch(_ id: String, by patch: Patch<Model>) throws {
        guard hasMiddleware else {
            _ = try apply(PreparedPatch(patch, self), to: id, if: .any)
            return
        }
        _ = try perform(WriteOperation(id: id, action: .patch(patch)))
    }

    /// Applies a patch if the document meets a precondition.
    ///
    /// - Returns: The new revision, or `nil` if the patch contains no changes.
    func apply(
        _ patch: PreparedPatch<Model>, to id: String, if precondition: RevisionPrecondition
    ) throws -> SavedRevision? {
        guard hasMiddleware || patch.isEmpty else {
            return try applyToAny(patch, to: id, if: precondition)
        }
        return try store.database.inTransaction {
            guard let record = try record(id) else { throw notFound(id) }
            try check(precondition, of: id, at: record.revisionID, sequence: record.sequence)
            return patch.isEmpty ? nil : try applyToAny(patch, to: id, if: precondition)
        }
    }

    /// Applies a patch if the document meets a precondition, and decodes the changed model.
    ///
    /// The document is read once. A transaction must be in progress, because the model may not be
    /// decodable.
    ///
    /// - Returns: The model, and whether the patch has created a revision.
    func applyReturning(
        _ patch: PreparedPatch<Model>, to id: String, if precondition: RevisionPrecondition
    ) throws -> (stored: Stored<Model>, isChanged: Bool) {
        if hasMiddleware || patch.isEmpty {
            guard let record = try record(id) else { throw notFound(id) }
            try check(precondition, of: id, at: record.revisionID, sequence: record.sequence)
            if patch.isEmpty { return (try decodeStored(record), false) }
        }
        var body: FleeceDictionary?
        let revision = try applyToAny(patch, to: id, if: precondition) { tree in
            body = try tree.finished()?.dictionary
        }
        guard let body else { throw notFound(id) }
        let record = DocumentRecord(
            id: id, revisionID: revision.revisionID, sequence: revision.sequence, body: body)
        return (try decodeStored(record), true)
    }

    /// Applies a patch to a document, even if the conditions of the middleware exclude it.
    ///
    /// The stored document is read once, and its values are copied without decoding them.
    ///
    /// - Parameters:
    ///   - patch: The changes.
    ///   - id: The document's ID.
    ///   - precondition: The precondition of the write.
    ///   - receive: A closure that receives the changed body.
    /// - Returns: The new revision.
    /// - Throws: The errors of `patch(_:_:)`.
    private func applyToAny(
        _ patch: PreparedPatch<Model>, to id: String, if precondition: RevisionPrecondition,
        receive: (BodyTree) throws -> Void = { _ in }
    ) throws -> SavedRevision {
        let result = try store.save(
            encoding: { writer in
                // The engine passes the stored body to the other closure, which replaces this one.
                writer.write(.emptyDictionarySlot)
                return WriteTarget(id: id, if: .existing(nil), mergesStored: true)
            },
            merging: { record, _, writer in
                guard isOwn(record) else { throw notFound(id) }
                try check(precondition, of: id, at: record.revisionID, sequence: record.sequence)
                try receive(write(patch, appliedTo: current(record), into: writer))
                return true
            })
        guard case .saved(let revision) = result else { throw notFound(id) }
        return revision
    }

    private func write(
        _ patch: PreparedPatch<Model>, appliedTo record: DocumentRecord,
        into writer: FleeceWriter
    ) throws -> BodyTree {
        do {
            let document = record.body.storage
            let tree = try patch.applied(to: record.body)
            tree.write(
                into: writer, numberedBy: writer.usesKeyNumbers(of: document) ? document : nil)
            return tree
        } catch let failure as PatchFailure {
            throw QuireError(
                .invalidParameter,
                """
                The property \(failure.path) of document "\(record.id)" in \(store.fullName) \
                cannot be patched: \(failure.reason)
                """)
        }
    }

    /// Throws an error if a change affects a property that the repository manages.
    func check(_ step: PatchStep) throws {
        for path in step.paths {
            guard let first = path.components.first else {
                throw PatchFailure(path, "a patch cannot replace the whole document")
            }
            if case .key(let key) = first, step.assigns(path),
                !documentRules.accept(key, in: "A patch of \(Model.self)")
            {
                throw DocumentRules.error(key, in: "\(Model.self)")
            }
            if first == .key(typeKey) { throw PatchFailure(path, "it is the type discriminator") }
            if let key = plan?.version.key, first == .key(key) {
                throw PatchFailure(path, "it is the schema version")
            }
            if mayHaveIdentifiers, ModelIdentity.identifierPaths(of: Model.self).contains(path) {
                throw PatchFailure(path, "it is the document's ID")
            }
        }
    }
}

extension Selection {
    /// Changes individual properties of all documents of the selection, in one transaction.
    ///
    /// If an error is thrown, nothing is changed.
    ///
    /// ```swift
    /// let count = try hotels.filter { $0.stars == 5 }.patch { $0.increment(\.roomRate, by: 10) }
    /// ```
    ///
    /// - Parameter changes: A closure that records the changes.
    /// - Returns: The number of documents.
    /// - Throws: The errors of `all()` and `Repository/patch(_:_:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func patch(_ changes: (inout Patch<Model>) -> Void) throws -> Int {
        var patch = Patch<Model>()
        changes(&patch)
        return try self.patch(by: patch)
    }

    func patch(by patch: Patch<Model>) throws -> Int {
        if repository.hasMiddleware { return try forEachID { try repository.patch($0, by: patch) } }
        let patch = PreparedPatch(patch, repository)
        return try forEachID { _ = try repository.apply(patch, to: $0, if: .any) }
    }
}
