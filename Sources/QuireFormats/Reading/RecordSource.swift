package import Fleece
package import QuireDocuments

/// A source of documents that keeps only one document in memory.
package protocol RecordSource {
    /// The first line of the last document, from 1.
    var line: Int { get }

    /// The kind of text in which the values of the source are written.
    var sourceText: SourceText { get }

    /// Reads the next document and writes it as a value.
    ///
    /// - Parameters:
    ///   - writer: An empty writer.
    ///   - keepsNumbers: Whether numbers are written as data that contains their text, as ``sourceText``
    ///     describes.
    /// - Returns: `false` at the end.
    /// - Throws: ``RecordError`` if the document is invalid but the documents after it can be read; the
    ///   caller must discard the partial contents of the writer. ``FormatError`` otherwise.
    mutating func readNext(into writer: FleeceWriter, keepsNumbers: Bool) throws -> Bool
}

extension RecordSource {
    package var sourceText: SourceText { .json }

    /// Reads the next document and writes it as a value with numbers.
    package mutating func readNext(into writer: FleeceWriter) throws -> Bool {
        try readNext(into: writer, keepsNumbers: false)
    }
}

/// The limits of all formats, so that a damaged file cannot exhaust the memory.
enum RecordLimits {
    /// The maximum number of bytes of a record.
    static let size = 256 << 20
    /// The maximum number of columns.
    static let columns = 65_536
}
