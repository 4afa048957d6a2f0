/// The formats of files that contain documents.
package enum RecordFormat: String, CaseIterable, Sendable {
    /// One JSON object per line.
    case jsonl
    /// A JSON array, or concatenated objects.
    case json
    /// Comma-separated values, or values separated by another character.
    case csv
    /// Tab-separated values, quoted as in CSV.
    case tsv

    /// Determines the format from a file name, ignoring the ending `.gz`; the default is JSON lines.
    package init(path: String) {
        var endings = path.split(separator: ".").map { $0.lowercased() }
        if endings.last == "gz" { endings.removeLast() }
        switch endings.last {
        case "ndjson"?: self = .jsonl
        case "tab"?: self = .tsv
        case let ending: self = ending.flatMap(RecordFormat.init(rawValue:)) ?? .jsonl
        }
    }

    /// Returns a source of documents for the format.
    ///
    /// - Parameters:
    ///   - input: The text, which can be compressed by gzip.
    ///   - delimiter: The character between fields; `nil` for that of the format.
    /// - Returns: The documents.
    /// - Throws: An error of the input, or ``FormatError`` if it is compressed and the package was
    ///   built without zlib.
    package func source(
        _ input: any ByteInput, delimiter: UInt8? = nil
    ) throws -> any RecordSource {
        let input = try CompressedInput.decompressing(input)
        return switch self {
        case .jsonl: JSONLinesSource(input)
        case .json: JSONTextsSource(input)
        case .csv: CSVSource(input, delimiter: delimiter ?? UInt8(ascii: ","))
        case .tsv: CSVSource(input, delimiter: delimiter ?? UInt8(ascii: "\t"))
        }
    }
}
