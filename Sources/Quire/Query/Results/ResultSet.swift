import Fleece

/// The rows of a query, to be gone through once.
public final class ResultSet: Sequence, IteratorProtocol {
    /// The titles of the columns, in their order.
    public let columnTitles: [String]

    private let recorded: RecordedRows
    private var index = 0

    init(_ recorded: RecordedRows) {
        self.recorded = recorded
        columnTitles = recorded.columns.titles
    }

    /// Returns the next row, or `nil` after the last one.
    public func next() -> QueryRow? {
        guard let rows = recorded.rows, index < rows.count else { return nil }
        defer { index += 1 }
        return rows[index].dictionary.map { QueryRow(recorded.columns, values: $0) }
    }

    /// Returns the rows that have not been gone through.
    ///
    /// - Complexity: O(*n*) in the number of rows.
    public func allResults() -> [QueryRow] { Array(self) }

    /// Decodes the rows that have not been gone through.
    ///
    /// - Parameter type: The type to make of each row, by the columns' titles.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: `DecodingError` with the full coding path.
    /// - Complexity: O(*n*) in the number of rows.
    public func decode<T: Decodable>(_ type: T.Type) throws -> [T] {
        try map { try $0.decode(type) }
    }
}
