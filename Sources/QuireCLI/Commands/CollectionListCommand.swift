import Quire
import QuireFormats

/// The command `quire collection ls`.
enum CollectionListCommand: Command {
    static let help = CommandHelp(
        name: "collection ls",
        summary: "List the collections of a database",
        discussion: ["Prints a row for each collection: its name and its number of documents."],
        operands: [.database],
        options: [RowFormat.option, RowFormat.jsonOption, ServerDatabase.schemaNameOption],
        examples: [
            CommandHelp.Example(
                "quire collection ls hotels.cblite2 --format table",
                """
                collection  documents
                ----------  ---------
                _default            4
                """)
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = try RowFormat.chosen(arguments, console)
        var writer = format.writer(["collection", "documents"], console)
        try DatabaseAccess.read(arguments, console: console) { database in
            for store in try database.stores() {
                try writer.write([
                    .text(CollectionOption.name(of: store)), Cell(try store.count()),
                ])
            }
        }
        try writer.finish()
    }
}
