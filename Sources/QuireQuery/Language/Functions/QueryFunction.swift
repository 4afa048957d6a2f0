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

    /// The dictionaries that a result can be or contain.
    package enum Dictionaries: Sendable {
        /// None.
        case absent
        /// Those of the arguments, because the function returns one of them.
        case ofArguments
        /// Others, because the function returns a new value.
        case constructed
    }

    /// The name in upper case.
    package let name: String
    /// Another name of the function.
    package let alias: String?
    /// The arguments as a list, in which an optional one is in brackets: `number, [digits]`.
    package let arguments: String
    /// The allowed numbers of arguments.
    package let argumentCounts: ClosedRange<Int>
    /// A sentence that describes the result.
    package let summary: String
    /// The way in which a call is computed.
    package let evaluation: Evaluation
    /// The dictionaries that a result can be or contain.
    package let dictionaries: Dictionaries

    /// Creates a function.
    ///
    /// - Parameters:
    ///   - signature: The name with the arguments, such as `ROUND(number, [digits])`. An argument in
    ///     brackets is optional. With `…` at the end, any number of arguments can follow.
    ///   - summary: A sentence that describes the result.
    ///   - evaluation: The way in which a call is computed.
    ///   - dictionaries: The dictionaries that a result can be or contain.
    ///   - alias: Another name of the function.
    package init(
        _ signature: String, _ summary: String, by evaluation: Evaluation,
        dictionaries: Dictionaries = .absent, alias: String? = nil
    ) {
        let end = signature.utf8.firstIndex(of: UInt8(ascii: "(")) ?? signature.endIndex
        name = String(signature[..<end])
        arguments = String(signature[end...].dropFirst().dropLast())
        let bytes = arguments.utf8
        let count = bytes.isEmpty ? 0 : 1 + bytes.count(where: { $0 == UInt8(ascii: ",") })
        let optional = bytes.count(where: { $0 == UInt8(ascii: "[") })
        let isUnlimited = arguments.hasSuffix("…")
        argumentCounts =
            count - optional - (isUnlimited ? 1 : 0)...(isUnlimited ? Self.many : count)
        self.alias = alias
        self.summary = summary
        self.evaluation = evaluation
        self.dictionaries = dictionaries
    }

    /// The kind of the aggregate, or `nil` for other functions.
    package var aggregate: AggregateKind? {
        if case .aggregate(let kind) = evaluation { kind } else { nil }
    }

    /// Whether the function is an aggregate.
    package var isAggregate: Bool { aggregate != nil }

    /// The maximum number of arguments in SQLite.
    package static let many = 127

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
