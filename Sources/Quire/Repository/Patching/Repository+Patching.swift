import Fleece
import SQLPlusPlus

extension Repository {
    /// Changes single properties of a document, without reading or writing the model.
    ///
    /// It runs in the current transaction, or in one of its own, and makes one new revision. What the
    /// model does not know stays. The type attribute and the identity cannot be patched.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - changes: A closure that records the changes.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document of this type,
    ///   `invalidParameter` if a change does not fit what is stored, such as an increment of a text,
    ///   or is one of an attribute of the repository or the identity; `invalidQuery` if a property is not stored;
    ///   `notOpen`. `EncodingError` if a value has no stored form. Nothing is changed then.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    public func patch(_ id: String, _ changes: (inout Patch<Model>) -> Void) throws {
        var patch = Patch<Model>()
        changes(&patch)
        try self.patch(id, by: patch)
    }

    /// Changes single properties of a document by a patch that was made before.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - patch: The changes.
    /// - Throws: As `patch(_:_:)`.
    /// - Complexity: As `patch(_:_:)`.
    public func patch(_ id: String, by patch: Patch<Model>) throws {
        _ = try perform(WriteOperation(id: id, action: .patch(patch)))
    }

    /// Makes a patch, if the document is as expected.
    func apply(
        _ patch: Patch<Model>, to id: String, if precondition: RevisionPrecondition
    ) throws -> SavedRevision? {
        try store.database.inTransaction {
            guard let record = try record(id) else { throw notFound(id) }
            guard !patch.steps.isEmpty else { return nil }
            var body = BodyPatch(try current(record).body, encoder: encoder)
            for step in patch.steps {
                do {
                    let step = try step.get()
                    try check(step)
                    try body.apply(step)
                } catch let failure as PatchFailure {
                    throw QuireError(
                        .invalidParameter,
                        """
                        The property \(failure.path) of document "\(id)" in \(store.fullName) \
                        cannot be patched: \(failure.reason)
                        """)
                }
            }
            let precondition =
                precondition == .any ? .revision(record.revisionID) : precondition
            return try store.save { writer in
                body.body.write(into: writer)
                return WriteTarget(id: id, if: precondition)
            }.revision(in: store)
        }
    }

    /// Refuses to change what makes the document this model's.
    private func check(_ step: PatchStep) throws {
        for path in step.paths {
            guard let first = path.components.first else {
                throw PatchFailure(path, "a patch changes single properties")
            }
            if case .key(let key) = first, step.assigns(path),
                !reservedKeys.accept(key, in: "A patch of \(Model.self)")
            {
                throw ReservedKeys.error(key, in: "\(Model.self)")
            }
            if first == .key(typeKey) { throw PatchFailure(path, "it says the document's type") }
            if let key = plan?.version.key, first == .key(key) {
                throw PatchFailure(path, "it says which form the document has")
            }
            if mayHaveIdentifiers, ModelIdentity.identifierPaths(of: Model.self).contains(path) {
                throw PatchFailure(path, "it is the document's ID")
            }
        }
    }
}

extension Selection {
    /// Changes single properties of all the models' documents, in one transaction.
    ///
    /// - Parameter changes: A closure that records the changes.
    /// - Returns: How many documents there were.
    /// - Throws: As `all()` and `Repository/patch(_:_:)`; nothing is changed then.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    @discardableResult
    public func patch(_ changes: (inout Patch<Model>) -> Void) throws -> Int {
        var patch = Patch<Model>()
        changes(&patch)
        return try self.patch(by: patch)
    }

    func patch(by patch: Patch<Model>) throws -> Int {
        try forEachID { try repository.patch($0, by: patch) }
    }
}
