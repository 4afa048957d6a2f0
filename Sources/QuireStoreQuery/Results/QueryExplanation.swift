// The output of EXPLAIN QUERY PLAN is intended for people and differs between SQLite versions. Only
// this file reads it. Running a query doesn't depend on it.

import SQLPlusPlus

/// An explanation of how SQLite runs a compiled query.
struct QueryExplanation {
    /// A step of SQLite's query plan, and its nesting depth.
    private struct Step {
        let depth: Int
        let text: String
    }

    private let texts: [String]
    private var steps: [Step] = []
    /// The conditions that are evaluated for each row.
    private let evaluated: [QueryTerm]
    /// The lines for indexes that SQLite's query plan does not name.
    private var unnamedIndexes: [String] = []

    /// Reads the query plan from SQLite.
    ///
    /// - Parameters:
    ///   - select: The compiled query.
    ///   - parameters: The values of the parameters. A parameter without a value is MISSING.
    ///   - sources: The names of the query's sources in order.
    ///   - connection: A connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    init(
        of select: CompiledSelect, _ parameters: ParameterValues, sources: [String],
        on connection: SQLiteConnection
    ) throws {
        let statements = try Self.statements(of: select, on: connection)
        texts = statements.map(\.text.string)
        evaluated = statements.flatMap(\.evaluatedTerms)
        let records = try IndexList(connection).records()
        for sql in statements {
            let statement = try connection.prepare(
                "EXPLAIN QUERY PLAN \(sql.text)", purpose: "explain a query")
            try sql.bind(to: statement, parameters, isMissingAllowed: true)
            var depths: [Int64: Int] = [:]
            while try statement.step() {
                let depth = depths[statement.int64(at: 1)].map { $0 + 1 } ?? 0
                depths[statement.int64(at: 0)] = depth
                let text = Self.named(statement.string(at: 3), sources)
                steps.append(Step(depth: depth, text: Self.renamed(text, records)))
            }
        }
        for record in records where record.isTable {
            guard let kind = record.kind, let sign = Self.sign(of: record),
                texts.contains(where: { $0.contains(sign) })
            else { continue }
            unnamedIndexes.append("USING \(kind.word.uppercased()) INDEX \(record.name)")
        }
    }

    /// Returns the text in SQL that uses an index which is a table.
    private static func sign(of record: IndexRecord) -> String? {
        guard record.kind == .nearest else {
            return record.tableName.map { SQLIdentifier($0).quoted.string }
        }
        let (tables, name) = (SQLText.constant(record.tablesName), SQLText.constant(record.name))
        return "quire_nearest(\(tables.string), \(name.string),"
    }

    /// Returns the SQL statements that run the query, in order.
    private static func statements(
        of select: CompiledSelect, on connection: SQLiteConnection
    ) throws -> [SQLFragment] {
        guard let rowIDScan = select.rowIDScan else { return [select.sql] }
        let plan = try connection.prepare(
            "EXPLAIN QUERY PLAN \(rowIDScan.numbers.text)", purpose: "explain a query")
        let isScan = try plan.step() && plan.string(at: 3).hasPrefix("SCAN ")
        return isScan ? [select.sql] : [rowIDScan.numbers, rowIDScan.rows]
    }

    /// Replaces the generated name of a source with its name in the query.
    private static func named(_ text: String, _ sources: [String]) -> String {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, words[0] == "SCAN" || words[0] == "SEARCH",
            let number = sources.indices.first(where: { words[1] == "s\($0)" })
        else { return text }
        words[1] = sources[number][...]
        return words.joined(separator: " ")
    }

    /// Replaces the stored names of indexes with their names in the collection.
    private static func renamed(_ text: String, _ records: [IndexRecord]) -> String {
        for record in records where record.name != record.storedName {
            let (stored, own) = ("INDEX \(record.storedName)", "INDEX \(record.name)")
            if text.hasSuffix(stored) || text.contains(stored + " (") {
                return text.replacing(stored, with: own)
            }
        }
        return text
    }

    /// The SQL, followed by one line for each step, the conditions that are evaluated for each row,
    /// and the indexes that are tables.
    var text: String {
        let lines = steps.map { String(repeating: "  ", count: $0.depth) + $0.text }
        let conditions =
            evaluated.isEmpty
            ? []
            : [
                "EVALUATE " + evaluated.map(\.description).joined(separator: " AND ")
            ]
        return (texts + [""] + lines + conditions + unnamedIndexes).joined(separator: "\n")
    }
}

extension DocumentCollection {
    /// Returns an explanation of a compiled query on the collection's documents.
    ///
    /// - Parameter select: The compiled query.
    /// - Returns: The text of the explanation.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func explanation(of select: CompiledSelect) throws -> String {
        try readSnapshot { connection in
            try QueryExplanation(
                of: select, ParameterValues(), sources: [name], on: connection.sqlite
            ).text
        }
    }
}
