// JSON lines: one JSON text per line. A line ends with a line feed, or with the end of the file.
// Lines that contain only white space are skipped, and so is a UTF-8 byte order mark at the start.
//
// Example: the file `{"a":1}\n\n[2]` has the texts {"a":1} on line 1 and [2] on line 3.

/// Reads JSON lines from a source of bytes.
///
/// Only the current line and the bytes read ahead are in memory: 64 KB or, if that is more, twice
/// the length of the longest line so far.
///
/// ```swift
/// var lines = JSONLines { buffer in
///     let count = min(buffer.count, bytes.count)
///     buffer.copyBytes(from: bytes.prefix(count))
///     bytes.removeFirst(count)
///     return count
/// }
/// while try lines.readNext(into: writer) {
///     let hotel = FleeceStorage(try writer.finish()).rootDictionary
///     names.append(hotel?["name"]?.string ?? "")
/// }
/// ```
public struct JSONLines {
    /// A closure that reads the next bytes into a buffer.
    ///
    /// It writes bytes from the start of the buffer and returns their number. It need not fill the
    /// buffer. If it returns 0, the source has ended.
    ///
    /// ```swift
    /// let empty: JSONLines.Source = { _ in 0 }
    /// ```
    public typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

    /// The number of the line that was read last, starting at 1.
    public private(set) var line = 0

    private let source: Source
    private let maximumLineLength: Int
    private var buffer: [UInt8] = []
    /// The range of the unconsumed bytes in the buffer.
    private var unread = 0..<0
    private var isAtEnd = false
    /// Whether the next bytes are the rest of a line that is too long.
    private var isInSkippedLine = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - maximumLineLength: The maximum number of bytes in a line.
    ///   - source: The closure that reads the next bytes.
    public init(maximumLineLength: Int = 256 << 20, source: @escaping Source) {
        self.source = source
        self.maximumLineLength = maximumLineLength
        buffer = Array(repeating: 0, count: 64 << 10)
    }

    /// Reads the next text and writes its value.
    ///
    /// After an error in a line, including a line that is too long, the next call continues with
    /// the following line.
    ///
    /// - Parameter writer: The writer that receives the value, as its root or as an item of its
    ///   open collection.
    /// - Returns: `false` if there are no more texts.
    /// - Throws: ``JSONError`` with the line number in the whole source and the column, or any
    ///   error that the source throws. The values that were written before the error remain in the
    ///   writer; call `reset()` to discard them.
    /// - Complexity: O(*n*) in the length of the line.
    public mutating func readNext(into writer: FleeceWriter) throws -> Bool {
        try readNext { text throws(JSONError) in try JSONReader.read(text, into: writer) }
    }

    /// Reads the next text and writes its value, with long numbers as data that contains their text.
    ///
    /// See ``JSONReader/read(_:keepingNumbersInto:)``.
    package mutating func readNext(keepingNumbersInto writer: FleeceWriter) throws -> Bool {
        try readNext { text throws(JSONError) in
            try JSONReader.read(text, keepingNumbersInto: writer)
        }
    }

    private mutating func readNext(
        _ read: (UnsafeRawBufferPointer) throws(JSONError) -> Void
    ) throws -> Bool {
        while var range = try nextLine() {
            if line == 1, buffer[range].starts(with: [0xEF, 0xBB, 0xBF]) { range.removeFirst(3) }
            let isBlank = buffer[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if isBlank { continue }
            let result = buffer.withUnsafeBytes { bytes in
                Result { () throws(JSONError) in
                    try read(UnsafeRawBufferPointer(rebasing: bytes[range]))
                }
            }
            if case .failure(let error) = result { throw error.onLine(line) }
            return true
        }
        return false
    }

    /// Advances to the next line and returns its range in the buffer, without the line feed.
    private mutating func nextLine() throws -> Range<Int>? {
        var searched = unread.lowerBound
        while true {
            if let end = buffer[searched..<unread.upperBound].firstIndex(of: 0x0A) {
                let line = take(upTo: end, next: end + 1)
                if isInSkippedLine {
                    isInSkippedLine = false
                    searched = unread.lowerBound
                    continue
                }
                guard line.count <= maximumLineLength else { throw tooLong() }
                return line
            }
            searched = unread.upperBound
            if isAtEnd {
                if unread.isEmpty || isInSkippedLine { return nil }
                let line = take(upTo: searched, next: searched)
                guard line.count <= maximumLineLength else { throw tooLong() }
                return line
            }
            if isInSkippedLine {
                unread = searched..<searched
            } else if unread.count > maximumLineLength {
                unread = searched..<searched
                isInSkippedLine = true
                line += 1
                throw tooLong()
            }
            searched -= try fill()
        }
    }

    /// The error for the current line.
    private func tooLong() -> JSONError {
        JSONError("a line has more than \(maximumLineLength) bytes", line: line, column: 1)
    }

    private mutating func take(upTo end: Int, next: Int) -> Range<Int> {
        defer { unread = next..<unread.upperBound }
        // A skipped line is not counted at its end, because it was counted when it was found to be
        // too long.
        if !isInSkippedLine { line += 1 }
        return unread.lowerBound..<end
    }

    /// Reads more bytes after the unread ones.
    ///
    /// - Returns: The distance by which the unread bytes were moved toward the start of the buffer.
    private mutating func fill() throws -> Int {
        let moved = unread.lowerBound
        if moved > 0 {
            buffer.replaceSubrange(0..<unread.count, with: Array(buffer[unread]))
            unread = 0..<unread.count
        }
        if unread.upperBound == buffer.count {
            buffer.append(contentsOf: repeatElement(0, count: buffer.count))
        }
        let count = try buffer.withUnsafeMutableBytes { bytes in
            try source(UnsafeMutableRawBufferPointer(rebasing: bytes[unread.upperBound...]))
        }
        isAtEnd = count <= 0
        unread = 0..<min(unread.upperBound + max(count, 0), buffer.count)
        return moved
    }
}
