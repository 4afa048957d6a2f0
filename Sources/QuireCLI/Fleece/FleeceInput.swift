/// Fleece as commands take it: a file of bytes, or lines of hexadecimal digits.
enum FleeceInput {
    /// The operand that names the file.
    static let operand = OperandSpecification("FILE", .optional, "a file of one Fleece document")

    /// Calls a closure with each document, and what to call it.
    static func forEach(
        _ arguments: Arguments, _ console: Console, _ body: ([UInt8], String) throws -> Void
    ) throws {
        if let path = arguments.optionalOperand("FILE") {
            return try body(FileInput(path: path).readBytes(), path)
        }
        var lines = LineReader(console.input)
        while let line = try lines.next() {
            guard let bytes = Hexadecimal.bytes(String(decoding: line, as: UTF8.self)) else {
                throw Failure("line \(lines.line): there is more than pairs of hexadecimal digits")
            }
            try body(bytes, "line \(lines.line)")
        }
    }
}
