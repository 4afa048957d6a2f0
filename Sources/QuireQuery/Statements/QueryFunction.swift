import SQLPlusPlus

/// A function of the query language.
package struct QueryFunction: Sendable {
    /// The way in which a call is computed.
    package enum Evaluation: Sendable {
        /// A number, also as SQL.
        case constant(Double, StaticString)
        /// A function, by its name in SQL.
        case function(StaticString)
        /// A function whose results in indexes differ for a few strings, by its names in the SQL of
        /// indexes and of queries.
        case stored(StaticString, exact: StaticString)
        /// Whether an array contains a value.
        case containment
        /// One function for properties, or another one for all other values.
        case itemCount
        case aggregate(AggregateKind)
    }

    /// The allowed numbers of arguments.
    package let argumentCounts: ClosedRange<Int>
    /// The way in which a call is computed.
    package let evaluation: Evaluation

    /// Whether the function is an aggregate.
    package var isAggregate: Bool {
        if case .aggregate = evaluation { true } else { false }
    }

    /// The maximum number of arguments in SQLite.
    package static let many = 127

    package static func function(_ name: StaticString, _ counts: ClosedRange<Int>) -> QueryFunction
    {
        QueryFunction(argumentCounts: counts, evaluation: .function(name))
    }

    package static func function(_ name: StaticString, _ count: Int) -> QueryFunction {
        function(name, count...count)
    }

    package static func stored(_ stored: StaticString, exact: StaticString) -> QueryFunction {
        QueryFunction(argumentCounts: 1...1, evaluation: .stored(stored, exact: exact))
    }

    package static func aggregate(
        _ kind: AggregateKind, _ counts: ClosedRange<Int> = 1...1
    ) -> QueryFunction {
        QueryFunction(argumentCounts: counts, evaluation: .aggregate(kind))
    }

    package static func constant(_ number: Double, _ sql: StaticString) -> QueryFunction {
        QueryFunction(argumentCounts: 0...0, evaluation: .constant(number, sql))
    }

    /// Returns the function with the given name.
    ///
    /// - Parameters:
    ///   - name: The name in upper case.
    ///   - argumentCount: The number of arguments of a call.
    /// - Returns: The function.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the function does not exist, or if the
    ///   number of arguments is wrong.
    package static func named(
        _ name: String, argumentCount: Int
    ) throws(QuireError) -> QueryFunction {
        guard let function = all[name] else {
            throw .invalidQuery("there is no function \(name)")
        }
        guard function.argumentCounts.contains(argumentCount) else {
            throw .invalidQuery(
                FunctionTable.mismatch(
                    of: name, argumentCount, allowed: function.argumentCounts))
        }
        return function
    }
}
