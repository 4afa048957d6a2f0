import SQLPlusPlus

/// The filter, order and limit of a selection whose database is not yet known.
struct DeclaredSelection<Model: DocumentModel>: Sendable {
    private var condition: QueryCondition<Model>?
    private var ordering: (terms: Result<[QueryTerm], QuireError>, Selection<Model>.Direction)?
    private var maximum: Int?

    init(limit: Int?) {
        maximum = limit
    }

    /// Sets the filter.
    func filter(
        _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> DeclaredSelection {
        var declared = self
        declared.condition = condition(.model)
        return declared
    }

    /// Sets the order.
    func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable, _ direction: Selection<Model>.Direction
    ) -> DeclaredSelection {
        var declared = self
        declared.ordering = (QueryField.model[dynamicMember: keyPath].orderingTerms, direction)
        return declared
    }

    /// Returns the selection of a repository.
    func selection(of repository: Repository<Model>) -> Selection<Model> {
        var selection = repository.selection
        if let condition { selection = selection.filter(condition) }
        if let (terms, direction) = ordering { selection = selection.sorted(by: terms, direction) }
        if let maximum { selection = selection.limit(maximum) }
        return selection
    }
}
