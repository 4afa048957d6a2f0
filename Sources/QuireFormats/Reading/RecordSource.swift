package import Fleece

/// A source of documents that keeps only one document in memory.
package protocol RecordSource {
    /// The first line of the last document, from 1.
    var line: Int { get }

    /// Reads the next document and writes it as a value.
    ///
    /// - Parameter writer: An empty writer.
    /// - Returns: `false` at the end.
    /// - Throws: ``RecordError`` if the document is invalid but the documents after it can be read; the
    ///   caller must discard the partial contents of the writer. ``FormatError`` otherwise.
    mutating func readNext(into writer: FleeceWriter) throws -> Bool
}

/// An error for an invalid document in a file.
package struct RecordError: Error, Hashable {
    /// The line, from 1.
    package let line: Int
    /// A description of the error: a phrase without a period.
    package let message: String

    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    package init(_ error: JSONError, from line: Int = 1) {
        self.init(
            line: line + max(error.line, 1) - 1, "\(error.message), column \(error.column)")
    }
}
