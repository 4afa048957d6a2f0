import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

/// The statements of `Fixtures/sqlpp/statements.jsonl` in the engines other than SQLite.
///
/// Each statement has the result of the embedded engine, or is in `refused.tsv` with the reason why
/// the engine rejects it or has another result.
@Suite(.timeLimit(.minutes(10))) struct EngineConformanceTests {
    /// The engines without SQLite.
    static let engines = TestStore.all.filter { $0 != .file && $0 != .database }

    /// The reason of statements that the engine must reject by name.
    private static let fullText = "full-text search"

    private static let refusals = Result { try EngineRefusal.read() }

    @Test(arguments: engines)
    func `a statement has the result of the embedded engine, or is listed with a reason`(
        engine: TestStore
    ) throws {
        let database = try Self.database(engine)
        let embedded = try SQLPlusPlusDatabase.shared.get()
        let refusals = try Self.refusals.get().filter { $0.engine == engine.rawValue }
        let reasons = Dictionary(refusals.map { ($0.sql, $0.reason) }) { first, _ in first }
        var counts: [String: Int] = [:]
        var wrong: [String] = []
        for statement in ConformanceTests.statements {
            let expected = embedded.answer(to: statement)
            let answer = Self.answer(of: database, to: statement)
            let problem = Self.problem(answer, expected, statement)
            if let reason = reasons[statement.sql] {
                counts[reason, default: 0] += 1
                if problem == nil {
                    wrong.append("\(statement) is listed, but has the expected result")
                } else if reason == Self.fullText, !Self.isRefusal(answer) {
                    wrong.append("\(statement) is listed, but not rejected: \(problem ?? "")")
                }
            } else if let problem {
                wrong.append("\(statement) \(problem)")
            }
        }
        let listed = counts.sorted { $0.key < $1.key }.map { "  \($0.value) with \($0.key)" }
        print(
            ([
                "\(engine.rawValue) differs in \(reasons.count) of \(ConformanceTests.statements.count) "
                    + "statements:"
            ] + listed).joined(separator: "\n"))
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.joined(separator: "\n"))")
        #expect(counts.values.reduce(0, +) == refusals.count, "A statement is listed twice.")
    }

    // MARK: Answers

    /// Returns a database with the documents of the fixture.
    private static func database(_ engine: TestStore) throws -> any DocumentDatabase {
        let database = try engine.open().store.database
        let own = try database.defaultStore()
        let reviews = try database.createStore(named: "Reviews", scope: "Inventory")
        try database.inBatch {
            for document in try SQLPlusPlusCase.read("data.jsonl") {
                guard let id = document.value["id"]?.string, let body = document.value["body"]
                else { continue }
                let isReview = document.value["collection"]?.string == "Inventory.Reviews"
                try (isReview ? reviews : own).save { writer in
                    writer.write(copyOf: body)
                    return WriteTarget(id: id, if: .any)
                }
            }
        }
        if own.capabilities.contains(.fullText) {
            for index in SQLPlusPlusDatabase.indexes {
                let store = index.isOfReviews ? reviews : own
                try store.createIndex(withName: index.name, config: index.config)
            }
        }
        return database
    }

    private static func answer(
        of database: any DocumentDatabase, to statement: SQLPlusPlusCase
    ) -> Result<SQLPlusPlusDatabase.Answer, any Error> {
        Result {
            let parsed = try QuerySource(verbatim: statement.sql).statement()
            let results = try database.rows(of: parsed.binding(statement))
            let rows = results.map { row in
                row.columnNames.map { SQLPlusPlusCell(actual: row[$0]) }
            }
            return SQLPlusPlusDatabase.Answer(columns: results.columnNames, rows: rows)
        }
    }

    private static func isRefusal(
        _ answer: Result<SQLPlusPlusDatabase.Answer, any Error>
    ) -> Bool {
        if case .failure(let error as QuireError) = answer {
            return error.code == .unsupportedOperation
        }
        return false
    }

    private static func problem(
        _ answer: Result<SQLPlusPlusDatabase.Answer, any Error>,
        _ expected: Result<SQLPlusPlusDatabase.Answer, any Error>, _ statement: SQLPlusPlusCase
    ) -> String? {
        switch (answer, expected) {
        case (.success(let answer), .success(let expected)):
            answer.isSame(as: expected, isOrdered: statement.isOrdered)
                ? nil : "answers \(answer.text) instead of \(expected.text)"
        case (.success(let answer), .failure(let error)):
            "answers \(answer.text) instead of the error \(error)"
        case (.failure(let error), .success): "throws \(error)"
        case (.failure(let error), .failure(let expected)):
            (error as? QuireError)?.code == (expected as? QuireError)?.code
                ? nil : "throws \(error) instead of \(expected)"
        }
    }
}

/// A statement that an engine rejects, or for which it has another result.
private struct EngineRefusal {
    let engine: String
    let reason: String
    let sql: String

    /// Reads the list.
    ///
    /// Each line contains the engine, the reason and the statement.
    static func read() throws -> [EngineRefusal] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/sqlpp/refused.tsv").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { return nil }
            return EngineRefusal(engine: parts[0], reason: parts[1], sql: parts[2])
        }
    }
}

extension SelectStatement {
    /// Returns the statement with the values of its parameters.
    fileprivate func binding(_ statement: SQLPlusPlusCase) throws -> SelectStatement {
        guard let values = statement.value["params"]?.dictionary else { return self }
        let terms = try values.reduce(into: [String: QueryTerm]()) { terms, pair in
            terms[pair.0] = try QueryTerm.constant(stored: pair.1)
        }
        return replacingTerms { term in
            if case .parameter(let name) = term { terms[name] } else { nil }
        }
    }
}
