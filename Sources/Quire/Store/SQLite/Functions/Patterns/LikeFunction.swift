import CSQLite

/// `quire_like(text, pattern, collation)`: LIKE as Unicode compares; SQLite has the other one.
enum LikeFunction {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_like", 3) { context, count, values in
            let call = FunctionCall(context, count, values)
            for index in 0..<2 where call[index].isMissing { return call.result.setMissing() }
            guard let text = call[0].comparedText, let pattern = call[1].comparedText else {
                return call.setResult(to: false)
            }
            // The time grows with the pattern's length times the text's, as SQLite's own does.
            let limit = Int(
                sqlite3_limit(
                    sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1))
            guard pattern.utf8.count <= limit else {
                return call.result.set(error: "the pattern of LIKE is longer than \(limit) bytes")
            }
            let comparison = TextComparison(collation: call[2].text)
            call.setResult(
                to: matches(
                    comparison?.simplified(text) ?? text,
                    comparison?.simplified(pattern) ?? pattern))
        }
    ]

    private enum Wanted: Equatable {
        case anything
        case any
        case scalar(Unicode.Scalar)
        case nothing
    }

    /// Goes through the text once for each `%` at the most, since only the last one is gone back to.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let text = Array(text.unicodeScalars)
        let wanted = parts(of: pattern)
        var (position, index) = (0, 0)
        var retry: (position: Int, index: Int)?
        while position < text.count {
            if index < wanted.count, wanted[index] == .anything {
                retry = (position, index + 1)
                index += 1
            } else if index < wanted.count,
                wanted[index] == .any || wanted[index] == .scalar(text[position])
            {
                position += 1
                index += 1
            } else if let last = retry {
                retry = (last.position + 1, last.index)
                (position, index) = (last.position + 1, last.index)
            } else {
                return false
            }
        }
        return wanted[index...].allSatisfy { $0 == .anything }
    }

    private static func parts(of pattern: String) -> [Wanted] {
        var parts: [Wanted] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if isEscaped {
                parts.append(.scalar(scalar))
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                parts.append(scalar == "%" ? .anything : scalar == "_" ? .any : .scalar(scalar))
            }
        }
        if isEscaped { parts.append(.nothing) }
        return parts
    }
}

extension SQLiteArgument {
    /// The text that LIKE compares: numbers as SQLite writes them, nothing for null and containers.
    fileprivate var comparedText: String? { type == SQLITE_BLOB ? nil : string ?? asText }

    private var asText: String {
        sqlite3_value_text(value).map { String(cString: $0) } ?? ""
    }
}
