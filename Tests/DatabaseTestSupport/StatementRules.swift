/// The rules of distributed servers with PostgreSQL's protocol, such as Citus, for statements.
///
/// A server that sends the parts of a statement to the nodes with the tables refuses what has another
/// value on each node, or computes it there without a message:
///
/// ```sql
/// INSERT INTO t (id) VALUES ($1) RETURNING pg_notify('c', '')  -- refused
/// SELECT id FROM t WHERE seq < pg_snapshot_xmin(pg_current_snapshot())::text::bigint  -- wrong
/// ```
public struct StatementRules: Sendable {
    /// The names of the functions whose value can differ between two calls.
    private let changing: Set<String>

    /// Creates the rules.
    ///
    /// - Parameter changing: The names of the functions that the server's catalog does not call
    ///   immutable.
    public init(changing: Set<String>) { self.changing = changing }

    /// Returns the rules that a statement breaks.
    ///
    /// - Parameters:
    ///   - sql: A statement, or several that are separated by semicolons.
    ///   - isPrepared: Whether the server prepares the text.
    /// - Returns: The rules, each as a sentence.
    public func violations(in sql: String, isPrepared: Bool) -> [String] {
        let statements = Self.tokens(of: sql).split(separator: ";").map { Array($0) }
        var violations: [String] = []
        if statements.count > 1 {
            let kinds = Set(statements.map { $0[0] })
            if isPrepared { violations.append("A prepared text is one statement.") }
            if !kinds.isSubset(of: Self.combinable) {
                violations.append("A statement that defines or writes is sent alone.")
            }
        }
        return violations + statements.flatMap { brokenRules(of: $0) }
    }

    /// The statements that can be sent together.
    private static let combinable: Set<String> = [
        "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET", "LOCK", "SELECT",
    ]
    private static let writing: Set<String> = ["INSERT", "UPDATE", "DELETE"]

    private func brokenRules(of tokens: [String]) -> [String] {
        var violations: [String] = []
        func require(_ isMet: Bool, _ rule: String) {
            if !isMet { violations.append(rule) }
        }
        for (token, next) in zip(tokens, tokens.dropFirst() + [")"]) where token == "SELECT" {
            require(!["FROM", "WHERE", ")"].contains(next), "A query selects at least one value.")
        }
        let isQuery = !Self.writing.contains(tokens[0])
        if isQuery {
            require(
                !tokens.contains { ["pg_snapshot_xmin", "pg_current_snapshot"].contains($0) }
                    || !tokens.contains("FROM"),
                "The horizon of transactions is read without a table.")
            require(
                tokens[0] != "WITH" || !tokens.contains { ["INSERT", "DELETE"].contains($0) },
                "A common table expression does not write.")
            if let lock = Self.index(of: "FOR", then: ["UPDATE", "SHARE"], in: tokens),
                let from = tokens[..<lock].lastIndex(of: "FROM")
            {
                let sources = tokens[from..<(tokens[from...].firstIndex(of: "WHERE") ?? lock)]
                require(
                    !sources.contains("JOIN") && !sources.contains(","),
                    "A query that locks rows reads one table.")
            }
            return violations
        }
        if tokens[0] == "INSERT", let values = tokens.firstIndex(of: "VALUES") {
            require(
                !tokens[values...].contains("SELECT"), "An INSERT with VALUES contains no subquery."
            )
        }
        for (name, part) in Self.restrictedParts(of: tokens) {
            for (token, next) in zip(part, part.dropFirst())
            where next == "(" && changing.contains(token) {
                violations.append("\(name) calls only immutable functions, not \(token).")
            }
        }
        return violations
    }

    /// Returns the parts of a writing statement in which all functions are immutable.
    private static func restrictedParts(of tokens: [String]) -> [(String, ArraySlice<String>)] {
        var parts: [(String, ArraySlice<String>)] = []
        let returning = tokens.firstIndex(of: "RETURNING")
        if let returning { parts.append(("RETURNING", tokens[returning...])) }
        if let update = index(of: "DO", then: ["UPDATE"], in: tokens) {
            parts.append(("DO UPDATE", tokens[update..<(returning ?? tokens.endIndex)]))
        }
        for (index, token) in tokens.enumerated() {
            if token == "CASE" {
                let end = tokens[index...].firstIndex(of: "END") ?? tokens.endIndex
                parts.append(("CASE", tokens[index..<end]))
            } else if token == "coalesce" {
                var depth = 0
                let end = tokens[(index + 1)...].firstIndex { token in
                    depth += token == "(" ? 1 : token == ")" ? -1 : 0
                    return depth == 0
                }
                parts.append(("COALESCE", tokens[(index + 1)..<(end ?? tokens.endIndex)]))
            }
        }
        return parts
    }

    private static func index(
        of first: String, then second: Set<String>, in tokens: [String]
    ) -> Int? {
        tokens.indices.dropLast().first { tokens[$0] == first && second.contains(tokens[$0 + 1]) }
    }

    // MARK: Tokens

    /// The keywords of the rules, in capital letters in the tokens.
    private static let keywords: Set<String> = [
        "BEGIN", "CASE", "COMMIT", "DELETE", "DO", "END", "FOR", "FROM", "INSERT", "JOIN", "LOCK",
        "RELEASE", "RETURNING", "ROLLBACK", "SAVEPOINT", "SELECT", "SET", "SHARE", "UPDATE",
        "VALUES", "WHERE", "WITH",
    ]

    /// Returns the tokens of a text: keywords in capitals, names in lowercase, `"name"`, `'text'`, and
    /// single characters.
    static func tokens(of sql: String) -> [String] {
        var tokens: [String] = []
        // A mark that follows a quotation mark belongs to the same character of Swift.
        var rest = Substring(sql).unicodeScalars
        func take(_ count: Int) -> String {
            defer { rest = rest.dropFirst(count) }
            return String(String.UnicodeScalarView(rest.prefix(count)))
        }
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest = rest.dropFirst()
            } else if first == "'" || first == "\"" {
                tokens.append(take(rest.dropFirst().prefix { $0 != first }.count + 2))
            } else if first == "_" || first.properties.isAlphabetic {
                let word = take(
                    rest.prefix { $0 == "_" || $0.properties.isAlphabetic || "0"..."9" ~= $0 }.count
                )
                let capitals = word.uppercased()
                tokens.append(keywords.contains(capitals) ? capitals : word.lowercased())
            } else {
                tokens.append(take(1))
            }
        }
        return tokens
    }
}
