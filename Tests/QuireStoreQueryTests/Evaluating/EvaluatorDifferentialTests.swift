import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireQuery

/// Comparison of the evaluator with SQLite.
@Suite(.timeLimit(.minutes(10))) struct EvaluatorDifferentialTests {
    private let folder: StoreFolder
    private let database: Database
    private let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    /// Saves random documents, and returns them for the evaluator.
    private func documents(
        _ count: Int, _ terms: inout RandomTerms
    ) throws -> [EvaluatedDocument] {
        let ids = (0..<count).map { "doc\($0)" }
        try database.inBatch {
            for id in ids { try collection.save(id, terms.document()) }
        }
        let expiration = Date(timeIntervalSince1970: 4_000_000_000)
        try collection.setDocumentExpiration(id: "doc1", expiration: expiration)
        return try collection.records(ids: ids).map {
            EvaluatedDocument($0, expiration: $0.id == "doc1" ? 4_000_000_000_000 : nil)
        }
    }

    private func rows(_ statement: SelectStatement) throws -> [[SQLPlusPlusCell]] {
        let query = try Query(statement, database: database)
        query.parameters = RandomTerms.parameters
        return cells(try query.execute())
    }

    private func cells(_ results: ResultSet) -> [[SQLPlusPlusCell]] {
        results.map { row in row.columnNames.map { SQLPlusPlusCell(actual: row[$0]) } }
    }

    private func isSame(_ left: [[SQLPlusPlusCell]], _ right: [[SQLPlusPlusCell]]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { left, right in
                zip(left, right).allSatisfy(SQLPlusPlusCell.isSame)
            }
    }

    private func text(_ rows: [[SQLPlusPlusCell]]) -> String {
        rows.map { row in row.map(\.key).joined(separator: " ") }.joined(separator: "|")
    }

    /// Compares the columns of a statement, one by one if SQLite rejects one of them.
    private func differences(
        _ columns: [QueryTerm], _ documents: [EvaluatedDocument], _ compared: inout Int
    ) throws -> [String] {
        let statement = SelectStatement(
            columns.enumerated().map { ResultColumn($1, as: "c\($0)") },
            from: CollectionSource("_"),
            orderedBy: [OrderingTerm(.metadata(.sequence, of: nil))])
        let evaluated: [[SQLPlusPlusCell]]
        do {
            let evaluator = try StatementEvaluator(
                statement, parameters: RandomTerms.parameters)
            evaluated = cells(try evaluator.rows(of: documents))
        } catch {
            // The evaluator rejects some terms, and functions fail for some values.
            if columns.count == 1 { return [] }
            return try columns.flatMap { try differences([$0], documents, &compared) }
        }
        guard let expected = try? rows(statement) else {
            if columns.count == 1 { return [] }
            return try columns.flatMap { try differences([$0], documents, &compared) }
        }
        if isSame(evaluated, expected) {
            compared += columns.count
            return []
        }
        if columns.count > 1 {
            return try columns.flatMap { try differences([$0], documents, &compared) }
        }
        return ["\(columns[0]): \(text(evaluated)) instead of \(text(expected))"]
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a term has the same value as in SQLite`(seed: UInt64) throws {
        var terms = RandomTerms(seed: seed)
        let documents = try documents(24, &terms)
        var wrong: [String] = []
        var compared = 0
        for _ in 0..<100 {
            let columns = (0..<15).map {
                terms.random.once(in: $0 + 1) ? terms.value() : terms.condition()
            }
            wrong += try differences(columns, documents, &compared)
        }
        #expect(compared > 1_400, "\(compared) are compared")
        #expect(wrong.isEmpty, "\(wrong.prefix(8).joined(separator: "\n"))")
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a condition of a live query is never false for a row that SQLite returns`(
        seed: UInt64
    ) throws {
        var terms = RandomTerms(seed: seed)
        let documents = try documents(24, &terms)
        var wrong: [String] = []
        var known = 0
        var asked = 0
        for _ in 0..<300 {
            let condition = terms.condition()
            guard let trueIDs = try? ids(where: condition) else { continue }
            var preparation = TermPreparation(
                scope: .init(source: "_", isUnnamed: true, aliases: [:]),
                parameters: ParameterValues(RandomTerms.parameters), refusal: .unknownValue)
            let root = try preparation.node(condition)
            let term = preparation.term(root)
            var evaluation = Evaluation(for: term, preparation.locations)
            for document in documents {
                let logic = logic(of: term, document, &evaluation)
                let isTrue = trueIDs.contains(document.record.id)
                asked += 1
                if logic == .isTrue || !logic.contains(.isTrue) { known += 1 }
                if isTrue ? !logic.contains(.isTrue) : logic == .isTrue {
                    wrong.append("\(condition) of \(document.record.id)")
                }
            }
        }
        #expect(known * 10 > asked * 8, "\(known) of \(asked) are known")
        #expect(wrong.isEmpty, "\(wrong.prefix(8).joined(separator: "\n"))")
    }

    /// Evaluates a condition on borrowed bytes.
    private func logic(
        of term: PreparedTerm, _ document: EvaluatedDocument, _ evaluation: inout Evaluation
    ) -> TernaryLogic {
        let storage = document.record.body.storage
        return Array(document.record.id.utf8).withUnsafeBytes { id in
            storage.withUnsafeBytes { body in
                evaluation.begin(id: id, body: body, keys: storage.sharedKeys)
                defer { evaluation.end() }
                return term.logic(&evaluation)
            }
        }
    }

    private func ids(where condition: QueryTerm) throws -> Set<String> {
        let statement = SelectStatement(
            [ResultColumn(.metadata(.id, of: nil), as: "id")], from: CollectionSource("_"),
            where: condition)
        let query = try Query(statement, database: database)
        query.parameters = RandomTerms.parameters
        return Set(try query.execute().compactMap { $0["id"]?.string })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `sorting, grouping and distinct rows match SQLite`(seed: UInt64) throws {
        var terms = RandomTerms(seed: seed)
        let documents = try documents(40, &terms)
        var wrong: [String] = []
        var compared = 0
        for _ in 0..<60 {
            var key = terms.value(2)
            if terms.random.once(in: 4) {
                key = .collated(key, terms.one(of: RandomTerms.collations))
            }
            let direction: OrderingTerm.Direction =
                terms.random.once(in: 2) ? .ascending : .descending
            let id = ResultColumn(.metadata(.id, of: nil), as: "id")
            let count = ResultColumn(.call("COUNT", [.star]), as: "n")
            let sequence = OrderingTerm(.metadata(.sequence, of: nil))
            let source = CollectionSource("_")
            let statements = [
                SelectStatement(
                    [id], from: source, orderedBy: [OrderingTerm(key, direction), sequence]),
                SelectStatement(
                    [count], from: source, groupedBy: [key], orderedBy: [OrderingTerm(key)]),
                SelectStatement(
                    [ResultColumn(.call("TYPE", [key]), as: "t")], from: source,
                    orderedBy: [OrderingTerm(.call("TYPE", [key]))], isDistinct: true),
                SelectStatement(
                    ["SUM", "AVG", "MIN", "MAX", "COUNT"].map {
                        ResultColumn(.call($0, [key]), as: $0)
                    } + [
                        // The order of items depends on the order in which an index returns the
                        // documents.
                        ResultColumn(
                            .call("ARRAY_LENGTH", [.call("ARRAY_AGG", [key])]), as: "items")
                    ], from: source),
            ]
            for statement in statements {
                guard
                    let evaluated = try? StatementEvaluator(
                        statement, parameters: RandomTerms.parameters
                    ).rows(of: documents), let expected = try? rows(statement)
                else { continue }
                compared += 1
                let cells = cells(evaluated)
                if !isSame(cells, expected) {
                    wrong.append("\(statement): \(text(cells)) instead of \(text(expected))")
                }
            }
        }
        #expect(compared > 180, "\(compared) are compared")
        #expect(wrong.isEmpty, "\(wrong.prefix(8).joined(separator: "\n"))")
    }
}
