public import Fleece
public import QuireDocuments

/// A record of a file, such as a line of a CSV file.
///
/// ```swift
/// while let record = try reader.next() {
///     print(record.line, try record.value.json())
/// }
/// ```
public struct FileRecord: Sendable {
    /// The first line of the record, starting at 1.
    public let line: Int

    /// The contents of the record.
    ///
    /// A record of a CSV or TSV file is a dictionary with a value for each field that is not empty.
    /// Quoted fields are strings. Unquoted fields are numbers, Booleans and null if they are valid
    /// JSON, and otherwise strings. A number is an integer of 64 bits or the nearest `Double`, also in
    /// JSON: to read all digits of a number, use ``RecordReader/decodeNext(_:idKey:using:)``.
    public let value: FleeceValue

    /// The contents of the record if it is a dictionary, as a document is.
    public var dictionary: FleeceDictionary? { value.dictionary }
}

/// A reader for files of JSON lines, JSON, CSV and TSV.
///
/// The reader keeps one record in memory. It detects gzip data by its first bytes, and UTF-8 and
/// UTF-16 by the byte order mark. Lines can end with a line feed, a carriage return, or both.
///
/// ```swift
/// let reader = try RecordReader(path: path)
/// try database.inBatch {
///     while let hotel = try reader.decodeNext(Hotel.self) { try hotels.save(hotel) }
/// }
/// ```
///
/// Gzip data requires the package trait `Gzip`, which the trait `Replication` includes.
public final class RecordReader {
    private var source: any RecordSource
    private let writer = FleeceWriter()

    /// The first line of the record that was read last, starting at 1, or 0 before the first record.
    public var line: Int { source.line }

    /// Opens a file.
    ///
    /// ```swift
    /// let reader = try RecordReader(path: "hotels.csv.gz", encoding: .latin1, delimiter: ";")
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - format: The format, or `nil` to determine it from the path.
    ///   - encoding: The encoding of a file without a byte order mark.
    ///   - delimiter: The ASCII character between the fields of CSV or TSV, or `nil` for that of the
    ///     format.
    /// - Throws: ``FormatError`` if the file cannot be opened or read, the delimiter is invalid, or
    ///   the file is compressed and the package was built without the trait `Gzip`.
    public convenience init(
        path: String, format: RecordFormat? = nil, encoding: RecordEncoding = .utf8,
        delimiter: Character? = nil
    ) throws {
        try self.init(
            FileInput(path: path), format: format ?? RecordFormat(path: path), encoding: encoding,
            delimiter: delimiter)
    }

    /// Creates a reader for bytes in memory.
    ///
    /// ```swift
    /// let reader = try RecordReader(Array(request.body), format: .csv)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The contents of a file.
    ///   - format: The format.
    ///   - encoding: The encoding of contents without a byte order mark.
    ///   - delimiter: The ASCII character between the fields of CSV or TSV, or `nil` for that of the
    ///     format.
    /// - Throws: The errors of ``init(path:format:encoding:delimiter:)``.
    public convenience init(
        _ bytes: [UInt8], format: RecordFormat, encoding: RecordEncoding = .utf8,
        delimiter: Character? = nil
    ) throws {
        try self.init(
            BytesInput(bytes), format: format, encoding: encoding, delimiter: delimiter)
    }

    /// Creates a reader for bytes that a closure reads, such as those of a connection.
    ///
    /// ```swift
    /// let handle = FileHandle.standardInput
    /// let reader = try RecordReader(format: .jsonl) { buffer in
    ///     let data = try handle.read(upToCount: buffer.count) ?? Data()
    ///     buffer.copyBytes(from: data)
    ///     return data.count
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - encoding: The encoding of contents without a byte order mark.
    ///   - delimiter: The ASCII character between the fields of CSV or TSV, or `nil` for that of the
    ///     format.
    ///   - read: A closure that writes the next bytes to the start of a buffer and returns their
    ///     number, or 0 at the end.
    /// - Throws: An error of the closure, or those of ``init(path:format:encoding:delimiter:)``.
    public convenience init(
        format: RecordFormat, encoding: RecordEncoding = .utf8, delimiter: Character? = nil,
        read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        try self.init(
            ClosureInput(read), format: format, encoding: encoding, delimiter: delimiter)
    }

    private init(
        _ input: any ByteInput, format: RecordFormat, encoding: RecordEncoding,
        delimiter: Character?
    ) throws {
        source = try format.source(
            input, encoding: encoding, delimiter: delimiter.map { try Self.byte($0) })
    }

    private static func byte(_ delimiter: Character) throws -> UInt8 {
        guard let byte = delimiter.asciiValue, !["\"", "\n", "\r", "\r\n"].contains(delimiter)
        else {
            throw FormatError(
                "\(String(delimiter).debugDescription) cannot separate fields: use an ASCII "
                    + "character that is neither a quote nor the end of a line")
        }
        return byte
    }

    /// Reads the next record.
    ///
    /// After a ``RecordError``, the next call continues with the following record.
    ///
    /// - Returns: The record, or `nil` at the end.
    /// - Throws: ``RecordError`` if the record is invalid, ``FormatError`` if the rest of the file
    ///   cannot be read.
    /// - Complexity: O(*n*) in the size of the record.
    public func next() throws -> FileRecord? {
        try readNext(keepsNumbers: false).map { FileRecord(line: source.line, value: $0) }
    }

    /// Reads the next record and decodes a value.
    ///
    /// Numbers are read from their digits, so a `Decimal` is equal to the text of the file. In CSV and
    /// TSV files, an unquoted field has the type of the property: `5003` is a number, or a `String` with
    /// these characters.
    ///
    /// ```swift
    /// while let hotel = try reader.decodeNext(Hotel.self, idKey: "id") { try hotels.save(hotel) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - idKey: The key of the ID for the model's `DocumentID`, or `nil` for models without one and
    ///     for documents that get new IDs. The ID is a string or an integer.
    ///   - decoder: The decoder, whose strategies apply to the value.
    /// - Returns: The value, or `nil` at the end.
    /// - Throws: The errors of ``next()``, ``RecordError`` if the record has no valid ID, and
    ///   `DecodingError` if it does not fit the type; ``line`` is its line. The next call continues
    ///   with the following record.
    /// - Complexity: O(*n*) in the size of the record.
    public func decodeNext<T: Decodable>(
        _ type: T.Type, idKey: String? = nil, using decoder: DocumentDecoder = DocumentDecoder()
    ) throws -> T? {
        guard let value = try readNext(keepsNumbers: true) else { return nil }
        let id = try idKey.map { key in
            guard let field = value.dictionary?[key], let id = ImportedRecord.id(field) else {
                throw RecordError(
                    line: source.line,
                    "the key \(key.debugDescription) has no string or integer, which is the ID")
            }
            return id
        }
        return try decoder.decode(type, from: value, text: source.sourceText, id: id)
    }

    private func readNext(keepsNumbers: Bool) throws -> FleeceValue? {
        writer.reset()
        guard try source.readNext(into: writer, keepsNumbers: keepsNumbers) else { return nil }
        let storage: FleeceStorage
        do {
            storage = FleeceStorage(try writer.finish())
        } catch let error as FleeceError {
            throw RecordError(line: source.line, error.message)
        }
        guard let value = storage.root else {
            throw RecordError(line: source.line, "the record has no value")
        }
        return value
    }
}
