import Fleece

/// Documents as JSON lines.
struct JSONLinesSource: RecordSource {
    private var lines: JSONLines

    init(_ input: any ByteInput) {
        lines = JSONLines { try input.read(into: $0) }
    }

    var line: Int { lines.line }

    mutating func readNext(into writer: FleeceWriter) throws -> Bool {
        do {
            return try lines.readNext(into: writer)
        } catch let error as JSONError {
            throw RecordError(error)
        }
    }
}
