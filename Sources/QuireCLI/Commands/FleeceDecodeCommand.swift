import Fleece
import QuireFormats

/// The command `quire fleece decode`.
enum FleeceDecodeCommand: Command {
    static let help = CommandHelp(
        name: "fleece decode",
        summary: "Decode Fleece to JSON",
        discussion: [
            "Reads documents as lines of hexadecimal digits from standard input, or one document "
                + "from a binary file. Prints each as a line of JSON with its keys in stored "
                + "order. Documents with shared keys are rejected: only their database has the keys."
        ],
        operands: [FleeceInput.operand],
        options: [.flag("sorted", "sort the keys by their UTF-8 bytes")],
        examples: [
            CommandHelp.Example(
                "echo 43666f6f70018003007b8003 | quire fleece decode", #"{"foo":123}"#)
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = JSONFormat(sortsKeys: arguments.has("sorted"), writesInfinityAsNull: true)
        let writer = JSONWriter(format: format)
        try FleeceInput.forEach(arguments, console: console) { bytes, location in
            writer.removeAll()
            do {
                let storage = try bytes.withUnsafeBytes { try FleeceStorage(validating: $0) }
                guard let root = storage.root else { throw Failure("\(location): no value found") }
                if let number = numberedKey(in: root) {
                    throw Failure(
                        "\(location): the shared key \(number) can be resolved only in its database"
                    )
                }
                try writer.write(root)
            } catch let error as FleeceError {
                throw Failure("\(location): \(error.message)")
            } catch let error as JSONError {
                throw Failure("\(location): \(error)")
            }
            try console.print(writer.text)
        }
    }

    /// Finds a numeric key; uses an explicit stack because values can be nested deeply.
    private static func numberedKey(in root: FleeceValue) -> Int? {
        var waiting = [root]
        while let value = waiting.popLast() {
            if let dictionary = value.dictionary {
                for (key, value) in dictionary.storedPairs {
                    if case .number(let number) = key { return number }
                    waiting.append(value)
                }
            } else if let array = value.array {
                waiting += array
            }
        }
        return nil
    }
}
