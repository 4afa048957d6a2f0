/// The symbols of the dialect: operators and punctuation.
enum Symbol: String, CaseIterable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBracket = "["
    case rightBracket = "]"
    case leftBrace = "{"
    case rightBrace = "}"
    case comma = ","
    case dot = "."
    case colon = ":"
    case semicolon = ";"
    case asterisk = "*"
    case slash = "/"
    case percent = "%"
    case plus = "+"
    case minus = "-"
    case pipes = "||"
    case equal = "="
    case doubleEqual = "=="
    case notEqual = "!="
    case lessOrGreater = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The symbols and their bytes, longest first, so that the first match is the correct one.
    static let longestFirst: [(bytes: [UInt8], symbol: Symbol)] =
        allCases.map { (Array($0.rawValue.utf8), $0) }.sorted { $0.0.count > $1.0.count }
}
