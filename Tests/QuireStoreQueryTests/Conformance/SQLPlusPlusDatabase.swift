import DatabaseTestSupport
import Fleece
import Foundation
import Quire

/// The documents for the statements with known results.
final class SQLPlusPlusDatabase: Sendable {
    let folder: StoreFolder
    let database: Database

    /// A shared database, because tests only read it.
    static let shared = Result { try SQLPlusPlusDatabase() }

    init() throws {
        folder = try StoreFolder()
        let filled = try folder.open()
        try Self.fill(filled)
        try Self.index(filled)
        try filled.close()
        database = try folder.open()
    }

    private static func fill(_ database: Database) throws {
        for document in try SQLPlusPlusCase.read("data.jsonl") {
            guard let id = document.value["id"]?.string, let body = document.value["body"] else {
                continue
            }
            let isReview = document.value["collection"]?.string == "Inventory.Reviews"
            let collection =
                isReview
                ? try database.createCollection(name: "Reviews", scope: "Inventory")
                : try database.defaultCollection()
            try collection.save(id, try body.json())
        }
    }

    /// The full-text indexes that the statements need.
    static let indexes: [(name: String, isOfReviews: Bool, config: FullTextIndexConfiguration)] = [
        (
            "text", true,
            FullTextIndexConfiguration(["text"], ignoreAccents: true, language: "en")
        ),
        (
            "names", false,
            FullTextIndexConfiguration(["name", "city"], ignoreAccents: true, language: "en")
        ),
    ]

    private static func index(_ database: Database) throws {
        let reviews = try database.createCollection(name: "Reviews", scope: "Inventory")
        for index in indexes {
            let collection = index.isOfReviews ? reviews : try database.defaultCollection()
            try collection.createIndex(withName: index.name, config: index.config)
        }
    }

    /// Returns the result of a statement, or the error that it throws.
    func answer(to statement: SQLPlusPlusCase) -> Result<Answer, any Error> {
        Result {
            let query = try database.createQuery(QuerySource(verbatim: statement.sql))
            query.parameters = statement.parameters
            let results = try query.execute()
            let rows = results.map { row in
                row.columnNames.map { SQLPlusPlusCell(actual: row[$0]) }
            }
            return Answer(columns: results.columnNames, rows: rows)
        }
    }

    struct Answer {
        var columns: [String]
        var rows: [[SQLPlusPlusCell]]

        /// Returns whether a result equals the expected one; unordered rows are compared in any
        /// order.
        func isSame(as expected: Answer, isOrdered: Bool) -> Bool {
            let first = isOrdered ? rows : Self.sorted(rows)
            let second = isOrdered ? expected.rows : Self.sorted(expected.rows)
            return columns == expected.columns && first.count == second.count
                && zip(first, second).allSatisfy { left, right in
                    left.count == right.count
                        && zip(left, right).allSatisfy(SQLPlusPlusCell.isSame)
                }
        }

        private static func sorted(_ rows: [[SQLPlusPlusCell]]) -> [[SQLPlusPlusCell]] {
            rows.map { ($0.map(\.key).joined(separator: "|"), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }

        var text: String {
            let rows = rows.map { row in
                "["
                    + row.map { cell in
                        guard let value = cell.value else { return #"{"@":"missing"}"# }
                        return (try? value.json()) ?? "null"
                    }.joined(separator: ",") + "]"
            }
            return "[" + rows.joined(separator: ",") + "]"
        }
    }
}
