import Foundation
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
        case .average: return Self.total(values).map { TermValue($0.average) } ?? .missing
        case .minimum: return values.min { $0.order(to: $1) < 0 } ?? .missing
        case .maximum: return values.max { $0.order(to: $1) < 0 } ?? .missing
        }
    }

    /// The sum: an integer if all values are, and an error if that is too large.
    private static func sum(_ values: [TermValue]) throws -> TermValue {
        guard let total = total(values) else { return .missing }
        if total.hasOverflow { throw QuireError(.invalidQuery, "The sum is too large.") }
        return total.isExact ? .integer(total.integer) : TermValue(total.sum.value)
    }

    /// The total of values, or `nil` if there are none.
    private static func total(_ values: [TermValue]) -> NumberTotal? {
        if values.isEmpty { return nil }
        var total = NumberTotal()
        for value in values {
            switch (value, value.number) {
            case (.boolean, .integer(let integer)?), (.integer, .integer(let integer)?),
                (.unsigned, .integer(let integer)?):
                total.add(integer)
            case (.text(let text), .integer(let integer)?) where text.isWholeNumber:
                total.add(integer)
            case (_, let number): total.add(number?.double ?? 0)
            }
        }
        return total
    }
}

extension String {
    /// Whether all of the text is an integer, blanks around it aside.
    fileprivate var isWholeNumber: Bool {
        Int64(trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r"))) != nil
    }
}
