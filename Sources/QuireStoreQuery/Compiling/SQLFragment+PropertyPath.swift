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
