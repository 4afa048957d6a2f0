public import Fleece

/// A record of a file, such as a line of a CSV file.
///
/// ```swift
/// while let record = try reader.next() {
///     let hotel = try DocumentDecoder().decode(Hotel.self, from: record.value)
///     print(record.line, hotel.name)
/// }
/// ```
public struct FileRecord: Sendable {
    /// The first line of the record, starting at 1.
    public let line: Int

    /// The contents of the record.
    ///
    /// A record of a CSV or TSV file is a dictionary with a value for each field that is not empty.
    /// Quoted fields are strings. Unquoted fields are numbers, Booleans and null if they are valid
    /// JSON, and otherwise strings.
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
///     while let record = try reader.next() {
///         try hotels.save(DocumentDecoder().decode(Hotel.self, from: record.value))
///     }
/// }
/// ```
///
/// Gzip data requires the package trait `Gzip`, which the trait `Replication` includes.
public final class RecordReader {
    private var source: any RecordSource
    private let writer = FleeceWriter()

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
        writer.reset()
        guard try source.readNext(into: writer) else { return nil }
        let storage: FleeceStorage
        do {
            storage = FleeceStorage(try writer.finish())
        } catch let error as FleeceError {
            throw RecordError(line: source.line, error.message)
        }
        guard let value = storage.root else {
            throw RecordError(line: source.line, "the record has no value")
        }
        return FileRecord(line: source.line, value: value)
    }
}
