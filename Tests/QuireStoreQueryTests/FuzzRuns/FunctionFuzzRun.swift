import Foundation
import Quire

/// A walk that applies a function or operator to values at the limits of their ranges.
///
/// The first byte selects the function and the second one the number of arguments. Each further
/// byte
/// selects an argument, or is the length of a string that follows.
struct FunctionFuzzRun {
    /// An expression that takes a number of arguments.
    struct Form: Sendable {
        let counts: ClosedRange<Int>
        let text: @Sendable ([String]) -> String
    }

    static let forms: [Form] =
        QueryFunction.all.mapValues(\.argumentCounts).sorted { $0.key < $1.key }.map {
            name, counts in
            Form(counts: counts) { "\(name)(\($0.joined(separator: ", ")))" }
        }
        + operators.map { symbol in Form(counts: 2...3) { $0.joined(separator: " \(symbol) ") } }
        + ["-", "NOT ", "- -"].map { symbol in Form(counts: 1...1) { symbol + $0[0] } }
        + collated

    private static let operators = [
        "+", "-", "*", "/", "%", "||", "=", "!=", "<", ">=", "IS", "LIKE", "IN", "AND", "OR",
    ]

    private static let collated: [Form] = [
        "UNICODE", "(UNICODE NOCASE)", "(UNICODE NOCASE NODIAC)", "UNICODE:sv", "NOCASE",
    ].flatMap { collation -> [Form] in
        [
            Form(counts: 2...2) { "(\($0[0]) < \($0[1])) COLLATE \(collation)" },
            Form(counts: 2...2) { "(\($0[0]) LIKE \($0[1])) COLLATE \(collation)" },
            Form(counts: 2...2) { "CONTAINS(\($0[0]), \($0[1])) COLLATE \(collation)" },
        ]
    }

    // Not stored, because AddressSanitizer would report a global value of an indirect enumeration.
    static var values: [Parameters.Value] {
        [.null, true, false, .double(.infinity), .double(-.infinity), [], [:]]
            + ([.min, .min + 1, -1, 0, 1, 1000, .max] as [Int64]).map { .integer($0) }
            + [-1e308, -0x1p63, -0.0, .leastNonzeroMagnitude, 0.5, 0x1p63, 1e308].map {
                .double($0)
            }
            + [
                "", "a", "e\u{301}", "\0", "İ", "nan", "1e999", "-9223372036854775808",
                "9999-12-31T24:00+23:59", "-0001-01-01", "month", "DAY", "%F %T%Ez", "%_\\",
                "(a|b)*",
                "a{1000}", "$0$9$&",
            ].map { .string($0) }
            + [
                .string(String(repeating: "a", count: 20_000)), [nil, true, "a", [1], ["a": [:]]],
                .array(Array(repeating: .double(1e308), count: 200)),
                (0..<100).reduce(.array([])) { inner, _ in .array([inner]) },
            ]
    }

    let form: Form
    let arguments: [Parameters.Value?]

    init(_ form: Form, _ arguments: [Parameters.Value?]) {
        self.form = form
        self.arguments = arguments
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        func byte() -> Int { Int(rest.popFirst() ?? 0) }
        form = Self.forms[byte() % Self.forms.count]
        let selector = byte()
        let values = Self.values
        let (least, most) = (form.counts.lowerBound, form.counts.upperBound)
        let count = selector == 0xFF ? most : least + selector % (min(most - least, 3) + 1)
        arguments = (0..<count).map { _ in
            let selector = byte()
            if selector == 0xFF { return nil }
            if selector < values.count { return values[selector] }
            let text = rest.prefix(selector - values.count)
            rest = rest.dropFirst(text.count)
            return .string(String(decoding: text, as: UTF8.self))
        }
    }

    /// The query; an argument without a value is MISSING.
    var text: String {
        let names = arguments.enumerated().map { $1 == nil ? "MISSING" : "$v\($0)" }
        return "SELECT \(form.text(names)) AS result FROM _ LIMIT 1"
    }

    /// - Throws: ``FuzzFailure`` if an invariant is violated.
    func run(on database: Database) throws {
        let parameters = Parameters()
        for (index, value) in arguments.enumerated() {
            if let value { parameters.set(value, forName: "v\(index)") }
        }
        do {
            let query = try database.createQuery(QuerySource(verbatim: text))
            query.parameters = parameters
            query.timeLimit = .milliseconds(50)
            let rows = try query.execute().allResults()
            try require(rows.count <= 1, "\(text) has a row at most")
        } catch let error as QuireError {
            try require(
                FuzzRun.refusals.contains(error.code), "\(text) is no more than wrong: \(error)")
        }
    }
}
