import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

/// Comparison of random statements in the engines without SQLite with the embedded engine.
///
/// `QUIRE_POSTGRES_ROUNDS=14` compares 5,600 statements on each engine. Fewer than 4% of them are
/// rejected by name, such as those with a collation inside an operand.
@Suite(.timeLimit(.minutes(30))) struct EngineDifferentialTests {
    private static let rounds =
        Int(ProcessInfo.processInfo.environment["QUIRE_POSTGRES_ROUNDS"] ?? "") ?? 1
    /// The number of statements in a round.
    private static let statementCount = 400
    private static let documentCount = 16

    private struct Count {
        var equal = 0
        var rejected = 0
        var failed = 0
    }

    @Test(arguments: EngineConformanceTests.engines)
    func `a random statement has the rows of the embedded engine`(engine: TestStore) throws {
        var count = Count()
        var wrong: [String] = []
        for round in 1...max(1, Self.rounds) {
            var statements = RandomStatements(seed: UInt64(round))
            let embedded = try TestStore.database.open().store
            let other = try engine.open().store
            try Self.fill([embedded, other], &statements)
            for number in 0..<Self.statementCount {
                let statement = statements.statement()
                if let problem = Self.difference(statement, embedded, other, &count) {
                    wrong.append("\(round).\(number): \(statement): \(problem)")
                }
            }
        }
        print(
            """
            \(engine.rawValue) has the rows of SQLite for \(count.equal) random statements, rejects \
            \(count.rejected), and both reject or fail for \(count.failed)
            """)
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(12).joined(separator: "\n"))")
        #expect(count.equal > Self.rounds * Self.statementCount / 2)
    }

    private static func fill(
        _ stores: [any DocumentStore], _ statements: inout RandomStatements
    ) throws {
        // The embedded engine compares dictionaries in the order in which it has first stored their
        // keys.
        var documents = [("first", #"{"a": 0, "b": 0, "d": 0, "e": 0, "f": 0, "g": 0, "r": 0}"#)]
        for number in 0..<documentCount {
            documents.append(("doc\(number)", statements.document(of: documentCount)))
        }
        for (id, json) in documents {
            for store in stores {
                try store.save { writer in
                    try JSONReader.read(json, into: writer)
                    return WriteTarget(id: id, if: .any)
                }
            }
        }
        for store in stores {
            try store.setExpiration(Date(timeIntervalSince1970: 4_000_000_000), of: "doc1")
        }
    }

    private static func difference(
        _ statement: SelectStatement, _ embedded: any DocumentStore, _ other: any DocumentStore,
        _ count: inout Count
    ) -> String? {
        let expected = Result { try rows(of: statement, in: embedded) }
        let found = Result { try rows(of: statement, in: other) }
        switch (found, expected) {
        case (.success(let found), .success(let expected)):
            let isOrdered = !statement.ordering.isEmpty && statement.grouping.isEmpty
            if found.isSame(as: expected, isOrdered: isOrdered)
                || !statement.grouping.isEmpty && found.hasEqualGroups(expected)
            {
                count.equal += 1
                return nil
            }
            return "\(found.text) instead of \(expected.text)"
        case (.failure(let error as QuireError), _) where error.code == .unsupportedOperation:
            count.rejected += 1
            return nil
        case (.failure, .failure):
            count.failed += 1
            return nil
        case (.failure(let error), .success(let expected)):
            return "\(error) instead of \(expected.text)"
        case (.success(let found), .failure(let error)): return "\(found.text) instead of \(error)"
        }
    }

    private static func rows(
        of statement: SelectStatement, in store: any DocumentStore
    ) throws -> SQLPlusPlusDatabase.Answer {
        let results = try store.rows(of: statement)
        let rows = results.map { row in row.columnNames.map { SQLPlusPlusCell(actual: row[$0]) } }
        return SQLPlusPlusDatabase.Answer(columns: results.columnNames, rows: rows)
    }
}

extension SQLPlusPlusDatabase.Answer {
    /// Returns whether groups have equal values.
    ///
    /// A group can contain equal values of several types, such as 1 and true, or -1 and the
    /// greatest unsigned integer. Which of them is the least value depends on the order of the rows.
    fileprivate func hasEqualGroups(_ other: Self) -> Bool {
        func keys(_ answer: Self) -> [String] {
            answer.rows.map { row in
                row.map { cell in
                    if let value = cell.value?.boolean { return value ? "1.0" : "0.0" }
                    if cell.value?.kind == .integer, let bits = cell.value?.uint64 {
                        return "\(Float(Int64(bitPattern: bits)))"
                    }
                    return cell.key
                }.joined(separator: "|")
            }.sorted()
        }
        return columns == other.columns && keys(self) == keys(other)
    }
}
