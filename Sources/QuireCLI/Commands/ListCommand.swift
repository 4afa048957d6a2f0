import Fleece
import Foundation
import Quire
import QuireFormats

/// The command `quire ls`.
enum ListCommand: Command {
    static let help = CommandHelp(
        name: "ls",
        summary: "List the documents of a collection",
        discussion: [
            "Prints one document ID per line, in the order in which the documents were created. "
                + "With --long, prints more columns."
        ],
        operands: [
            .database,
            OperandSpecification(
                "PATTERN", .optional, help: "an ID pattern: * matches any characters, ? any one"),
        ],
        options: [
            CollectionOption.option,
            .flag("long", letter: "l", "also print revision, sequence, size and expiration date"),
            .value("limit", "N", letter: "n", help: "print at most N documents"),
            .value("offset", "N", help: "skip the first N documents"),
            RowFormat.option, RowFormat.jsonOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire ls hotels.cblite2 'hotel-1*' --limit 2", "hotel-1\nhotel-10"),
            CommandHelp.Example("quire ls hotels.cblite2 --long"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let pattern = arguments.optionalOperand("PATTERN").map(Glob.init)
        let isLong = arguments.has("long")
        var rest = try arguments.count("limit") ?? .max
        var skipped = try arguments.count("offset") ?? 0
        let isPlain = !isLong && !arguments.has("format") && !arguments.has("json")
        let format = try isPlain ? .tsv : RowFormat.chosen(arguments, console)
        var writer = format.writer(
            isLong ? ["id", "revision", "sequence", "bytes", "expires"] : ["id"], console)
        try DatabaseAccess.read(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            do {
                try collection.forEachRecord(onDamage: { id, error in
                    console.note("quire ls: \(error.message)")
                }) { document in
                    guard pattern?.matches(document.id) ?? true else { return }
                    if skipped > 0 {
                        skipped -= 1
                        return
                    }
                    guard rest > 0 else { throw Enough() }
                    rest -= 1
                    if document.flags.contains(.conflicted) {
                        console.note(
                            "quire ls: document \(document.id.debugDescription) has a conflict "
                                + "that is not resolved")
                    }
                    var row = [Cell.text(document.id)]
                    if isLong { row += try details(document, collection) }
                    try writer.write(row)
                }
            } catch is Enough {}
        }
        try writer.finish()
    }

    /// An error that stops the enumeration early.
    private struct Enough: Error {}

    private static func details(
        _ document: DocumentRecord, _ collection: any DocumentStore
    ) throws -> [Cell] {
        let expiration = try collection.expiration(of: document.id)
        return [
            .text("\(document.revisionID)"), Cell(document.sequence),
            Cell(document.body.storage.count),
            Cell(expiration.flatMap(DocumentDate.string(from:))),
        ]
    }
}
