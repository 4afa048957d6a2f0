import Quire

/// The rows of a query, which can be iterated once.
///
/// ```swift
/// let rows = try query.execute().allResults()
/// print(rows.map { $0.toJSON() })  // [{"name":"Harbour House"}]
/// ```
public final class ResultSet: Sequence, IteratorProtocol {
    /// The rows in Quire's API.
    private let quire: Quire.ResultSet

    init(_ quire: Quire.ResultSet) {
        self.quire = quire
    }

    /// Returns the next row, or `nil` after the last one.
    public func next() -> Result? { quire.next().map(Result.init) }

    /// Returns the remaining rows.
    ///
    /// - Returns: The rows.
    /// - Complexity: O(*n*) in the number of rows.
    public func allResults() -> [Result] { Array(self) }

    /// Decodes the remaining rows.
    ///
    /// ```swift
    /// struct Name: Decodable {
    ///     var name: String
    /// }
    /// let names = try query.execute().data(as: Name.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - dataKey: The name of a column with a whole document, whose properties are decoded with
    ///     the other columns.
    /// - Returns: The values.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery`` if a row does not match the type.
    /// - Complexity: O(*n*) in the number of rows.
    public func data<Model: Decodable>(
        as type: Model.Type, dataKey: String? = nil
    ) throws -> [Model] {
        try convertingErrors { try quire.data(as: type, dataKey: dataKey) }
    }
}
