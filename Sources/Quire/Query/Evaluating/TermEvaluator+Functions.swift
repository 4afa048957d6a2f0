import Foundation
import SQLPlusPlus

extension TermEvaluator {
    /// A function applied to arguments.
    func call(_ name: String, _ arguments: [QueryTerm]) throws -> TermValue {
        if let aggregate = TermAggregate(rawValue: name) {
            return try self.aggregate(aggregate, arguments)
        }
        guard let function = Self.functions[name] else { throw Self.unsupported(name) }
        guard function.counts.contains(arguments.count) else {
            throw QuireError(
                .invalidQuery, "\(name) cannot take \(arguments.count) arguments in a query.")
        }
        let values = try arguments.map(value)
        if function.passesOn {
            if values.contains(where: \.isMissing) { return .missing }
            if values.contains(where: \.isNull) { return .null }
        }
        return function.apply(values)
    }

    /// A function of the language.
    private struct Function: Sendable {
        let counts: ClosedRange<Int>
        /// Whether it is missing or null as soon as an argument is.
        let passesOn: Bool
        let apply: @Sendable ([TermValue]) -> TermValue

        init(
            _ counts: ClosedRange<Int>, passesOn: Bool = true,
            _ apply: @escaping @Sendable ([TermValue]) -> TermValue
        ) {
            self.counts = counts
            self.passesOn = passesOn
            self.apply = apply
        }

        static func test(_ isWanted: @escaping @Sendable (String) -> Bool) -> Function {
            Function(1...1) { .boolean(isWanted($0[0].typeName ?? "")) }
        }
    }

    private static let functions: [String: Function] = [
        "LOWER": Function(1...1) { change($0[0]) { $0.lowercased(with: TextComparison.root) } },
        "UPPER": Function(1...1) { change($0[0]) { $0.uppercased(with: TextComparison.root) } },
        "LENGTH": Function(1...1) { values in
            values[0].text.map { .integer(Int64($0.unicodeScalars.count)) } ?? .null
        },
        "CONTAINS": Function(2...2) { .boolean(containsText($0[0], $0[1])) },
        "ARRAY_LENGTH": Function(1...1, passesOn: false) { values in
            .integer(Int64(values[0].array?.count ?? 0))
        },
        "ISARRAY": .test { $0 == "array" },
        "ISATOM": .test { ["boolean", "number", "string"].contains($0) },
        "ISBOOLEAN": .test { $0 == "boolean" },
        "ISNUMBER": .test { $0 == "number" },
        "ISOBJECT": .test { $0 == "object" },
        "ISSTRING": .test { $0 == "string" },
        "TYPE": Function(1...1) { values in values[0].typeName.map { .text($0) } ?? .null },
        "TONUMBER": Function(1...1) { number($0[0]) },
        "IFNULL": Function(2...127, passesOn: false) { first($0) { !$0.isNull } },
        "IFMISSING": Function(2...127, passesOn: false) { first($0) { !$0.isMissing } },
        "IFMISSINGORNULL": Function(2...127, passesOn: false) { values in
            values.first { !$0.isMissing && !$0.isNull } ?? .null
        },
        "NULLIF": Function(2...2) { $0[0].order(to: $0[1]) == 0 ? .null : $0[0] },
        "MISSINGIF": Function(2...2) { $0[0].order(to: $0[1]) == 0 ? .missing : $0[0] },
    ]

    private static func change(_ value: TermValue, _ change: (String) -> String) -> TermValue {
        value.text.map { .text(change($0)) } ?? .null
    }

    private static func containsText(_ text: TermValue, _ part: TermValue) -> Bool {
        guard let text = text.text, let part = part.text, !part.isEmpty else { return false }
        return ByteSearch.contains(text, part)
    }

    private static func number(_ value: TermValue) -> TermValue {
        switch value {
        case .collection: .null
        case .text(let text):
            // Other than an operator it takes what the C library takes for a number.
            Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)).map { .integer($0) }
                ?? TermValue(strtod(text, nil)).orNull
        default:
            switch value.number {
            case .integer(let number)?: .integer(number)
            case .double(let number)?: number.isNaN ? .null : .double(number)
            case nil: .missing
            }
        }
    }

    private static func first(
        _ values: [TermValue], _ isWanted: (TermValue) -> Bool
    ) -> TermValue {
        values.first(where: isWanted) ?? values.last ?? .missing
    }
}
