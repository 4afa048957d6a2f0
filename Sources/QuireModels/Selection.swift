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
    /// Whether a filter, other than the type of a family, restricts the selection.
    private(set) var restriction = Restriction.none
    private(set) var searches: [SelectionSearch<Model>] = []
    private(set) var ordering: [Result<OrderingTerm, QuireError>] = []
    private(set) var maximum: Int?
    private(set) var skipped: Int?

    init(_ repository: Repository<Model>) {
        self.repository = repository
    }

    /// The effect of the filters of a selection.
    enum Restriction: Sendable {
        /// The selection was not filtered.
        case none
        /// The filters contain no conditions, for example because no `if` in them applies.
        case emptyFilter
        /// A filter contains a condition.
        case conditions
    }

    // MARK: Building a selection

    /// Restricts the selection to models that also satisfy a condition, or several ones.
    ///
    /// ```swift
    /// var selection = hotels.filter { $0.stars >= 3 }
    /// if isCentral { selection = selection.filter { $0.address.city == "Bergen" } }
    /// ```
    ///
    /// Each line of the closure is a condition, and all of them must be true:
    ///
    /// ```swift
    /// let suitable = hotels.selection.filter {
    ///     $0.stars >= 3
    ///     if let city { $0.address.city == city }
    ///     not { $0.tags.contains("loud") }
    /// }
    /// ```
    ///
    /// - Parameter condition: A closure whose lines compare fields of the model, or are Boolean
    ///   properties; see ``ConditionBuilder``.
    /// - Returns: The filtered selection. If none of its filters contains a condition, it is not
    ///   restricted, and the calls that change or delete all of its models throw an error.
    public func filter(
        @ConditionBuilder<Model> _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> Selection {
        filter(condition(.model))
    }

    /// Restricts the selection to models that also satisfy an existing condition.
    ///
    /// - Parameter condition: The condition, which restricts the selection further.
    /// - Returns: The filtered selection.
    public func filter(_ condition: QueryCondition<Model>) -> Selection {
        var selection = self
        if condition.isAlwaysTrue {
            if restriction == .none { selection.restriction = .emptyFilter }
        } else {
            selection.restriction = .conditions
            selection.conditions.append(condition)
        }
        return selection
    }

    /// Restricts the selection to one type of a family.
    func ofType(_ condition: QueryCondition<Model>) -> Selection {
        var selection = self
        selection.conditions.append(condition)
        return selection
    }

    /// Restricts the selection to models that a full-text search finds.
    func searching(for search: SelectionSearch<Model>) -> Selection {
        var selection = self
        selection.searches.append(search)
        selection.restriction = .conditions
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
