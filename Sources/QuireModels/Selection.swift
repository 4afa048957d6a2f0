import SQLPlusPlus

/// A query for some of the models of a repository, which runs when you read its results.
///
/// A selection is a value. Each method that filters, sorts or limits it returns a new selection and
/// leaves the original unchanged.
///
/// Methods that read see the last commit. Inside a transaction, they also see the changes of the
/// transaction.
///
/// The asynchronous versions of the methods do not block Swift's cooperative threads. They have the
/// same complexity as the synchronous versions. They throw `CancellationError` if their task is
/// canceled before they start, or while the embedded engine runs a query for them.
///
/// ```swift
/// let cheapest = hotels.filter { $0.roomRate < 200 }
///     .sorted(by: \.roomRate)
///     .limit(10)
/// print(try cheapest.all().map(\.name))  // ["Station Inn", "Harbour House"]
/// ```
public struct Selection<Model: DocumentModel>: Sendable {
    let repository: Repository<Model>
    private(set) var conditions: [QueryCondition<Model>] = []
    private(set) var searches: [SelectionSearch<Model>] = []
    private(set) var ordering: [Result<OrderingTerm, QuireError>] = []
    private(set) var maximum: Int?
    private(set) var skipped: Int?

    init(_ repository: Repository<Model>) {
        self.repository = repository
    }

    // MARK: Building a selection

    /// Restricts the selection to models that also satisfy a condition.
    ///
    /// ```swift
    /// var selection = hotels.filter { $0.stars >= 3 }
    /// if isCentral { selection = selection.filter { $0.address.city == "Bergen" } }
    /// ```
    ///
    /// - Parameter condition: A closure that compares fields of the model, or returns a Boolean
    ///   property.
    /// - Returns: The filtered selection.
    public func filter<Condition: QueryBoolean>(
        _ condition: (QueryField<Model, Model>) -> QueryField<Model, Condition>
    ) -> Selection {
        filter(QueryCondition(condition: condition(.model).condition))
    }

    /// Restricts the selection to models that also satisfy an existing condition.
    ///
    /// - Parameter condition: The condition, which restricts the selection further.
    /// - Returns: The filtered selection.
    public func filter(_ condition: QueryCondition<Model>) -> Selection {
        var selection = self
        selection.conditions.append(condition)
        return selection
    }

    /// Restricts the selection to models that a full-text search finds.
    func searching(for search: SelectionSearch<Model>) -> Selection {
        var selection = self
        selection.searches.append(search)
        return selection
    }

    /// A sort direction.
    ///
    /// ```swift
    /// let best = try hotels.sorted(by: \.stars, .descending).first()
    /// ```
    public enum Direction: Sendable {
        /// From the lowest to the highest value.
        case ascending
        /// From the highest to the lowest value.
        case descending
    }

    /// Sorts the selection by a property.
    ///
    /// If you call the method several times, later calls sort the models with equal values of the
    /// earlier properties. Missing values sort first, then Booleans and numbers, then strings by
    /// their bytes, then null. Properties of type `Decimal` sort by their numbers. So a property that is `nil` sorts before all values, unless it is
    /// declared with ``ExplicitNull``.
    ///
    /// ```swift
    /// let byCity = hotels.filter { $0.stars >= 3 }
    ///     .sorted(by: \.address.city)
    ///     .sorted(by: \.roomRate, .descending)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: The sort direction.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable, _ direction: Direction = .ascending
    ) -> Selection {
        sorted(by: QueryField.model[dynamicMember: keyPath].orderingTerms, direction)
    }

    /// Sorts the selection by a string, with a collation.
    ///
    /// ```swift
    /// let byName = hotels.sorted(by: \.name, collation: .localized)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: The sort direction.
    ///   - collation: The rules by which strings are compared.
    /// - Returns: The sorted selection.
    public func sorted<Value: QueryText>(
        by keyPath: any KeyPath<Model, Value> & Sendable, _ direction: Direction = .ascending,
        collation: QueryCollation
    ) -> Selection {
        sorted(
            by: QueryField.model[dynamicMember: keyPath].collating(collation).orderingTerms,
            direction)
    }

    /// Sorts the selection by terms.
    func sorted(by terms: Result<[QueryTerm], QuireError>, _ direction: Direction) -> Selection {
        var selection = self
        switch terms {
        case .success(let terms):
            selection.ordering += terms.map {
                .success(OrderingTerm($0, direction == .ascending ? .ascending : .descending))
            }
        case .failure(let error): selection.ordering.append(.failure(error))
        }
        return selection
    }

    /// Limits the number of models.
    ///
    /// ```swift
    /// let threeBest = try hotels.sorted(by: \.stars, .descending).limit(3).all()
    /// ```
    ///
    /// - Parameter count: The maximum number of models; a negative number means zero.
    /// - Returns: The limited selection.
    public func limit(_ count: Int) -> Selection {
        var selection = self
        selection.maximum = count
        return selection
    }

    /// Skips the first models.
    ///
    /// ```swift
    /// let others = try hotels.sorted(by: \.stars, .descending).offset(2).all()
    /// ```
    ///
    /// - Parameter count: The number of models to skip; a negative number means zero.
    /// - Returns: The selection without these models.
    public func offset(_ count: Int) -> Selection {
        var selection = self
        selection.skipped = count
        return selection
    }
}
