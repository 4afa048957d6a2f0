import Quire
import QuireInspection

/// The command `quire index ls`.
enum IndexListCommand: Command {
    static let help = CommandHelp(
        name: "index ls",
        summary: "List the indexes of a database",
        discussion: [
            "For an array index, the column arrays contains the path of the indexed arrays. The "
                + "database is not upgraded."
        ],
        operands: [.database],
        options: [
            .value(
                "collection", "NAME", letter: "c",
                "list only this collection, as collection or scope.collection"),
            RowFormat.option, RowFormat.jsonOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire index create hotels.cblite2 byCity city && "
                    + "quire index ls hotels.cblite2 --format table",
                """
                collection  name    kind   arrays  expression  condition
                ----------  ------  -----  ------  ----------  ---------
                _default    byCity  value          city
                """),
            CommandHelp.Example("quire index ls hotels.cblite2 --json", "[]"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = try RowFormat.chosen(arguments, console)
        let bundle = try BundlePath(arguments.operand("DB"))
        try bundle.checkExists()
        let reader = try BundleReader(path: bundle.path)
        let wanted = arguments.value("collection")
        if let wanted, try !reader.collectionNames().contains(wanted) {
            throw Failure("there is no collection \(wanted) in database \(bundle.name)")
        }
        let indexes = try BundleSummary.Index.list(reader).filter {
            wanted == nil || $0.collection == wanted
        }
        var writer = format.writer(
            ["collection", "name", "kind", "arrays", "expression", "condition"], console)
        for index in indexes.sorted(by: { $0.collection < $1.collection }) {
            try writer.write([
                .text(index.collection), .text(index.name), .text(index.kind), Cell(index.arrays),
                .text(index.expression), Cell(index.condition),
            ])
        }
        try writer.finish()
    }
}
