/// The reserved words, which are names only if they are written in backticks.
enum Keyword: String, CaseIterable {
    case and = "AND"
    case any = "ANY"
    case `as` = "AS"
    case asc = "ASC"
    case between = "BETWEEN"
    case by = "BY"
    case `case` = "CASE"
    case collate = "COLLATE"
    case cross = "CROSS"
    case desc = "DESC"
    case distinct = "DISTINCT"
    case `else` = "ELSE"
    case end = "END"
    case every = "EVERY"
    case `false` = "FALSE"
    case from = "FROM"
    case group = "GROUP"
    case having = "HAVING"
    case `in` = "IN"
    case inner = "INNER"
    case `is` = "IS"
    case join = "JOIN"
    case left = "LEFT"
    case like = "LIKE"
    case limit = "LIMIT"
    case missing = "MISSING"
    case natural = "NATURAL"
    case not = "NOT"
    case null = "NULL"
    case offset = "OFFSET"
    case on = "ON"
    case or = "OR"
    case order = "ORDER"
    case outer = "OUTER"
    case right = "RIGHT"
    case satisfies = "SATISFIES"
    case select = "SELECT"
    case then = "THEN"
    case `true` = "TRUE"
    case unnest = "UNNEST"
    case using = "USING"
    case valued = "VALUED"
    case when = "WHEN"
    case `where` = "WHERE"

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// Creates a keyword from a word in any letter case.
    init?(word: String) {
        // No keyword is longer than nine letters.
        guard word.utf8.count <= 9, let keyword = Self.byName[word.uppercased()] else {
            return nil
        }
        self = keyword
    }
}
