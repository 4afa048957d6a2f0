public import Quire

/// A row of a query.
///
/// Values can be read by the name and by the index of a column. A `for` loop over a row iterates
/// over the names of its columns.
///
/// ```swift
/// for row in try query.execute() {
///     print(row.keys)  // ["name"]
///     print(row["name"].string ?? "", row.string(at: 0) ?? "")
/// }
/// ```
public final class Result: ArrayProtocol, DictionaryProtocol, Sequence, Sendable {
    /// The row in Quire's API.
    public let quire: QueryRow

    init(_ quire: QueryRow) {
        self.quire = quire
    }

    /// The number of columns, including missing values.
    public var count: Int { quire.count }

    /// The names of the columns.
    public var keys: [String] { quire.keys }

    /// Returns the value of a column for the typed accessors.
    ///
    /// - Parameter index: The index of the column.
    /// - Returns: The value.
    public func documentValue(at index: Int) -> DocumentValue { quire.documentValue(at: index) }

    /// Returns the value of a column for the typed accessors.
    ///
    /// - Parameter key: The name of the column.
    /// - Returns: The value.
    public func documentValue(forKey key: String) -> DocumentValue {
        quire.documentValue(forKey: key)
    }

    /// Returns the value of a column.
    ///
    /// - Parameter index: The index of the column.
    /// - Returns: The value, or `nil` if it is null or missing.
    public func value(at index: Int) -> Any? { quire.value(at: index) }

    /// Returns the value of a column.
    ///
    /// - Parameter key: The name of the column.
    /// - Returns: The value, or `nil` if it is null or missing.
    public func value(forKey key: String) -> Any? { quire.value(forKey: key) }

    /// A fragment for the value of a column.
    ///
    /// - Parameter index: The index of the column.
    public subscript(index: Int) -> Fragment { Fragment(documentValue(at: index)) }

    /// A fragment for the value of a column.
    ///
    /// - Parameter key: The name of the column.
    public subscript(key: String) -> Fragment { Fragment(documentValue(forKey: key)) }

    /// Returns the values in the order of the columns.
    ///
    /// - Returns: The values. Null and missing values are `NSNull`.
    public func toArray() -> [Any] { quire.toArray() }

    /// Returns the values by the names of the columns.
    ///
    /// - Returns: The values. Null is `NSNull`, and missing values are left out.
    public func toDictionary() -> [String: Any] { quire.toDictionary() }

    /// Returns the row as a JSON object.
    ///
    /// - Returns: The JSON.
    public func toJSON() -> String { quire.toJSON() }

    /// Decodes the row.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - dataKey: The name of a column with a whole document, whose properties are decoded with
    ///     the other columns.
    /// - Returns: The value.
    /// - Throws: `NSError` with code ``CBLError/invalidQuery`` if the row does not match the type.
    public func data<Model: Decodable>(
        as type: Model.Type, dataKey: String? = nil
    ) throws -> Model {
        try convertingErrors { try quire.data(as: type, dataKey: dataKey) }
    }
}
