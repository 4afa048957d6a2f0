import SQLPlusPlus

/// The models of a selection in groups: a query that has not been told yet what to select.
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
    private let group: QueryGroup<Model, Key>

    fileprivate init(
        _ selection: Selection<Model>, key: Key, _ keys: [Result<QueryTerm, QuireError>]
    ) {
        store = selection.repository.store
        group = QueryGroup(key: key)
        statement = Result {
            SelectStatement(
                [], from: .own, where: try selection.wholeCondition(),
                groupedBy: try keys.map { try $0.get() })
        }
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

    /// Restricts the selection to groups that fulfil a condition.
    ///
    /// - Parameter condition: A closure that compares what is told of a group.
    /// - Returns: The groups that fulfil this condition too.
    public func having(
        _ condition: (QueryGroup<Model, Key>) -> QueryCondition<Model>
    ) -> GroupedSelection {
        let condition = condition(group)
        return with {
            let term = try condition.term.get()
            $0.groupCondition = $0.groupCondition.map { .operation(.and, [$0, term]) } ?? term
        }
    }

    /// Sorts the groups; those that are equal by the next call's.
    ///
    /// - Parameters:
    ///   - field: A closure that tells what to sort by.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: The sorted groups.
    public func sorted<Value>(
        by field: (QueryGroup<Model, Key>) -> QueryField<Model, Value>,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> GroupedSelection {
        let term = field(group).term
        return with {
            $0.ordering.append(
                OrderingTerm(
                    try term.get(), direction == .ascending ? .ascending : .descending))
        }
    }

    /// Limits the number of groups.
    ///
    /// - Parameter count: The greatest number; below zero means none.
    /// - Returns: The limited selection.
    public func limit(_ count: Int) -> GroupedSelection {
        with { $0.limit = .literal(.integer(Int64(count))) }
    }

    /// Leaves out the first groups.
    ///
    /// - Parameter count: How many; below zero means none.
    /// - Returns: The rest of the groups.
    public func offset(_ count: Int) -> GroupedSelection {
        with { $0.offset = .literal(.integer(Int64(count))) }
    }

    /// Selects one thing of each group.
    ///
    /// - Parameter field: A closure that tells what.
    /// - Returns: The values, which are not read yet.
    public func select<Value: Decodable & Sendable>(
        _ field: (QueryGroup<Model, Key>) -> QueryField<Model, Value>
    ) -> Projection<Value> {
        Projection([field(group).operand], of: store, in: statement) { row in
            var reader = RowReader(row)
            return try reader.next(Value.self)
        }
    }

    /// Selects things of each group, as tuples.
    ///
    /// - Parameter fields: A closure that tells what.
    /// - Returns: The tuples, which are not read yet.
    public func select<each Value: Decodable & Sendable>(
        _ fields: (QueryGroup<Model, Key>) -> (repeat QueryField<Model, each Value>)
    ) -> Projection<(repeat each Value)> {
        let fields = fields(group)
        var columns: [Result<FieldOperand, QuireError>] = []
        for field in repeat each fields { columns.append(field.operand) }
        return Projection(columns, of: store, in: statement) { row in
            var reader = RowReader(row)
            return (repeat try reader.next((each Value).self))
        }
    }
}

extension Selection {
    /// Puts the models that are equal in a property in groups.
    ///
    /// - Parameter field: A closure that names the property, or a key path. Those in which the property
    ///   is `nil` are one group.
    /// - Returns: The groups.
    public func grouped<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> GroupedSelection<Model, QueryField<Model, Value>> {
        let key = Self.groupKey(field(.model))
        return GroupedSelection(self, key: key, [key.term])
    }

    /// Puts the models that are equal in two properties in groups, whose key is a tuple.
    ///
    /// - Parameters:
    ///   - first: A closure that names a property, or a key path.
    ///   - second: A closure that names the other property, or a key path.
    /// - Returns: The groups.
    public func grouped<First, Second>(
        by first: (QueryField<Model, Model>) -> QueryField<Model, First>,
        _ second: (QueryField<Model, Model>) -> QueryField<Model, Second>
    ) -> GroupedSelection<Model, (QueryField<Model, First>, QueryField<Model, Second>)> {
        let key = (Self.groupKey(first(.model)), Self.groupKey(second(.model)))
        return GroupedSelection(self, key: key, [key.0.term, key.1.term])
    }

    /// Puts the models that are equal in three properties in groups, whose key is a tuple.
    ///
    /// - Parameters:
    ///   - first: A closure that names a property, or a key path.
    ///   - second: A closure that names another property, or a key path.
    ///   - third: A closure that names the last property, or a key path.
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

    /// To the database null and missing are different groups; to Swift both are `nil`.
    private static func groupKey<Value>(
        _ field: QueryField<Model, Value>
    ) -> QueryField<Model, Value> {
        field.computed { operand throws(QuireError) in
            operand.isOptional ? operand.missingIfNull : operand.term
        }
    }

    /// The condition on the models within the limit, for what is made of all of them.
    func wholeCondition() throws -> QueryTerm {
        guard maximum != nil || skipped != nil else { return try condition() }
        let ids = try records().map { QueryTerm.literal(.string($0.id)) }
        return .membership(.metadata(.id, of: nil), in: .array(ids), isNegated: false)
    }
}

extension Repository {
    /// Puts the models that are equal in a property in groups.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The groups.
    public func grouped<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> GroupedSelection<Model, QueryField<Model, Value>> {
        everything.grouped(by: field)
    }

    /// Puts the models that are equal in two properties in groups, whose key is a tuple.
    ///
    /// - Parameters:
    ///   - first: A closure that names a property, or a key path.
    ///   - second: A closure that names the other property, or a key path.
    /// - Returns: The groups.
    public func grouped<First, Second>(
        by first: (QueryField<Model, Model>) -> QueryField<Model, First>,
        _ second: (QueryField<Model, Model>) -> QueryField<Model, Second>
    ) -> GroupedSelection<Model, (QueryField<Model, First>, QueryField<Model, Second>)> {
        everything.grouped(by: first, second)
    }
}
