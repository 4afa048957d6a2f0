import Fleece
import Foundation
import Quire

/// The command `quire put`.
enum PutCommand: Command {
    static let help = CommandHelp(
        name: "put",
        summary: "save a document",
        discussion: [
            "The document is a JSON object, from the command line or from standard input. What is "
                + "stored under the ID is replaced. The new revision's ID is printed."
        ],
        operands: [
            .database, OperandSpecification("ID", "the document's ID"),
            OperandSpecification("JSON", .optional, "the document; standard input if left out"),
        ],
        options: [
            CollectionOption.option,
            .flag("new", "fail if there is such a document already"),
            .value("revision", "REV", "fail unless the document is at this revision"),
            DatabaseAccess.upgradeOption,
        ],
        examples: [
            CommandHelp.Example(#"quire put hotels.cblite2 note '{"text":"call the Grand"}'"#),
            CommandHelp.Example("echo '{\"stars\":4}' | quire put hotels.cblite2 stars --new"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        guard !arguments.has("new") || !arguments.has("revision") else {
            throw UsageError("--new and --revision exclude each other")
        }
        let expected = try arguments.value("revision").map { text in
            guard let revision = RevisionID(text) else {
                throw UsageError("\(text.debugDescription) is no revision's ID")
            }
            return revision
        }
        let id = arguments.operand("ID")
        let text = try arguments.optionalOperand("JSON") ?? console.input.readAll()
        let body = try DocumentJSON.read(text, id: id)
        try DatabaseAccess.write(arguments.operand("DB"), arguments) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let write = { (writer: FleeceWriter) in DocumentJSON.write(body, to: writer) }
            let revision =
                arguments.has("new") || expected != nil
                ? try collection.saveBody(id: id, ifRevision: expected, write: write)
                : try collection.saveBody(id: id, write: write)
            try console.print("\(revision)")
        }
    }
}
