import Fleece
import Foundation

// A row has the typed accessors of documents, by column title and by position. It keeps no objects: a
// collection or a blob is another object each time.

extension QueryRow: DictionaryProtocol, ArrayProtocol {
    /// The titles of the columns, missing ones included.
    public var keys: [String] { columnTitles }

    /// Returns the value of a column, as the typed accessors take it.
    ///
    /// - Parameter key: The column's title.
    /// - Returns: The value, which may say that there is none.
    public func documentValue(forKey key: String) -> DocumentValue { documentValue(self[key]) }

    /// Returns the value of a column, as the typed accessors take it.
    ///
    /// - Parameter index: The column's position, from 0.
    /// - Returns: The value, which may say that there is none.
    public func documentValue(at index: Int) -> DocumentValue { documentValue(self[index]) }

    private func documentValue(_ value: FleeceValue?) -> DocumentValue {
        guard let value else { return DocumentValue(.missing) }
        return DocumentValue(DocumentValue.Form(value, blobs: blobs, isMutable: false))
    }

    /// Returns a value of any kind.
    ///
    /// - Parameter key: The column's title.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject`` or `Data`; `nil` if the value is null or missing.
    public func value(forKey key: String) -> Any? { value(documentValue(forKey: key)) }

    /// Returns a value of any kind.
    ///
    /// - Parameter index: The column's position, from 0.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject`` or `Data`; `nil` if the value is null or missing.
    public func value(at index: Int) -> Any? { value(documentValue(at: index)) }

    private func value(_ value: DocumentValue) -> Any? {
        value.form.isNull ? nil : value.form.value
    }

    /// Returns the values by column title, with native collections in place of objects.
    ///
    /// - Returns: The values; null is `NSNull`, and a column whose value is missing is left out.
    /// - Complexity: O(*n*) in the size of the row.
    public func toDictionary() -> [String: Any] {
        var pairs: [String: Any] = [:]
        for title in columnTitles {
            if let value = values[title] { pairs[title] = plain(value) }
        }
        return pairs
    }

    /// Returns the values in the order of the columns, with native collections in place of objects.
    ///
    /// - Returns: The values; null and missing ones are `NSNull`.
    /// - Complexity: O(*n*) in the size of the row.
    public func toArray() -> [Any] {
        columnTitles.map { title in values[title].map(plain) ?? NSNull() }
    }

    private func plain(_ value: FleeceValue) -> Any {
        DocumentValue.Form.stored(value).plain(blobs: blobs)
    }
}

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
        let decoder = DocumentDecoder(userInfo: columns.codingInfo)
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
