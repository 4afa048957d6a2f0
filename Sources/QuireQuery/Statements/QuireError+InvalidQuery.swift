extension QuireError {
    /// Returns an error with code `invalidQuery`.
    ///
    /// - Parameter reason: Why the statement is not valid, without a period.
    /// - Returns: The error.
    package static func invalidQuery(_ reason: String) -> QuireError {
        QuireError(.invalidQuery, "The query cannot be compiled: \(reason).")
    }
}
