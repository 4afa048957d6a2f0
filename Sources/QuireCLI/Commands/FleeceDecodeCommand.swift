import Fleece

/// The command `quire fleece decode`.
enum FleeceDecodeCommand: Command {
    static let help = CommandHelp(
        name: "fleece decode",
        summary: "turn Fleece into JSON",
        discussion: [
            "Standard input has a document of hexadecimal digits a line, a file has the bytes of one. "
                + "Of each comes a line of JSON, its keys in the order in which they lie. Keys that "
                + "are numbers belong to a database's table, and are refused."
        ],
        operands: [FleeceInput.operand],
        options: [.flag("sorted", "sort the keys by their bytes")],
        examples: [
            CommandHelp.Example(
                "echo 43666f6f70018003007b8003 | quire fleece decode", #"{"foo":123}"#)
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = JSONFormat(sortsKeys: arguments.has("sorted"), writesInfinityAsNull: true)
        let writer = JSONWriter(format: format)
        try FleeceInput.forEach(arguments, console) { bytes, place in
            writer.removeAll()
            do {
                let storage = try bytes.withUnsafeBytes { try FleeceStorage(validating: $0) }
                guard let root = storage.root else { throw Failure("\(place): there is no value") }
                if let number = numberedKey(in: root) {
                    throw Failure(
                        "\(place): it has the key number \(number), which only its database knows")
                }
                try writer.write(root)
            } catch let error as FleeceError {
                throw Failure("\(place): \(error.message)")
            } catch let error as JSONError {
                throw Failure("\(place): \(error)")
            }
            try console.print(writer.text)
        }
    }

    /// Finds a key that is a number, with a stack of its own: values can be nested deeply.
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
