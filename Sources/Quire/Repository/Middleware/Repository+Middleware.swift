extension Repository {
    /// Returns the repository with more middleware, which is called after what there is already.
    ///
    /// - Parameter middleware: The middleware, in its order.
    /// - Returns: The repository.
    public func using(_ middleware: any RepositoryMiddleware<Model>...) -> Repository {
        var repository = self
        repository.middleware += middleware
        return repository
    }

    /// Does an operation by way of the middleware.
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

    /// Does an operation.
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
    /// The repository with the models that are marked as deleted, beside the others.
    public var includingDeleted: Repository { inScope(.all) }

    /// The repository of the models that are marked as deleted alone.
    public var onlyDeleted: Repository { inScope(.deleted) }

    private func inScope(_ scope: DeletionScope) -> Repository {
        var repository = self
        repository.scope = scope
        return repository
    }

    /// The repository that sees everything and does nothing besides.
    var bare: Repository {
        var repository = self
        repository.middleware = []
        return repository
    }

    /// The conditions on what the repository sees.
    var conditions: [QueryCondition<Model>] {
        hasMiddleware ? middleware.compactMap { $0.condition(in: scope) } : []
    }
}
