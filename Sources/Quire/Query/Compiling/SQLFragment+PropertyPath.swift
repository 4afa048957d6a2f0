import SQLPlusPlus

extension SQLFragment {
    /// The value at a path of a document's body.
    ///
    /// Queries and indexes both take it from here, since an index on an expression serves only the
    /// expression with exactly the same text, the name of the table aside.
    ///
    /// - Parameters:
    ///   - path: The path, empty for the whole body.
    ///   - body: The column, `body` in an index.
    /// - Returns: The expression.
    static func value(at path: PropertyPath, of body: SQLFragment = "body") -> SQLFragment {
        path.isEmpty ? "fl_root(\(body))" : "fl_value(\(body), \(path: path))"
    }
}

extension SQLFragment.Interpolation {
    /// Puts in a path as it stands in SQL.
    mutating func appendInterpolation(path: PropertyPath) {
        appendInterpolation(constant: path.storedText)
    }
}

extension PropertyPath {
    /// The path as it stands in SQL, and so in the indexes of a file: only what would be taken for
    /// something else is marked, by a backslash.
    var storedText: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                if !text.isEmpty { text += "." }
                for character in key {
                    if ".[]`\\".contains(character) { text += "\\" }
                    text.append(character)
                }
            }
        }
        return text
    }
}
