extension DocumentCollection {
    /// Returns a plan of the changes that give the collection the defined indexes.
    ///
    /// The method doesn't change any indexes. Inside a transaction, it reads the changes of that
    /// transaction; otherwise, it reads the last committed state.
    ///
    /// - Parameters:
    ///   - definitions: The definitions of the indexes, with unique names.
    ///   - keepingOthers: Whether to keep indexes with other names. By default, they are deleted.
    /// - Returns: The plan.
    /// - Throws: ``QuireError`` with code `invalidQuery` or `invalidParameter` if a definition is
    ///   not valid, `invalidParameter` if a name occurs twice, `notOpen` if the database is closed
    ///   or the collection is deleted.
    public func indexPlan(
        for definitions: [IndexDefinition], keepingOthers: Bool = false
    ) throws -> IndexPlan {
        let store = storage
        let steps = try store.planSteps(
            for: definitions, existing: indexes(), keepsOthers: keepingOthers
        ) {
            definition in
            let wanted = try IndexSpecification(definition.configuration)
                .compiled(definition.name, of: self)
            switch try find(wanted) {
            case .nothing: return .create(definition.name)
            case .other: return .replace(definition.name)
            case .same: return nil
            }
        }
        return IndexPlan(store: store, steps: steps, definitions: definitions)
    }

    func find(_ wanted: StoredIndexes.Wanted) throws -> StoredIndexes.Finding {
        try readSnapshot { connection in
            try StoredIndexes(tables: tables, connection: connection.sqlite).find(wanted)
        }
    }
}
