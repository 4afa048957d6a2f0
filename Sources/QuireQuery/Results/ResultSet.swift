public import Fleece

/// The rows of a query result, which can be iterated once.
///
/// ```swift
/// let results = try database.createQuery("SELECT name, room_rate FROM _").execute()
/// for row in results {
///     print(row["name"]?.string ?? "", row["room_rate"]?.double ?? 0)
/// }
/// ```
public final class ResultSet: Sequence, IteratorProtocol {
    /// The column names, in order.
    public let columnNames: [String]

    package let recorded: RecordedRows
    private var index = 0

    package init(_ recorded: RecordedRows) {
        self.recorded = recorded
        columnNames = recorded.columns.columnNames
    }

    /// Creates a result set.
    ///
    /// - Parameters:
    ///   - columnNames: The column names, in order.
    ///   - rows: An array with one dictionary for each row, which contains the values by column
    ///     name. A dictionary omits columns whose value is missing. The storage of the array must
    ///     own its bytes.
    ///   - codingInfo: The user info for decoders of the rows: ``DocumentStore/codingInfo`` of the
    ///     store.
    public convenience init(
        columnNames: [String], rows: FleeceArray,
        codingInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(
            RecordedRows(
                columns: RowColumns(columnNames: columnNames, codingInfo: codingInfo), rows: rows))
    }

    /// Returns the next row, or `nil` after the last one.
    public func next() -> QueryRow? {
        guard let rows = recorded.rows, index < rows.count else { return nil }
        defer { index += 1 }
        let documents = recorded.documents
        let document = documents.indices.contains(index) ? documents[index] : nil
        return rows[index].dictionary.map {
            QueryRow(recorded.columns, values: $0, document: document)
        }
    }

    /// Returns the remaining rows.
    ///
    /// ```swift
    /// let names = try query.execute().allResults().map { $0["name"]?.string }
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of rows.
    public func allResults() -> [QueryRow] { Array(self) }
}
