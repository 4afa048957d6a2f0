/// The formats of files that contain records.
///
/// ```swift
/// let reader = try RecordReader(path: path, format: .tsv)
/// ```
public enum RecordFormat: String, CaseIterable, Sendable {
    /// One JSON value per line.
    case jsonl
    /// A JSON array, or concatenated JSON values.
    case json
    /// Comma-separated values, or values separated by another character.
    case csv
    /// Tab-separated values, quoted as in CSV.
    case tsv

    /// Determines the format from a file name, ignoring the ending `.gz`.
    ///
    /// The endings are those of the cases, `.ndjson` and `.tab`; the default is JSON lines.
    ///
    /// ```swift
    /// print(RecordFormat(path: "hotels.csv.gz"))  // csv
    /// ```
    ///
    /// - Parameter path: The name or path of a file.
    public init(path: String) {
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
    ///   - encoding: The encoding of text without a byte order mark.
    ///   - delimiter: The character between fields; `nil` for that of the format.
    /// - Returns: The documents.
    /// - Throws: An error of the input, or ``FormatError`` if it is compressed and the package was
    ///   built without zlib, or in an encoding that cannot be read.
    package func source(
        _ input: any ByteInput, encoding: RecordEncoding = .utf8, delimiter: UInt8? = nil
    ) throws -> any RecordSource {
        let bytes = try CompressedInput.decompressing(input)
        let text = try DecodedInput.decoding(bytes, as: encoding)
        return switch self {
        case .jsonl: JSONLinesSource(LineFeedInput(text, .betweenTexts))
        case .json: JSONTextsSource(LineFeedInput(text, .inTexts))
        case .csv: CSVSource(text, delimiter: delimiter ?? UInt8(ascii: ","))
        case .tsv: CSVSource(text, delimiter: delimiter ?? UInt8(ascii: "\t"))
        }
    }
}
