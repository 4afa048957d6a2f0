extension Repository {
    /// Returns the repository with additional middleware.
    ///
    /// The new middleware is called after the existing middleware.
    ///
    /// - Parameter middleware: The middleware, in the order of the calls.
    /// - Returns: The repository.
    public func using(_ middleware: any RepositoryMiddleware<Model>...) -> Repository {
        var repository = self
        repository.middleware += middleware
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
            operation.isNew = try store.record(id: id) == nil
            return try perform(operation, from: 0)
        }
    }

    private func perform(
        _ operation: WriteOperation<Model>, from index: Int
    ) throws -> WriteOutcome<Model> {
        guard index < middleware.count else {
            var outcome = try execute(operation)
            outcome.load = operation.load
            return outcome
        }
        return try middleware[index].perform(operation) { try perform($0, from: index + 1) }
    }

    /// Performs an operation without middleware.
    private func execute(_ operation: WriteOperation<Model>) throws -> WriteOutcome<Model> {
        let id = operation.id
        switch operation.action {
        case .save(let model):
            let stored = Stored<Model>(try saveWithoutMiddleware(model, operation.request))
            return WriteOutcome(id: id, revisionID: stored.revisionID, stored: stored)
        case .patch(let patch):
            let saved = try apply(patch, to: id, if: operation.precondition)
            return WriteOutcome(id: id, revisionID: saved?.revisionID)
        case .delete:
            return try store.database.inTransaction {
                guard try record(id) != nil else { throw notFound(id) }
                let saved = try store.delete(id: id, if: operation.precondition)
                    .revision(in: store)
                return WriteOutcome(id: id, revisionID: saved?.revisionID)
            }
        case .purge:
            return try store.database.inTransaction {
                guard try record(id) != nil else { throw notFound(id) }
                try store.purge(id: id)
                return WriteOutcome(id: id, revisionID: nil)
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
        repository.middleware = []
        return repository
    }

    /// The conditions of the middleware on the documents that the repository reads.
    var conditions: [QueryCondition<Model>] {
        hasMiddleware ? middleware.compactMap { $0.condition(in: scope) } : []
    }
}
