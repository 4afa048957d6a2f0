package import Fleece

/// Documents as JSON lines.
package struct JSONLinesSource: RecordSource {
    private var lines: JSONLines

    package init(_ input: any ByteInput) {
        lines = JSONLines(maximumLineLength: RecordLimits.size) { try input.read(into: $0) }
    }

    package var line: Int { lines.line }

    package mutating func readNext(into writer: FleeceWriter, keepsNumbers: Bool) throws -> Bool {
        do {
            return keepsNumbers
                ? try lines.readNext(keepingNumbersInto: writer) : try lines.readNext(into: writer)
        } catch let error as JSONError {
            throw RecordError(line: error.line, column: error.column, error.message)
        }
    }
}
