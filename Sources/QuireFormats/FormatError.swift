/// An error that ends the reading or writing of a file, such as an unterminated array.
///
/// ```swift
/// do {
///     while let record = try reader.next() { print(record.line) }
/// } catch let error as FormatError {
///     print("The rest of the file cannot be read:", error)
/// }
/// ```
public struct FormatError: Error, Hashable, Sendable {
    /// The line number, starting at 1, or `nil` if the error does not concern a line.
    public let line: Int?

    /// The column in Unicode scalars, starting at 1, or `nil` if it is unknown.
    public let column: Int?

    /// A description of the error: a phrase without a period.
    public let message: String

    package init(_ message: String, line: Int? = nil, column: Int? = nil) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension FormatError: CustomStringConvertible {
    /// The message, after the line and the column if they are known.
    public var description: String {
        guard let line else { return message }
        return "line \(line)\(column.map { ", column \($0)" } ?? ""): \(message)"
    }
}
