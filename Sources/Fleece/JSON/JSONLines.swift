// JSON lines: one JSON text a line, lines ended by a line feed, the last one perhaps by the end of
// the file. Lines of nothing but white space are skipped.
//
// Example: the file `{"a":1}\n\n[2]` has the texts {"a":1} on line 1 and [2] on line 3.

/// Reads JSON lines from a source of bytes, one text after the other.
///
/// Only the line that is being read is in memory, and what was read ahead: 64 KB or, if that is more,
/// twice the longest line so far.
public struct JSONLines {
    /// Gives the next bytes.
    ///
    /// It fills as much of the buffer as it likes and returns the number of bytes; 0 means that there
    /// are no more.
    public typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

    /// The number of the line that was read last, counted from 1.
    public private(set) var line = 0

    private let source: Source
    private let maximumLineLength: Int
    private var buffer: [UInt8] = []
    /// What was read and not yet used up.
    private var unread = 0..<0
    private var isAtEnd = false
    /// Whether what comes next is the rest of a line that was too long.
    private var isInSkippedLine = false

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - maximumLineLength: How many bytes a line can have.
    ///   - source: Gives the next bytes.
    public init(maximumLineLength: Int = 256 << 20, source: @escaping Source) {
        self.source = source
        self.maximumLineLength = maximumLineLength
        buffer = Array(repeating: 0, count: 64 << 10)
    }

    /// Reads the next text and writes its value.
    ///
    /// After an error in a line, be it that the line is too long, the next call goes on with the line
    /// after it.
    ///
    /// - Parameter writer: The writer that gets the value: as its root, or as an item of the
    ///   collection that is open in it.
    /// - Returns: `false` if there are no more texts.
    /// - Throws: ``JSONError`` with the line in the whole and the column, or what the source throws.
    ///   What was written of the line until then is in the writer; `reset()` forgets it.
    /// - Complexity: O(*n*) in the length of the line.
    public mutating func readNext(into writer: FleeceWriter) throws -> Bool {
        while let range = try nextLine() {
            let isBlank = buffer[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if isBlank { continue }
            let result = buffer.withUnsafeBytes { bytes in
                Result { () throws(JSONError) in
                    try JSONReader.read(
                        UnsafeRawBufferPointer(rebasing: bytes[range]), into: writer)
                }
            }
            if case .failure(let error) = result { throw error.onLine(line) }
            return true
        }
        return false
    }

    /// Goes to the next line and gives where it lies in the buffer, without the line feed.
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

    /// The error for the line that was begun last.
    private func tooLong() -> JSONError {
        JSONError("a line has more than \(maximumLineLength) bytes", line: line, column: 1)
    }

    private mutating func take(upTo end: Int, next: Int) -> Range<Int> {
        defer { unread = next..<unread.upperBound }
        // The end of a skipped line belongs to a line that was counted when it was found too long.
        if !isInSkippedLine { line += 1 }
        return unread.lowerBound..<end
    }

    /// Reads more behind what is unread.
    ///
    /// - Returns: How far the unread bytes were moved to the front.
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
