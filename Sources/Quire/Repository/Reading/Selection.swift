import SQLPlusPlus

/// Some of the models of a repository, in some order: a query that has not run yet.
///
/// It is a value: each call gives a new selection and leaves the old one as it is.
public struct Selection<Model: DocumentModel>: Sendable {
    let repository: Repository<Model>
    private(set) var conditions: [QueryCondition<Model>] = []
    private(set) var ordering: [Result<OrderingTerm, QuireError>] = []
    private(set) var maximum: Int?
    private(set) var skipped: Int?

    init(_ repository: Repository<Model>) {
        self.repository = repository
    }

    // MARK: Making

    /// Restricts the selection further.
    ///
    /// - Parameter condition: A closure that compares fields of the model.
    /// - Returns: The models that fulfil this condition too.
    public func filter(
        _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> Selection {
        filter(condition(.model))
    }

    /// Restricts the selection further.
    ///
    /// - Parameter condition: A condition that was made elsewhere.
    /// - Returns: The models that fulfil this condition too.
    public func filter(_ condition: QueryCondition<Model>) -> Selection {
        var selection = self
        selection.conditions.append(condition)
        return selection
    }

    /// The direction of an order.
    public enum Direction: Sendable {
        /// From the least to the greatest.
        case ascending
        /// From the greatest to the least.
        case descending
    }

    /// Sorts the selection by a property; models that are equal in it by the next call's.
    ///
    /// Missing values come first, then truth values and numbers, then texts by their bytes, then
    /// null.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable, _ direction: Direction = .ascending
    ) -> Selection {
        sorted(by: QueryField.model[dynamicMember: keyPath].term, direction)
    }

    /// Sorts the selection by a term.
    func sorted(by term: Result<QueryTerm, QuireError>, _ direction: Direction) -> Selection {
        var selection = self
        selection.ordering.append(
            term.map { OrderingTerm($0, direction == .ascending ? .ascending : .descending) })
        return selection
    }

    /// Limits the number of models.
    ///
    /// - Parameter count: The greatest number; below zero means none.
    /// - Returns: The limited selection.
    public func limit(_ count: Int) -> Selection {
        var selection = self
        selection.maximum = count
        return selection
    }

    /// Leaves out the first models.
    ///
    /// - Parameter count: How many; below zero means none.
    /// - Returns: The rest of the selection.
    public func offset(_ count: Int) -> Selection {
        var selection = self
        selection.skipped = count
        return selection
    }
}
