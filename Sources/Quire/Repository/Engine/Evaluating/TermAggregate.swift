import SQLPlusPlus

/// What is made of the values of a group.
enum TermAggregate: String {
    case count = "COUNT"
    case sum = "SUM"
    case average = "AVG"
    case minimum = "MIN"
    case maximum = "MAX"
}

extension TermEvaluator {
    /// An aggregate of what a term is in the documents of the group.
    func aggregate(_ aggregate: TermAggregate, _ arguments: [QueryTerm]) throws -> TermValue {
        guard arguments.count == 1 || aggregate == .count && arguments.isEmpty else {
            throw QuireError(
                .invalidQuery,
                "\(aggregate.rawValue) cannot take \(arguments.count) arguments in a query.")
        }
        guard let argument = arguments.first, aggregate != .count || argument != .star else {
            return .integer(Int64(group.count))
        }
        let values = try group.map { document in
            try TermEvaluator(document: document, aliases: aliases, paths: paths).value(argument)
        }.filter { !$0.isMissing }
        switch aggregate {
        case .count: return .integer(Int64(values.count))
        case .sum: return try Self.sum(values)
        case .average:
            guard !values.isEmpty else { return .missing }
            let sum = values.reduce(0) { $0 + ($1.number?.double ?? 0) }
            return TermValue(sum / Double(values.count))
        case .minimum: return values.min { $0.order(to: $1) < 0 } ?? .missing
        case .maximum: return values.max { $0.order(to: $1) < 0 } ?? .missing
        }
    }

    /// The sum: an integer if all values are, and an error if that is too large.
    private static func sum(_ values: [TermValue]) throws -> TermValue {
        guard !values.isEmpty else { return .missing }
        var isExact = true
        var whole: Int64 = 0
        var sum = 0.0
        var isTooLarge = false
        for value in values {
            switch value {
            case .boolean, .integer, .unsigned: break
            default: isExact = false
            }
            guard let number = value.number else { continue }
            sum += number.double
            guard case .integer(let integer) = number else { continue }
            let (next, overflow) = whole.addingReportingOverflow(integer)
            isTooLarge = isTooLarge || overflow
            whole = next
        }
        guard isExact else { return TermValue(sum) }
        guard !isTooLarge else { throw QuireError(.invalidQuery, "The sum is too large.") }
        return .integer(whole)
    }
}
