import Fleece
import QuireFormats

/// The command `quire fleece encode`.
enum FleeceEncodeCommand: Command {
    static let help = CommandHelp(
        name: "fleece encode",
        summary: "Encode JSON as Fleece",
        discussion: [
            "Reads JSON values from standard input, one per line, and prints each as a line of "
                + "lowercase hexadecimal digits. With FILE, encodes the JSON value in the file and "
                + "prints raw bytes. Keys are encoded as strings, because there are no shared keys."
        ],
        operands: [
            OperandSpecification("FILE", .optional, help: "a file that contains one JSON value")
        ],
        examples: [
            CommandHelp.Example(
                #"echo '{"foo":123}' | quire fleece encode"#, "43666f6f70018003007b8003")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let writer = FleeceWriter()
        if let path = arguments.optionalOperand("FILE") {
            if console.terminals.output {
                throw Failure("Fleece is binary; redirect the output to a file or another program")
            }
            let text = try FileInput(path: path).readAll()
            try encode(Array(text.utf8), with: writer, at: path) { try console.output.write($0) }
            return
        }
        var lines = LineReader(console.input)
        while let line = try lines.next() {
            try encode(line, with: writer, at: "line \(lines.line)") {
                try console.print(Hexadecimal.text($0))
            }
        }
    }

    private static func encode(
        _ text: [UInt8], with writer: FleeceWriter, at location: String,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        writer.reset()
        do {
            try text.withUnsafeBytes { try JSONReader.read($0, into: writer) }
            try writer.withFinishedBytes(body)
        } catch let error as JSONError {
            throw Failure("\(location): \(error.message), column \(error.column)")
        } catch let error as FleeceError {
            throw Failure("\(location): \(error.message)")
        }
    }
}
