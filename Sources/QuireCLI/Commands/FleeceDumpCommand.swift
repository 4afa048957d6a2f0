/// The command `quire fleece dump`.
enum FleeceDumpCommand: Command {
    static let help = CommandHelp(
        name: "fleece dump",
        summary: "Print an annotated dump of Fleece data",
        discussion: [
            "Reads documents as lines of hexadecimal digits from standard input, or one document "
                + "from a binary file. Each line of the dump contains an offset, the bytes and "
                + "their meaning; -> is a pointer to an offset. Damaged data is marked."
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
        try FleeceInput.forEach(arguments, console: console) { bytes, _ in
            if !isFirst { try console.print("") }
            isFirst = false
            for line in FleeceDump.lines(bytes) { try console.print(line) }
        }
    }
}
