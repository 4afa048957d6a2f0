import SQLPlusPlus

extension SQLFragment {
    /// Returns an expression for the value at a path in the body of a document.
    ///
    /// Queries and indexes both use this method, because SQLite only uses an index if the
    /// expression in the query has exactly the same text, apart from the table name.
    ///
    /// - Parameters:
    ///   - path: The path, which is empty for the whole body.
    ///   - body: The body column, which is `body` in an index.
    /// - Returns: The SQL expression.
    static func value(at path: PropertyPath, of body: SQLFragment = "body") -> SQLFragment {
        path.isEmpty ? "fl_root(\(body))" : "fl_value(\(body), \(path: path))"
    }
}

extension SQLFragment.Interpolation {
    /// Appends a path in its SQL form.
    mutating func appendInterpolation(path: PropertyPath) {
        appendInterpolation(constant: path.storedText)
    }
}

extension PropertyPath {
    /// The text of the path in SQL and in the indexes of a file.
    ///
    /// A backslash escapes characters of keys that have a special meaning in paths.
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
