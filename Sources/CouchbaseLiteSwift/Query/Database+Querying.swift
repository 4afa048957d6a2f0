import Quire

extension Database: QueryFactory {
    /// Creates a query from SQL++.
    ///
    /// ```swift
    /// let query = try database.createQuery("SELECT name FROM _ WHERE rate < $rate")
    /// query.parameters = Parameters().setInt(150, forName: "rate")
    /// ```
    ///
    /// - Parameter query: A `SELECT` statement.
    /// - Returns: The query.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery`` if the statement is invalid,
    ///   ``CBLError/notOpen`` if the database is closed.
    public func createQuery(_ query: String) throws -> Query {
        try convertingErrors { Query(try quire.createQuery(QuerySource(verbatim: query))) }
    }
}

/// A type that creates queries.
///
/// ```swift
/// let names = try database.createQuery("SELECT name FROM _ ORDER BY name").execute()
/// ```
public protocol QueryFactory {
    /// Creates a query from SQL++.
    ///
    /// - Parameter query: A `SELECT` statement.
    /// - Returns: The query.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery`` if the statement is invalid.
    func createQuery(_ query: String) throws -> Query
}
