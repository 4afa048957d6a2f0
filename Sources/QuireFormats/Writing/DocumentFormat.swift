package import Fleece

/// The formats in which documents can be written.
///
/// Each document contains its ID under the key `_id`.
package enum DocumentFormat: String, CaseIterable, Sendable {
    /// A JSON object per line.
    case jsonl
    /// A JSON array.
    case json
    /// Comma-separated values, with the keys of all documents in the first line.
    case csv
    /// Tab-separated values, quoted as in CSV.
    case tsv
    /// A table in GitHub Flavored Markdown.
    case markdown

    /// A function that calls a closure with the ID and the body of each document.
    package typealias Enumeration = ((String, FleeceDictionary) throws -> Void) throws -> Void

    /// Writes documents.
    ///
    /// - Parameters:
    ///   - output: The destination.
    ///   - forEach: A function that enumerates the documents. A format with columns calls it twice,
    ///     first to find all keys.
    /// - Throws: Errors of the closure and of the output, or ``FormatError`` if a document contains
    ///   a string that is not UTF-8.
    package func write(to output: any ByteOutput, forEach: Enumeration) throws {
        let writer = JSONWriter(format: DocumentJSON.format)
        switch self {
        case .jsonl:
            try forEach { id, body in
                try output.print(Self.line(id: id, body: body, writer: writer))
            }
        case .json:
            var array = JSONArrayOutput(output)
            try forEach { id, body in try array.write(Self.line(id: id, body: body, writer: writer))
            }
            try array.finish()
        case .csv, .tsv, .markdown:
            var columns = DocumentColumns()
            try forEach { _, body in columns.add(body) }
            var writer = rowWriter(columns.titles, output)
            try forEach { id, body in try writer.write(columns.row(id: id, body)) }
            try writer.finish()
        }
    }

    /// Returns a writer for rows in this format.
    ///
    /// - Parameters:
    ///   - titles: The names of the columns.
    ///   - output: The destination.
    /// - Returns: The writer.
    package func rowWriter(_ titles: [String], _ output: any ByteOutput) -> any RowWriter {
        switch self {
        case .jsonl: JSONLinesWriter(titles, output)
        case .json: JSONArrayWriter(titles, output)
        case .csv: CSVWriter(titles, output)
        case .tsv: CSVWriter(titles, output, delimiter: "\t")
        case .markdown: MarkdownWriter(titles, output)
        }
    }

    private static func line(
        id: String, body: FleeceDictionary, writer: JSONWriter
    ) throws -> String {
        do {
            return try DocumentJSON.line(
                [(DocumentJSON.idKey, JSONNode.quoted(id))], followedBy: body, writer: writer)
        } catch let error as JSONError {
            throw FormatError("document \(id.debugDescription) is not JSON: \(error)")
        }
    }
}
