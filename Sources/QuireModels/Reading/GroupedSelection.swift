import SQLPlusPlus

/// The models of a selection in groups, for which you select the values to read.
///
/// ```swift
/// let rates = try hotels.filter { $0.stars > 2 }
///     .grouped(by: \.address.city)
///     .having { $0.count >= 10 }
///     .select { ($0.key, $0.count, $0.average(of: \.roomRate)) }.all()
/// ```
public struct GroupedSelection<Model: DocumentModel, Key> {
    private let store: any DocumentStore
    private var statement: Result<SelectStatement, any Error>
    /// A closure that reads the models of a limited selection and returns the condition on them.
    private let limitCondition: (@Sendable () throws -> QueryTerm)?
    private let group: QueryGroup<Model, Key>

    fileprivate init(
        _ selection: Selection<Model>, key: Key, _ keys: [Result<QueryTerm, QuireError>]
    ) {
        store = selection.repository.store
        group = QueryGroup(key: key)
        limitCondition = selection.limitCondition
        statement = Result {
            SelectStatement(
                [], from: .own, where: try selection.condition(),
                groupedBy: try keys.map { try $0.get() })
        }
    }

    /// Returns the statement that reads the keys.
    func keys() throws -> SelectStatement {
        var statement = try statement.get()
        statement.columns = statement.grouping.map { ResultColumn($0) }
        return statement
    }

    private func with(_ change: (inout SelectStatement) throws -> Void) -> GroupedSelection {
        var selection = self
        let statement = statement
        selection.statement = Result {
            var statement = try statement.get()
            try change(&statement)
            return statement
        }
        return selection
    }

    /// Restricts the selection to groups that satisfy a condition.
    ///
    /// ```swift
    /// let cityNames = try hotels.grouped(by: \.address.city)
    ///     .having { $0.count >= 2 }
    ///     .select { $0.key }.all()
    /// ```
    ///
    /// - Parameter condition: A closure with one condition in each line, which compares keys and
    ///   aggregates of a group; see ``ItemConditionBuilder``.
    /// - Returns: The filtered groups; all groups if the closure contains no condition.
    public func having(
        @ItemConditionBuilder<Model, QueryGroup<Model, Key>> _ condition:
            (QueryGroup<Model, Key>) -> QueryCondition<Model>
    ) -> GroupedSelection {
        let condition = ConditionSubject.withSubject(group, condition)
        if condition.isAlwaysTrue { return self }
        return with {
            let term = try condition.condition.get()
            $0.groupCondition = $0.groupCondition.map { .operation(.and, [$0, term]) } ?? term
        }
    }

    /// Sorts the groups.
    ///
    /// If you call the method several times, later calls sort the groups with equal values of the
    /// earlier fields.
    ///
    /// - Parameters:
    ///   - field: A closure that returns the key or aggregate to sort by.
    ///   - direction: The sort direction.
    /// - Returns: The sorted groups.
    public func sorted<Value>(
        by field: (QueryGroup<Model, Key>) -> QueryField<Model, Value>,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> GroupedSelection {
        let terms = field(group).orderingTerms
        return with {
            $0.ordering += try terms.get().map {
                OrderingTerm($0, direction == .ascending ? .ascending : .descending)
            }
        }
    }

    /// Limits the number of groups.
    ///
    /// - Parameter count: The maximum number of groups; a negative number means zero.
    /// - Returns: The limited selection.
    public func limit(_ count: Int) -> GroupedSelection {
        with { $0.limit = .literal(.integer(Int64(count))) }
    }

    /// Skips the first groups.
    ///
    /// - Parameter count: The number of groups to skip; a negative number means zero.
    /// - Returns: The selection without these groups.
    public func offset(_ count: Int) -> GroupedSelection {
        with { $0.offset = .literal(.integer(Int64(count))) }
    }

    /// Selects one value from each group.
    ///
    /// - Parameter field: A closure that returns the key or aggregate to select.
    /// - Returns: A projection, which runs when you read its values.
    public func select<Value: Decodable & Sendable>(
        _ field: (QueryGroup<Model, Key>) -> QueryField<Model, Value>
    ) -> Projection<Value> {
        let columns = [field(group).operand]
        let keys = columns.keys
        return Projection(columns, of: store, in: statement, within: limitCondition) { row in
            var reader = RowReader(row, keys: keys)
            return try reader.next(Value.self)
        }
    }

    /// Selects several values from each group, as tuples.
    ///
    /// ```swift
    /// let cities = try hotels.grouped(by: \.address.city)
    ///     .select { ($0.key, $0.count, $0.maximum(of: \.roomRate)) }.all()
    /// for (city, count, rate) in cities { print(city, count, rate ?? 0) }
    /// ```
    ///
    /// - Parameter fields: A closure that returns the keys or aggregates to select.
    /// - Returns: A projection, which runs when you read its values.
    public func select<each Value: Decodable & Sendable>(
        _ fields: (QueryGroup<Model, Key>) -> (repeat QueryField<Model, each Value>)
    ) -> Projection<(repeat each Value)> {
        let fields = fields(group)
        var columns: [Result<FieldOperand, QuireError>] = []
        for field in repeat each fields { columns.append(field.operand) }
        let keys = columns.keys
        return Projection(columns, of: store, in: statement, within: limitCondition) { row in
            var reader = RowReader(row, keys: keys)
            return (repeat try reader.next((each Value).self))
        }
    }
}

extension Selection {
    /// Groups the models by a property.
    ///
    /// Models whose property is `nil` form one group.
    ///
    /// ```swift
    /// let counts = try hotels.filter { $0.roomRate < 150 }
    ///     .grouped(by: \.address.city)
    ///     .select { ($0.key, $0.count) }.all()
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The groups.
    public func grouped<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> GroupedSelection<Model, QueryField<Model, Value>> {
        let key = Self.groupKey(field(.model))
        return GroupedSelection(self, key: key, [key.term])
    }

    /// Groups the models by two properties.
    ///
    /// The key of a group is a tuple.
    ///
    /// - Parameters:
    ///   - first: A closure that returns a property, or a key path.
    ///   - second: A closure that returns the other property, or a key path.
    /// - Returns: The groups.
    public func grouped<First, Second>(
        by first: (QueryField<Model, Model>) -> QueryField<Model, First>,
        _ second: (QueryField<Model, Model>) -> QueryField<Model, Second>
    ) -> GroupedSelection<Model, (QueryField<Model, First>, QueryField<Model, Second>)> {
        let key = (Self.groupKey(first(.model)), Self.groupKey(second(.model)))
        return GroupedSelection(self, key: key, [key.0.term, key.1.term])
    }

    /// Groups the models by three properties, as by two.
    ///
    /// - Parameters:
    ///   - first: A closure that returns a property, or a key path.
    ///   - second: A closure that returns another property, or a key path.
    ///   - third: A closure that returns the last property, or a key path.
    /// - Returns: The groups.
    public func grouped<First, Second, Third>(
        by first: (QueryField<Model, Model>) -> QueryField<Model, First>,
        _ second: (QueryField<Model, Model>) -> QueryField<Model, Second>,
        _ third: (QueryField<Model, Model>) -> QueryField<Model, Third>
    ) -> GroupedSelection<
        Model, (QueryField<Model, First>, QueryField<Model, Second>, QueryField<Model, Third>)
    > {
        let key = (
            Self.groupKey(first(.model)), Self.groupKey(second(.model)),
            Self.groupKey(third(.model))
        )
        return GroupedSelection(self, key: key, [key.0.term, key.1.term, key.2.term])
    }

    /// Returns the group key for a field, which is missing instead of null.
    ///
    /// In the database, null and missing are different groups. In Swift, both are `nil`. Equal
    /// decimals can be stored as different values.
    private static func groupKey<Value>(
        _ field: QueryField<Model, Value>
    ) -> QueryField<Model, Value> {
        field.computed { operand in
            let term = operand.isOptional ? operand.term.missingIfNull : operand.term
            return operand.isDecimal ? .call("DECIMAL_VALUE", [term]) : term
        }
    }

    /// A closure that reads the models within the limit and offset, and returns the condition on
    /// them for aggregates; `nil` if there is no limit.
    var limitCondition: (@Sendable () throws -> QueryTerm)? {
        guard maximum != nil || skipped != nil else { return nil }
        return {
            let ids = try records().map { QueryTerm.literal(.string($0.id)) }
            return .membership(.metadata(.id, of: nil), in: .array(ids), isNegated: false)
        }
    }
}

extension Repository {
    /// Groups the models by a property.
    ///
    /// ```swift
    /// let rates = try hotels.grouped(by: \.stars)
    ///     .select { ($0.key, $0.average(of: \.roomRate)) }.all()
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The groups.
    public func grouped<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> GroupedSelection<Model, QueryField<Model, Value>> {
        selection.grouped(by: field)
    }

    /// Groups the models by two properties.
    ///
    /// The key of a group is a tuple.
    ///
    /// - Parameters:
    ///   - first: A closure that returns a property, or a key path.
    ///   - second: A closure that returns the other property, or a key path.
    /// - Returns: The groups.
    public func grouped<First, Second>(
        by first: (QueryField<Model, Model>) -> QueryField<Model, First>,
        _ second: (QueryField<Model, Model>) -> QueryField<Model, Second>
    ) -> GroupedSelection<Model, (QueryField<Model, First>, QueryField<Model, Second>)> {
        selection.grouped(by: first, second)
    }

    /// Groups the models by three properties, as by two.
    ///
    /// - Parameters:
    ///   - first: A closure that returns a property, or a key path.
    ///   - second: A closure that returns another property, or a key path.
    ///   - third: A closure that returns the last property, or a key path.
    /// - Returns: The groups.
    public func grouped<First, Second, Third>(
        by first: (QueryField<Model, Model>) -> QueryField<Model, First>,
        _ second: (QueryField<Model, Model>) -> QueryField<Model, Second>,
        _ third: (QueryField<Model, Model>) -> QueryField<Model, Third>
    ) -> GroupedSelection<
        Model, (QueryField<Model, First>, QueryField<Model, Second>, QueryField<Model, Third>)
    > {
        selection.grouped(by: first, second, third)
    }
}
