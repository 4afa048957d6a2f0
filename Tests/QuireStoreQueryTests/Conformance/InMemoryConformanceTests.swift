import Fleece
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// The statements that are evaluated in memory, compared with a database.
@Suite struct InMemoryConformanceTests {
    private static let documents = Result {
        let store = InMemoryStore()
        for document in try SQLPlusPlusCase.read("data.jsonl") {
            guard document.value["collection"]?.string != "Inventory.Reviews",
                let id = document.value["id"]?.string, let body = document.value["body"]
            else { continue }
            try store.save { writer in
                writer.write(copyOf: body)
                return WriteTarget(id: id, if: .any)
            }
        }
        let all = SelectStatement([.star], from: .own)
        return try store.records(selectedBy: all).map { EvaluatedDocument($0) }
    }

    /// The statements about one collection that are valid in a database.
    private static let statements = ConformanceTests.statements.filter {
        !$0.isError && !$0.sql.contains("Reviews")
    }

    @Test(arguments: statements)
    func `a statement has the same result as in a database, or is rejected`(
        statement: SQLPlusPlusCase
    ) throws {
        guard let tree = try? SelectStatement.parse(statement.sql, knowing: QueryFunction.table),
            case .success(let expected) = try SQLPlusPlusDatabase.shared.get().answer(to: statement)
        else { return }
        do {
            let evaluator = try StatementEvaluator(tree, parameters: statement.parameters)
            let results = try evaluator.rows(of: Self.documents.get())
            let rows = results.map { row in
                row.columnNames.map { SQLPlusPlusCell(actual: row[$0]) }
            }
            let answer = SQLPlusPlusDatabase.Answer(columns: results.columnNames, rows: rows)
            let isSame = answer.isSame(as: expected, isOrdered: statement.isOrdered)
            #expect(isSame, "\(answer.text) instead of \(expected.text)")
        } catch QuireError.Code.unsupportedOperation {}
    }

    @Test func `most statements about one collection are supported`() {
        let answered = Self.statements.filter { statement in
            guard let tree = try? SelectStatement.parse(statement.sql, knowing: QueryFunction.table)
            else { return false }
            return (try? StatementEvaluator(tree, parameters: statement.parameters)) != nil
        }
        #expect(answered.count > 780, "\(answered.count) of \(Self.statements.count)")
    }
}
