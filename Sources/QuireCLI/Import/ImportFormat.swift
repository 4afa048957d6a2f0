/// The formats of files to import.
enum ImportFormat: String, CaseIterable {
    /// One JSON object per line.
    case jsonl
    /// A JSON array, or concatenated objects.
    case json
    /// Comma-separated values.
    case csv

    /// The option for the format.
    static let option = OptionSpecification.value(
        "format", "FORMAT", letter: "f", choices: allCases.map(\.rawValue),
        "the format of the files (default: by file name extension)")

    /// Determines the format from a file name; the default is JSON lines.
    init(path: String) {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        self = ImportFormat(rawValue: ending) ?? .jsonl
    }

    /// Returns a source of documents for the format.
    func source(_ input: any ByteInput) -> any RecordSource {
        switch self {
        case .jsonl: JSONLinesSource(input)
        case .json: JSONTextsSource(input)
        case .csv: CSVSource(input)
        }
    }
}

/// An input that counts the bytes read.
final class CountingInput: ByteInput {
    private let input: any ByteInput
    /// The number of bytes read.
    private(set) var count = 0

    init(_ input: any ByteInput) {
        self.input = input
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try input.read(into: buffer)
        count += read
        return read
    }
}
