/// The forms that documents to import come in.
enum ImportFormat: String, CaseIterable {
    /// A JSON object a line.
    case jsonl
    /// A JSON array, or objects behind one another.
    case json
    /// Comma-separated values.
    case csv

    /// The option that says which.
    static let option = OptionSpecification.value(
        "format", "FORMAT", letter: "f", choices: allCases.map(\.rawValue),
        "the form of the files; by default that of their names")

    /// Finds out the form of a file by its name; a name that does not tell means JSON lines.
    init(path: String) {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        self = ImportFormat(rawValue: ending) ?? .jsonl
    }

    /// Returns what reads the form.
    func source(_ input: any ByteInput) -> any RecordSource {
        switch self {
        case .jsonl: JSONLinesSource(input)
        case .json: JSONTextsSource(input)
        case .csv: CSVSource(input)
        }
    }
}

/// Counts the bytes that are read.
final class CountingInput: ByteInput {
    private let input: any ByteInput
    /// How many bytes were read.
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
