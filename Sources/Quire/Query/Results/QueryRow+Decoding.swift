extension QueryRow {
    /// Decodes the row as a dictionary of its columns.
    ///
    /// - Parameter type: The type to make.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path.
    /// - Complexity: O(*n*) in the size of what the type reads.
    public func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.decode(type, from: values.value)
    }

    /// Decodes a column.
    ///
    /// It serves queries of whole documents: of `SELECT * FROM _` the column is `_`.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - title: The column's title.
    /// - Returns: The value, or `nil` if the column's value is missing or there is no such column.
    /// - Throws: `DecodingError` with the full coding path.
    /// - Complexity: O(*n*) in the size of what the type reads.
    public func decode<T: Decodable>(_ type: T.Type, fromColumn title: String) throws -> T? {
        try values[title].map { try decoder.decode(type, from: $0) }
    }

    private var decoder: DocumentDecoder {
        var decoder = DocumentDecoder()
        decoder.userInfo = columns.codingInfo
        return decoder
    }
}

extension ResultSet {
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
