import QuireFormats

/// The document IDs that a command takes, as arguments or on standard input.
enum DocumentIDs {
    /// The operand for the IDs.
    static let operand = OperandSpecification(
        "ID", .oneOrMore, help: "the documents' IDs, or - for the lines of standard input")

    /// A paragraph of the help of commands with the operand.
    static let remark = "If an ID is -, the IDs are read from standard input, one per line."

    /// Returns the IDs.
    ///
    /// - Throws: ``Failure`` or `FormatError` if standard input cannot be read or is not UTF-8.
    static func read(_ arguments: Arguments, _ console: Console) throws -> [String] {
        var ids: [String] = []
        var isRead = false
        for id in arguments.operands(operand.placeholder) {
            guard id == "-" else {
                ids.append(id)
                continue
            }
            if isRead { continue }
            isRead = true
            // A character can consist of a carriage return and a line feed.
            for line in try console.input.readAll().unicodeScalars.split(separator: "\n") {
                let id = String(line.last == "\r" ? line.dropLast() : line)
                if !id.isEmpty { ids.append(id) }
            }
        }
        return ids
    }
}
