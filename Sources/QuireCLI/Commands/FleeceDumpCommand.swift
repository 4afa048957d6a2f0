/// The command `quire fleece dump`.
enum FleeceDumpCommand: Command {
    static let help = CommandHelp(
        name: "fleece dump",
        summary: "tell of each byte of Fleece what it is",
        discussion: [
            "Standard input has a document of hexadecimal digits a line, a file has the bytes of one. "
                + "A line of the dump has the offset, the bytes, and what they are; -> leads to the "
                + "offset of a value. What is damaged is told as such."
        ],
        operands: [FleeceInput.operand],
        examples: [
            CommandHelp.Example(
                "echo 43666f6f70018003007b8003 | quire fleece dump",
                """
                0000  43 66 6f 6f                 string "foo"
                0004  70 01                       dictionary, 1 pair
                0006  80 03                       . key -> 0000
                0008  00 7b                       . value 123
                000a  80 03                       root -> 0004
                """)
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        var isFirst = true
        try FleeceInput.forEach(arguments, console) { bytes, _ in
            if !isFirst { try console.print("") }
            isFirst = false
            for line in FleeceDump.lines(bytes) { try console.print(line) }
        }
    }
}
