extension Repository {
    /// Returns the repository with additional middleware.
    ///
    /// The new middleware is called after the existing middleware, and before the middleware that
    /// is registered with ``DocumentDatabase/use(_:for:)``.
    ///
    /// ```swift
    /// let logged = hotels.using(TimestampMiddleware(updated: \.updatedAt), rules)
    /// ```
    ///
    /// - Parameter middleware: The middleware, in the order of the calls.
    /// - Returns: The repository.
    public func using(_ middleware: any RepositoryMiddleware<Model>...) -> Repository {
        var repository = self
        repository.ownMiddleware += middleware
        return repository
    }

    /// Performs an operation through the middleware.
    func perform(_ operation: WriteOperation<Model>) throws -> WriteOutcome<Model> {
        guard hasMiddleware else { return try execute(operation) }
        return try store.inBatch {
            let everything = self.bare
            let id = operation.id
            var operation = operation
            operation.load = { try everything.findStored(id) }
            let record = try store.record(id: id)
            operation.isNew = record == nil
            operation.storedTypeName = record?.body[typeKey]?.string
            operation.store = store
            return try operation.performed(through: middleware) {
                var outcome = try execute($0)
                outcome.load = $0.load
                return outcome
            }
        }
    }

    /// Performs an operation without middleware.
    private func execute(_ operation: WriteOperation<Model>) throws -> WriteOutcome<Model> {
        let id = operation.id
        switch operation.action {
        case .save(let model):
            let stored = Stored<Model>(try saveWithoutMiddleware(model, operation.request))
            return WriteOutcome(id: id, revisionID: stored.revisionID, stored: stored)
        case .patch(let patch) where operation.returnsModel:
            let (stored, isChanged) = try applyReturning(
                PreparedPatch(patch, self), to: id, if: operation.precondition)
            return WriteOutcome(
                id: id, revisionID: isChanged ? stored.revisionID : nil, stored: stored)
        case .patch(let patch):
            let saved = try apply(
                PreparedPatch(patch, self), to: id, if: operation.precondition)
            return WriteOutcome(id: id, revisionID: saved?.revisionID)
        case .delete:
            return try remove(operation) {
                try store.delete(id: id, if: operation.precondition).revision(in: store)?
                    .revisionID
            }
        case .purge:
            return try remove(operation) {
                try store.purge(id: id)
                return nil
            }
        }
    }
}

// MARK: Scopes

extension Repository {
    /// The repository, including models that are marked as deleted.
    public var includingDeleted: Repository { inScope(.all) }

    /// The repository with only the models that are marked as deleted.
    public var onlyDeleted: Repository { inScope(.deleted) }

    private func inScope(_ scope: DeletionScope) -> Repository {
        var repository = self
        repository.scope = scope
        return repository
    }

    /// The repository without middleware, which therefore reads all documents of its type.
    var bare: Repository {
        var repository = self
        repository.ownMiddleware = []
        repository.registered = nil
        return repository
    }

    /// Whether the repository has middleware.
    @inline(__always)
    var hasMiddleware: Bool { hasOwnMiddleware || registered?.isUsed ?? false }

    /// The middleware that handles the repository's operations, in the order of the calls.
    var middleware: [any RepositoryMiddleware<Model>] {
        guard let registered, registered.isUsed else { return ownMiddleware }
        return ownMiddleware + registered.middleware(of: Model.self, typeKey: typeKey)
    }

    /// The conditions of the middleware on the documents that the repository reads.
    var conditions: [QueryCondition<Model>] {
        hasMiddleware && !ignoresConditions
            ? middleware.compactMap { $0.condition(in: scope) } : []
    }
}
