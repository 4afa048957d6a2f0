import Fleece
import Foundation
import Quire
import QuireFormats

/// The command `quire put`.
enum PutCommand: Command {
    static let help = CommandHelp(
        name: "put",
        summary: "Save a document",
        discussion: [
            "The document is a JSON object, given as an argument or on standard input. An existing "
                + "document is replaced. Prints the ID of the new revision."
        ],
        operands: [
            .database, OperandSpecification("ID", "the document's ID"),
            OperandSpecification(
                "JSON", .optional, help: "the document, or - for standard input (default)"),
        ],
        options: [
            CollectionOption.option,
            .flag("new", "fail if the document already exists"),
            .value("revision", "REV", help: "fail unless REV is the current revision"),
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(#"quire put hotels.cblite2 note '{"text":"call the Grand"}'"#),
            CommandHelp.Example("echo '{\"stars\":4}' | quire put hotels.cblite2 stars --new"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        guard !arguments.has("new") || !arguments.has("revision") else {
            throw UsageError("--new and --revision are mutually exclusive")
        }
        let expected = try arguments.value("revision").map { text in
            guard let revision = RevisionID(text) else {
                throw UsageError("\(text.debugDescription) is not a revision ID")
            }
            return revision
        }
        let id = arguments.operand("ID")
        let json = arguments.optionalOperand("JSON")
        let text = try json == nil || json == "-" ? console.input.readAll() : json ?? ""
        let body = try DocumentJSON.read(text, id: id)
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let precondition: RevisionPrecondition =
                arguments.has("new") ? .absent : expected.map { .revision($0) } ?? .any
            let revision = try collection.saveBody(id: id, if: precondition) {
                DocumentJSON.write(body, to: $0)
            }
            try console.print("\(revision)")
        }
    }
}
