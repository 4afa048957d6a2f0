import QuireFormats

/// The options of a command that reads files of documents.
struct FormatOptions {
    /// The option for the format.
    static let option = OptionSpecification.value(
        "format", "FORMAT", letter: "f", choices: RecordFormat.allCases.map(\.rawValue),
        help: "the format of the files (default: by file name extension)")

    static let delimiterOption = OptionSpecification.value(
        "delimiter", "CHARACTER",
        help: "the character between the fields of CSV files, such as ';' or '\\t'")

    static let encodingOption = OptionSpecification.value(
        "encoding", "NAME", choices: RecordEncoding.allCases.map(\.rawValue),
        help: "the encoding of files without a byte order mark (default: utf-8)")

    private let format: RecordFormat?
    private let encoding: RecordEncoding
    private let delimiter: UInt8?

    /// Parses the options.
    ///
    /// - Throws: ``UsageError`` if the delimiter cannot separate fields.
    init(_ arguments: Arguments) throws {
        format = arguments.value(Self.option.name).flatMap(RecordFormat.init(rawValue:))
        encoding =
            arguments.value(Self.encodingOption.name).flatMap(RecordEncoding.init(rawValue:))
            ?? .utf8
        delimiter = try arguments.value(Self.delimiterOption.name).map(Self.delimiter)
        if delimiter != nil, let format, format != .csv, format != .tsv {
            throw UsageError("--delimiter does not apply to \(format.rawValue)")
        }
    }

    private static func delimiter(_ text: String) throws -> UInt8 {
        if text == "\\t" { return UInt8(ascii: "\t") }
        let bytes = Array(text.utf8)
        guard let byte = bytes.first, bytes.count == 1, byte < 0x80,
            !["\"", "\n", "\r"].contains(text)
        else {
            throw UsageError(
                "--delimiter must be an ASCII character that is neither a quote nor the end of a "
                    + "line, not \(text.debugDescription)")
        }
        return byte
    }

    /// Returns the documents of a file.
    ///
    /// - Parameters:
    ///   - input: The contents of the file.
    ///   - path: The path, which determines the format unless an option does.
    /// - Returns: The documents.
    /// - Throws: An error of the input, or `FormatError` if it cannot be decompressed.
    func source(_ input: any ByteInput, path: String) throws -> any RecordSource {
        let byPath = RecordFormat(path: path)
        // A delimiter without a format is for CSV.
        let format = format ?? (delimiter != nil && byPath != .tsv ? .csv : byPath)
        return try format.source(input, encoding: encoding, delimiter: delimiter)
    }
}
