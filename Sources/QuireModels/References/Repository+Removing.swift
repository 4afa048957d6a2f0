extension Repository {
    /// Deletes or purges a document of this type without middleware, and applies its delete rules.
    func remove(
        _ operation: WriteOperation<Model>, _ remove: () throws -> RevisionID?
    ) throws -> WriteOutcome<Model> {
        let id = operation.id
        let rules = DeletionRules.of(Model.self)
        guard !rules.isEmpty else {
            return try store.database.inTransaction {
                guard try record(id) != nil else { throw notFound(id) }
                return WriteOutcome(id: id, revisionID: try remove())
            }
        }
        // A nested transaction, because the document must remain if a rule denies its deletion.
        return try store.inBatch {
            guard let record = try record(id) else { throw notFound(id) }
            let revisionID = try remove()
            let removal = operation.removal ?? Removal(operation.action.removalKind)
            removal.add(record, of: self, rules, recordedIn: operation.histories)
            if operation.removal == nil { try removal.finish() }
            return WriteOutcome(id: id, revisionID: revisionID)
        }
    }
}

extension WriteOperation.Action {
    fileprivate var removalKind: Removal.Kind {
        if case .purge = self { .purge } else { .delete }
    }
}
