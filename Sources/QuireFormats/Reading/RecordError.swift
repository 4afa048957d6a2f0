package import Fleece

/// An error for an invalid record of a file.
///
/// The records after it can be read.
///
/// ```swift
/// while true {
///     do {
///         guard let record = try reader.next() else { break }
///         print(record.line)
///     } catch let error as RecordError {
///         print("skipped", error)
///     }
/// }
/// ```
public struct RecordError: Error, Hashable, Sendable {
    /// The line number, starting at 1.
    public let line: Int

    /// The column in Unicode scalars, starting at 1, or `nil` if the error concerns the whole record.
    public let column: Int?

    /// A description of the error: a phrase without a period.
    public let message: String

    package init(line: Int, column: Int? = nil, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// Creates an error for a JSON text that begins at a line and column.
    package init(_ error: JSONError, from line: Int = 1, column: Int = 1) {
        let isOnFirstLine = error.line <= 1
        self.init(
            line: isOnFirstLine ? line : line + error.line - 1,
            column: error.column > 0 ? error.column + (isOnFirstLine ? column - 1 : 0) : nil,
            error.message)
    }
}

extension RecordError: CustomStringConvertible {
    /// The line, the column if it is known, and the message.
    public var description: String {
        "line \(line)\(column.map { ", column \($0)" } ?? ""): \(message)"
    }
}
