import Fleece

/// The command `quire fleece encode`.
enum FleeceEncodeCommand: Command {
    static let help = CommandHelp(
        name: "fleece encode",
        summary: "turn JSON into Fleece",
        discussion: [
            "Standard input has a JSON text a line; of each comes a line of lower-case hexadecimal "
                + "digits. A file has one JSON text, of which the bytes themselves come. Keys are "
                + "written as text, since there is no table of shared keys."
        ],
        operands: [OperandSpecification("FILE", .optional, "a file of one JSON text")],
        examples: [
            CommandHelp.Example(
                #"echo '{"foo":123}' | quire fleece encode"#, "43666f6f70018003007b8003")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let writer = FleeceWriter()
        if let path = arguments.optionalOperand("FILE") {
            if console.terminals.output {
                throw Failure("Fleece is no text; send it to a file or another program")
            }
            let text = try FileInput(path: path).readAll()
            try encode(Array(text.utf8), writer, path) { try console.output.write($0) }
            return
        }
        var lines = LineReader(console.input)
        while let line = try lines.next() {
            try encode(line, writer, "line \(lines.line)") {
                try console.print(Hexadecimal.text($0))
            }
        }
    }

    private static func encode(
        _ text: [UInt8], _ writer: FleeceWriter, _ place: String,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        writer.reset()
        do {
            try text.withUnsafeBytes { try JSONReader.read($0, into: writer) }
            try writer.withFinishedBytes(body)
        } catch let error as JSONError {
            throw Failure("\(place): \(error.message), in column \(error.column)")
        } catch let error as FleeceError {
            throw Failure("\(place): \(error.message)")
        }
    }
}
