public import Fleece

/// A row of a query's result.
///
/// A row keeps its values: it can outlive the result set and the database.
public struct QueryRow: Sendable {
    /// The titles of the columns, in their order.
    public var columnTitles: [String] { columns.titles }

    /// The values by title.
    ///
    /// A column whose value is missing is not in it.
    public let values: FleeceDictionary

    let columns: RowColumns

    init(_ columns: RowColumns, values: FleeceDictionary) {
        self.columns = columns
        self.values = values
    }

    /// Where the contents of the blobs in the row are.
    var blobs: (any BlobStorage)? { columns.blobs }

    /// The number of columns, missing ones included.
    public var count: Int { columnTitles.count }

    /// Returns the value of a column.
    ///
    /// - Parameter title: The column's title.
    /// - Returns: The value, or `nil` if it is missing or there is no such column.
    public subscript(title: String) -> FleeceValue? { values[title] }

    /// Returns the value of a column.
    ///
    /// - Parameter index: The column's position, from 0.
    /// - Returns: The value, or `nil` if it is missing or there is no such column.
    public subscript(index: Int) -> FleeceValue? {
        columns.keys.indices.contains(index) ? values[columns.keys[index]] : nil
    }

    /// Returns the row as a JSON object by column title, in the order of the columns.
    ///
    /// A column whose value is missing is left out. An infinite number, which JSON has no form for,
    /// becomes `null`.
    ///
    /// - Returns: The text.
    /// - Complexity: O(*n*) in the size of the row.
    public func toJSON() -> String {
        let writer = JSONWriter(format: JSONFormat(writesInfinityAsNull: true))
        let pairs = columnTitles.compactMap { title in values[title].map { (title, $0) } }
        do {
            try writer.write(object: pairs)
            return writer.text
        } catch {
            // Only text that is not UTF-8 is left as a reason: such a row has no JSON.
            return "null"
        }
    }
}
