public import Fleece
public import Foundation

extension JSONLines {
    /// Creates a reader of a string, such as the body of a response.
    ///
    /// ```swift
    /// var lines = JSONLines(text)
    /// while let hotel = try lines.decodeNext(Hotel.self) { print(hotel.name) }
    /// ```
    ///
    /// - Parameter text: The JSON lines.
    public init(_ text: String) {
        var bytes = text.utf8[...]
        self.init { buffer in
            let count = min(buffer.count, bytes.count)
            buffer.copyBytes(from: bytes.prefix(count))
            bytes.removeFirst(count)
            return count
        }
    }

    /// Creates a reader of a file.
    ///
    /// The file stays open until the reader is released.
    ///
    /// ```swift
    /// var lines = try JSONLines(contentsOf: url)
    /// while let hotel = try lines.decodeNext(Hotel.self) { print(hotel.name) }
    /// ```
    ///
    /// - Parameter url: The URL of the file.
    /// - Throws: The error of Foundation if the file cannot be opened. Reading a line throws the
    ///   error of Foundation if the file cannot be read.
    public init(contentsOf url: URL) throws {
        let file = try FileHandle(forReadingFrom: url)
        self.init { buffer in
            guard let bytes = try file.read(upToCount: buffer.count) else { return 0 }
            return bytes.copyBytes(to: buffer)
        }
    }

    /// Reads the next text and decodes its value.
    ///
    /// After an error in a line, the next call continues with the following line. The property
    /// `line` is the number of the line that was read last.
    ///
    /// ```swift
    /// do {
    ///     while let hotel = try lines.decodeNext(Hotel.self) { try hotels.upsert(hotel) }
    /// } catch let error as DecodingError {
    ///     print("line \(lines.line): \(error)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - decoder: The decoder, whose strategies apply to the value.
    /// - Returns: The value, or `nil` if there are no more texts.
    /// - Throws: `JSONError` with the line number and the column if the line is not JSON,
    ///   `DecodingError` with the full coding path if the value does not fit the type. Errors thrown
    ///   by the type's `init(from:)` and by the source of the bytes are rethrown.
    /// - Complexity: O(*n*) in the length of the line.
    public mutating func decodeNext<T: Decodable>(
        _ type: T.Type, using decoder: DocumentDecoder = DocumentDecoder()
    ) throws -> T? {
        let writer = FleeceWriter()
        guard try readNext(keepingNumbersInto: writer) else { return nil }
        guard let root = FleeceStorage(try writer.finish()).root else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the text has no value"))
        }
        return try decoder.decode(type, from: root, text: .json)
    }
}
