import Fleece
import Foundation

// A row has the typed accessors of documents, by column name and by index. It doesn't cache
// objects: each access to a collection or blob creates a new object.

extension QueryRow: DictionaryProtocol, ArrayProtocol {
    /// The column names, including columns whose value is missing.
    public var keys: [String] { columnNames }

    /// Returns the value of a column for the typed accessors.
    ///
    /// - Parameter key: The column name.
    /// - Returns: The value, which may be missing.
    public func documentValue(forKey key: String) -> DocumentValue { documentValue(self[key]) }

    /// Returns the value of a column for the typed accessors.
    ///
    /// - Parameter index: The index of the column, which begins at 0.
    /// - Returns: The value, which may be missing.
    public func documentValue(at index: Int) -> DocumentValue { documentValue(self[index]) }

    private func documentValue(_ value: FleeceValue?) -> DocumentValue {
        guard let value else { return DocumentValue(.missing) }
        return DocumentValue(DocumentValue.Form(value, blobs: blobs, isMutable: false))
    }

    /// Returns the value of a column as a native object.
    ///
    /// - Parameter key: The column name.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject`` or `Data`; `nil` if the value is null or missing.
    public func value(forKey key: String) -> Any? { value(documentValue(forKey: key)) }

    /// Returns the value of a column as a native object.
    ///
    /// - Parameter index: The index of the column, which begins at 0.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject`` or `Data`; `nil` if the value is null or missing.
    public func value(at index: Int) -> Any? { value(documentValue(at: index)) }

    private func value(_ value: DocumentValue) -> Any? {
        value.form.isNull ? nil : value.form.value
    }

    /// Returns the values by column name, with collections as native types.
    ///
    /// ```swift
    /// let values = try query.execute().map { $0.toDictionary() }
    /// ```
    ///
    /// - Returns: The values. Null is `NSNull`, and missing values are omitted.
    /// - Complexity: O(*n*) in the size of the row.
    public func toDictionary() -> [String: Any] {
        var pairs: [String: Any] = [:]
        for title in columnNames {
            if let value = values[title] { pairs[title] = plain(value) }
        }
        return pairs
    }

    /// Returns the values in column order, with collections as native types.
    ///
    /// - Returns: The values. Null and missing values are `NSNull`.
    /// - Complexity: O(*n*) in the size of the row.
    public func toArray() -> [Any] {
        columnNames.map { title in values[title].map(plain) ?? NSNull() }
    }

    private func plain(_ value: FleeceValue) -> Any {
        DocumentValue.Form.stored(value).plain(blobs: blobs)
    }
}

extension QueryRow {
    /// Decodes the row.
    ///
    /// The row is a dictionary with a key for each column. If its only column contains a dictionary
    /// and the type has no key with the name of the column, that dictionary is decoded instead. So
    /// the rows of `SELECT *` and of `SELECT address` can be decoded as well.
    ///
    /// ```swift
    /// for row in try query.execute() {
    ///     let rate = try row.decode(Rate.self)
    ///     print(rate.name, rate.roomRate)
    /// }
    /// ```
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` with the full coding path.
    /// - Complexity: O(*n*) in the size of the data that the type decodes.
    public func decode<T: Decodable>(_ type: T.Type) throws -> T { try decodeValues(type) }

    /// Decodes the values of the row, or the dictionary in its only column.
    package func decodeValues<T: Decodable>(_ type: T.Type) throws -> T {
        if count == 1, let value = self[0], value.dictionary != nil,
            DecodedKeys.of(type).contain([columnNames[0]]) == false
        {
            return try decoder.decode(type, from: value)
        }
        return try decoder.decode(type, from: values.value)
    }

    /// Decodes the value of a column.
    ///
    /// For example, the column of `SELECT * FROM _` is `_`, which contains the document.
    ///
    /// ```swift
    /// for row in try database.createQuery("SELECT * FROM _").execute() {
    ///     if let hotel = try row.decode(Hotel.self, fromColumn: "_") { print(hotel.name) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - title: The column name.
    /// - Returns: The decoded value, or `nil` if the value is missing or the column doesn't exist.
    /// - Throws: `DecodingError` with the full coding path.
    /// - Complexity: O(*n*) in the size of the data that the type decodes.
    public func decode<T: Decodable>(_ type: T.Type, fromColumn title: String) throws -> T? {
        try values[title].map { try decoder.decode(type, from: $0) }
    }

    /// Decodes the value of a column.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - title: The column name.
    ///   - keys: The strategy for keys inside the value.
    /// - Returns: The decoded value, or `nil` if the value is missing or the column doesn't exist.
    /// - Throws: `DecodingError` with the full coding path.
    package func decode<T: Decodable>(
        _ type: T.Type, fromColumn title: String, keys: KeyStrategy
    ) throws -> T? {
        let decoder = DocumentDecoder(userInfo: columns.codingInfo, keys: keys)
        return try values[title].map { try decoder.decode(type, from: $0) }
    }

    private var decoder: DocumentDecoder {
        let decoder = DocumentDecoder(userInfo: columns.codingInfo)
        return decoder
    }
}

extension ResultSet {
    /// Decodes the remaining rows of the result set.
    ///
    /// ```swift
    /// struct Rate: Decodable {
    ///     var name: String
    ///     var roomRate: Double
    /// }
    /// let query = try database.createQuery("SELECT name, roomRate FROM _ ORDER BY roomRate")
    /// let rates = try query.execute().decode(Rate.self)
    /// ```
    ///
    /// - Parameter type: The type of each row, with a key for each column.
    /// - Returns: The decoded values in row order.
    /// - Throws: `DecodingError` with the full coding path.
    /// - Complexity: O(*n*) in the number of rows.
    public func decode<T: Decodable>(_ type: T.Type) throws -> [T] {
        try map { try $0.decode(type) }
    }
}
