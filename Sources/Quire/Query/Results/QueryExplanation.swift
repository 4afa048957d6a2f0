// The text of EXPLAIN QUERY PLAN is for people and changes between versions of SQLite. Only this
// file reads it; how a query runs does not depend on it.

/// An explanation of how SQLite runs a compiled query.
struct QueryExplanation {
    /// A step of SQLite's, and how deep it is within others.
    private struct Step {
        let depth: Int
        let text: String
    }

    private let texts: [String]
    private var steps: [Step] = []
    private var fullTextIndexes: [String] = []

    /// Asks SQLite.
    ///
    /// - Parameters:
    ///   - select: The query.
    ///   - parameters: The values that it will be run with; one that is missing counts as MISSING.
    ///   - sources: The query's sources, in their order.
    ///   - connection: A connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    init(
        of select: CompiledSelect, _ parameters: ParameterValues, sources: [String],
        on connection: SQLiteConnection
    ) throws {
        let statements = try Self.statements(of: select, on: connection)
        texts = statements.map(\.text.string)
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
        for record in records where record.kind == .fullText {
            guard let table = record.tableName,
                texts.contains(where: { $0.contains(SQLIdentifier(table).quoted.string) })
            else { continue }
            fullTextIndexes.append(record.name)
        }
    }

    /// The statements that the query is run by, the first one first.
    private static func statements(
        of select: CompiledSelect, on connection: SQLiteConnection
    ) throws -> [SQLFragment] {
        guard let visit = select.visit else { return [select.sql] }
        let plan = try connection.prepare(
            "EXPLAIN QUERY PLAN \(visit.numbers.text)", purpose: "explain a query")
        let isScan = try plan.step() && plan.string(at: 3).hasPrefix("SCAN ")
        return isScan ? [select.sql] : [visit.numbers, visit.rows]
    }

    /// Calls a source by the name that the query has for it.
    private static func named(_ text: String, _ sources: [String]) -> String {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 1, words[0] == "SCAN" || words[0] == "SEARCH",
            let number = sources.indices.first(where: { words[1] == "s\($0)" })
        else { return text }
        words[1] = sources[number][...]
        return words.joined(separator: " ")
    }

    /// Calls indexes by the names that their collections have for them.
    private static func renamed(_ text: String, _ records: [IndexRecord]) -> String {
        for record in records where record.name != record.storedName {
            let (stored, own) = ("INDEX \(record.storedName)", "INDEX \(record.name)")
            if text.hasSuffix(stored) || text.contains(stored + " (") {
                return text.replacing(stored, with: own)
            }
        }
        return text
    }

    /// The SQL, then the steps, one a line, then the full-text indexes.
    var text: String {
        let lines = steps.map { String(repeating: "  ", count: $0.depth) + $0.text }
        let fullText = fullTextIndexes.map { "USING FULL-TEXT INDEX \($0)" }
        return (texts + [""] + lines + fullText).joined(separator: "\n")
    }
}

extension DocumentCollection {
    /// Explains how a compiled query of the collection's documents is run.
    ///
    /// - Parameter select: The query.
    /// - Returns: The explanation's text.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func explanation(of select: CompiledSelect) throws -> String {
        try readSnapshot { connection in
            try QueryExplanation(
                of: select, ParameterValues(), sources: [name], on: connection.sqlite
            ).text
        }
    }
}
