import SQLPlusPlus

/// A condition on the documents of a model, made by comparing its fields.
///
/// What cannot be asked of a database, such as a property that is not stored, is remembered and
/// thrown when the query runs.
public struct QueryCondition<Root>: Sendable {
    let term: Result<QueryTerm, QuireError>

    init(_ term: Result<QueryTerm, QuireError>) {
        self.term = term
    }

    private init(_ operation: BinaryOperator, _ left: Self, _ right: Self) {
        term = left.term.flatMap { left in
            right.term.map { .operation(operation, [left, $0]) }
        }
    }

    /// Whether both conditions hold.
    public static func && (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition(.and, left, right)
    }

    /// Whether one of the conditions holds, or both.
    public static func || (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition(.or, left, right)
    }

    /// Whether the condition does not hold.
    ///
    /// A comparison of what is `nil` does not hold, so its opposite does.
    public static prefix func ! (condition: QueryCondition) -> QueryCondition {
        QueryCondition(condition.term.map(\.negated))
    }
}
