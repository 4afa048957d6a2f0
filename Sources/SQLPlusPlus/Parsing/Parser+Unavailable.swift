extension Parser {
    /// What the dialect has and this parser does not read, by the word that begins it.
    static let featuresByKeyword: [Keyword: String] = [
        .any: "ANY", .collate: "COLLATE", .cross: "JOIN", .every: "EVERY", .group: "GROUP BY",
        .having: "HAVING", .inner: "JOIN", .join: "JOIN", .left: "JOIN", .unnest: "UNNEST",
    ]

    /// What the dialect has and this parser does not read, by the name before a parenthesis.
    static let featuresByName: Set = ["EXISTS", "MATCH", "RANK"]

    func unavailable(_ feature: String) -> SQLPlusPlusError {
        error("\(feature) is not available")
    }

    /// Refuses a second source at once, before its name in a column is taken for a mistake.
    func refuseFurtherSource() throws(SQLPlusPlusError) {
        guard case .keyword(let keyword) = current, let feature = Self.featuresByKeyword[keyword]
        else { return }
        throw unavailable(feature)
    }

    /// Refuses `SOME x IN …`, whose first word is no reserved one.
    func refuseQuantifier() throws(SQLPlusPlusError) {
        guard case .identifier(let name, isQuoted: false) = current, name.uppercased() == "SOME",
            case .identifier = token(ahead: 1), token(ahead: 2) == .keyword(.in)
        else { return }
        throw unavailable("SOME")
    }
}
