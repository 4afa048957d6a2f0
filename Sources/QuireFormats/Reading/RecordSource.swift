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

/// The limits of all formats, so that a damaged file cannot exhaust the memory.
enum RecordLimits {
    /// The maximum number of bytes of a record.
    static let size = 256 << 20
    /// The maximum number of columns.
    static let columns = 65_536
}
