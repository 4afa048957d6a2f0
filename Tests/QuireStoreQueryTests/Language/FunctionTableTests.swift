import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireQuery

/// The entries of the table of functions, and what has to exist for each of them.
@Suite struct FunctionTableTests {
    /// A call of a function with one of its numbers of arguments.
    struct Call: Sendable, CustomTestStringConvertible {
        let name: String
        let count: Int

        var testDescription: String {
            let arguments =
                name == "VECTOR_DISTANCE"
                ? ["x", "[1]", "'DOT'"] : Array(repeating: "'a'", count: count)
            return "\(name)(\(arguments.prefix(count).joined(separator: ", ")))"
        }

        var statement: String { "SELECT \(testDescription) AS x FROM _" }
    }

    static let functions = QueryFunction.groups.flatMap(\.functions)

    /// Every function by each of its names, with the least and with more arguments, except for the one that
    /// is not allowed with all arguments and in all statements.
    static let calls = QueryFunction.all.sorted { $0.key < $1.key }.flatMap { name, function in
        name == VectorSearch.function
            ? [] : function.argumentCounts.prefix(4).map { Call(name: name, count: $0) }
    }

    static let signatures: [(signature: String, name: String, counts: ClosedRange<Int>)] = [
        ("E()", "E", 0...0), ("ABS(number)", "ABS", 1...1), ("COUNT([value])", "COUNT", 0...1),
        ("A(x, y, [z], [t])", "A", 2...4), ("ARRAY_OF(…)", "ARRAY_OF", 0...127),
        ("LEAST(x, y, …)", "LEAST", 2...127),
    ]

    @Test(arguments: signatures)
    func `a signature states the name and the numbers of arguments`(
        signature: String, name: String, counts: ClosedRange<Int>
    ) {
        let function = QueryFunction(signature, "", by: .function("abs"))
        #expect(function.name == name && function.argumentCounts == counts)
        #expect("\(name)(\(function.arguments))" == signature)
    }

    @Test func `no two functions have the same name`() {
        let names = Self.functions.flatMap { [$0.name, $0.alias].compactMap(\.self) }
        #expect(names.count == QueryFunction.all.count)
        #expect(names == names.map { $0.uppercased() })
    }

    @Test(arguments: functions.filter { !$0.isAggregate })
    func `a function in SQL has an implementation for all numbers of arguments`(
        function: QueryFunction
    ) throws {
        let names: [StaticString] =
            switch function.evaluation {
            case .function(let name): [name]
            case .stored(let stored, let exact): [stored, exact]
            case .constant, .containment, .itemCount, .aggregate: []
            }
        for name in names {
            let implementation = try #require(LanguageFunctions.byName[name.description])
            let counts = implementation.argumentCounts
            #expect(
                counts == [-1]
                    || Set(function.argumentCounts.map(Int32.init)).isSubset(of: counts))
        }
    }

    @Test func `SQLite and the evaluator call every function`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        try database.defaultCollection().save("d", #"{"x":1}"#)
        for call in Self.calls {
            let rows = try database.createQuery(QuerySource(verbatim: call.statement)).execute()
            #expect(rows.allResults().count == 1, "\(call)")
            // The engines for servers and in memory use the evaluator.
            let statement = try SelectStatement.parse(call.statement, knowing: QueryFunction.table)
            #expect(throws: Never.self, "\(call)") { _ = try StatementEvaluator(statement) }
        }
    }

    // MARK: Documentation

    /// The rows of the table in the documentation.
    private static func documentedRows() throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/SQLPlusPlus.md").standardizedFileURL
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let header = "| function | result | index |"
        let table = lines.drop { $0 != header }.prefix { $0.hasPrefix("|") }
        return Array(table.dropFirst(2))
    }

    private static func row(_ function: QueryFunction) -> String {
        let alias = function.alias.map { ", `\($0)`" } ?? ""
        return "| `\(function.name)(\(function.arguments))`\(alias) | \(function.summary) "
            + "| \(isForIndexes(function) ? "✓ " : "")|"
    }

    private static func isForIndexes(_ function: QueryFunction) -> Bool {
        switch function.evaluation {
        case .function(let name), .stored(let name, exact: _):
            LanguageFunctions.byName[name.description]?.use == .schema
        case .constant: true
        case .containment, .itemCount, .aggregate: false
        }
    }

    @Test func `the documentation has the same table of functions`() throws {
        let expected = QueryFunction.groups.flatMap { title, functions in
            ["| **\(title)** | | |"] + functions.map(Self.row)
        }
        let actual = try Self.documentedRows()
        let missing = expected.filter { !actual.contains($0) }
        let other = actual.filter { !expected.contains($0) }
        #expect(missing == [], "docs/SQLPlusPlus.md needs these lines:\n\(text(of: missing))")
        #expect(other == [], "docs/SQLPlusPlus.md has these lines:\n\(text(of: other))")
        #expect(actual == expected, "the lines are in another order than the table")
    }

    private func text(of lines: [String]) -> String { lines.joined(separator: "\n") }

    @Test(arguments: functions)
    func `a summary is one sentence`(function: QueryFunction) {
        let words = function.summary.split(separator: " ")
        #expect(words.last?.last == "." && words.count < 20)
        #expect(!function.summary.dropLast().contains(".") && !function.summary.contains("|"))
    }
}
