public import Fleece

/// A row of a query result.
///
/// A row owns its values, so that it can outlive the result set. A row that is a complete document
/// also retains its database, which decodes the row as a model.
///
/// ```swift
/// let query = try database.createQuery("SELECT name, room_rate FROM _ LIMIT 1")
/// if let row = try query.execute().next() {
///     print(row.columnNames, row[0]?.string ?? "", row["room_rate"]?.double ?? 0)
/// }
/// ```
public struct QueryRow: Sendable {
    /// The column names, in order.
    public var columnNames: [String] { columns.columnNames }

    /// The values by column name.
    ///
    /// Columns with a missing value are omitted.
    public let values: FleeceDictionary

    package let columns: RowColumns

    /// The document of the row, if the row is a complete document.
    package let document: DocumentRecord?

    package init(_ columns: RowColumns, values: FleeceDictionary, document: DocumentRecord? = nil) {
        self.columns = columns
        self.values = values
        self.document = document
    }

    /// The storage for the contents of the blobs in the row.
    package var blobs: (any BlobStorage)? { columns.blobs }

    /// The number of columns, including those with a missing value.
    public var count: Int { columnNames.count }

    /// Returns the value of the column with the given name.
    ///
    /// - Parameter column: The name of the column.
    /// - Returns: The value, or `nil` if it is missing or the column does not exist.
    public subscript(column: String) -> FleeceValue? { values[column] }

    /// Returns the value of the column at the given index.
    ///
    /// - Parameter index: The zero-based index of the column.
    /// - Returns: The value, or `nil` if it is missing or the column does not exist.
    public subscript(index: Int) -> FleeceValue? {
        columns.keys.indices.contains(index) ? values[columns.keys[index]] : nil
    }

    /// Returns the row as a JSON object, with the columns in order.
    ///
    /// Columns with a missing value are omitted. Infinite numbers, which JSON cannot represent,
    /// become `null`.
    ///
    /// ```swift
    /// print(row.toJSON())  // {"name":"Harbour House","room_rate":121.5}
    /// ```
    ///
    /// - Returns: The JSON text.
    /// - Complexity: O(*n*) in the size of the row.
    public func toJSON() -> String {
        let writer = JSONWriter(format: JSONFormat(writesInfinityAsNull: true))
        let pairs = columnNames.compactMap { title in values[title].map { (title, $0) } }
        do {
            try writer.write(object: pairs)
            return writer.text
        } catch {
            // The only possible error is a string that is not valid UTF-8, which JSON cannot
            // represent.
            return "null"
        }
    }
}
