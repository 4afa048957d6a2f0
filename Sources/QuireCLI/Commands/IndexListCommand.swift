import Quire
import QuireFormats
import QuireInspection

/// The command `quire index ls`.
enum IndexListCommand: Command {
    static let help = CommandHelp(
        name: "index ls",
        summary: "List the indexes of a database",
        discussion: [
            "For an array index, the column arrays contains the path of the indexed arrays; for an index "
                + "of vectors, the column vectors contains their dimensions and the metric. A bundle is not "
                + "upgraded."
        ],
        operands: [.database],
        options: [
            .value(
                "collection", "NAME", letter: "c",
                help: "list only this collection, as collection or scope.collection"),
            RowFormat.option, RowFormat.jsonOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire index create hotels.cblite2 byCity city && "
                    + "quire index ls hotels.cblite2 --format table",
                """
                collection  name    kind   arrays  expression  condition  vectors
                ----------  ------  -----  ------  ----------  ---------  -------
                _default    byCity  value          city
                """),
            CommandHelp.Example("quire index ls hotels.cblite2 --json", "[]"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = try RowFormat.chosen(arguments, console)
        let wanted = arguments.value("collection")
        let indexes = try indexes(arguments, console, ofCollection: wanted).filter {
            wanted == nil || $0.collection == wanted
        }
        var writer = format.writer(
            ["collection", "name", "kind", "arrays", "expression", "condition", "vectors"],
            console)
        for index in indexes.sorted(by: { $0.collection < $1.collection }) {
            try writer.write([
                .text(index.collection), .text(index.name), .text(index.kind), Cell(index.arrays),
                .text(index.expression), Cell(index.condition), Cell(index.vectors),
            ])
        }
        try writer.finish()
    }

    /// Returns the indexes of a database.
    ///
    /// - Throws: ``Failure`` if the collection does not exist.
    private static func indexes(
        _ arguments: Arguments, _ console: Console, ofCollection wanted: String?
    ) throws -> [BundleSummary.Index] {
        func check(_ collections: [String], of database: String) throws {
            guard let wanted, !collections.contains(wanted) else { return }
            throw Failure("there is no collection \(wanted) in database \(database)")
        }
        let location = try DatabaseLocation(arguments, console: console)
        guard case .bundle(let bundle) = location else {
            return try DatabaseAccess.read(location, console: console) { database in
                let collections = try database.stores().map { CollectionOption.name(of: $0) }
                try check(collections, of: database.name)
                return try BundleSummary.Index.list(database)
            }
        }
        // The list of a bundle can contain indexes that Quire does not support.
        let reader = try bundle.reader()
        try check(reader.collectionNames(), of: bundle.name)
        return try BundleSummary.Index.list(reader)
    }
}
