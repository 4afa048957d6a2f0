import Foundation
import Quire
import QuireFormats

/// The command `quire revisions`.
enum RevisionsCommand: Command {
    static let help = CommandHelp(
        name: "revisions",
        summary: "List the known revisions of a document",
        discussion: [
            "Prints a row for each revision, the current one first: its ID, the time of the edit and "
                + "its author, if the ID contains them, and its state. The author * is this database; "
                + "others are known by an ID. A tombstone also has revisions."
        ],
        operands: [.database, OperandSpecification("ID", "the document's ID")],
        options: [
            CollectionOption.option, RowFormat.option, RowFormat.jsonOption,
            ServerDatabase.schemaNameOption,
        ],
        examples: [CommandHelp.Example("quire revisions hotels.cblite2 hotel-2 --format table")])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = try RowFormat.chosen(arguments, console)
        var writer = format.writer(
            ["revision", "time", "author", "sequence", "state", "remotes", "body"], console)
        let id = arguments.operand("ID")
        try DatabaseAccess.read(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let revisions = try collection.revisions(of: id)
            guard !revisions.isEmpty else { throw collection.missingDocument(id) }
            for (index, revision) in revisions.enumerated() {
                try writer.write(row(revision, isCurrent: index == 0))
            }
        }
        try writer.finish()
    }

    private static func row(_ revision: StoredRevision, isCurrent: Bool) -> [Cell] {
        let text = "\(revision.revisionID)"
        let mark = text.lastIndex(of: "@")
        var states = isCurrent ? ["current"] : []
        if revision.isDeletion == true { states.append("deleted") }
        if revision.isConflicting { states.append("conflict") }
        let body = try? revision.content.get()
        return [
            .text(text), Cell(revision.revisionID.date.flatMap(DocumentDate.string(from:))),
            Cell(mark.map { String(text[text.index(after: $0)...]) }),
            revision.sequence.map { Cell($0) } ?? .missing,
            states.isEmpty ? .missing : .text(states.joined(separator: ", ")),
            revision.remotes.isEmpty
                ? .missing : .text(revision.remotes.map(String.init).joined(separator: ", ")),
            Cell(body?.value),
        ]
    }
}
