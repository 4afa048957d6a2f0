import Fleece
import Quire
import QuireFormats

/// The command `quire get`.
enum GetCommand: Command {
    static let help = CommandHelp(
        name: "get",
        summary: "Print documents as JSON",
        discussion: [
            "Prints each document on a line, or indented on a terminal, in the order of the IDs. "
                + "If a document is missing, prints an error message, and the exit status is 1."
        ],
        operands: [.database, OperandSpecification("ID", .oneOrMore, "the documents' IDs")],
        options: [
            CollectionOption.option,
            .flag("meta", letter: "m", "include _id, _rev and _sequence"),
            .flag("pretty", letter: "p", "indent the JSON"),
            ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire get hotels.cblite2 hotel-2",
                #"{"city":"Bergen","name":"Grand","room_rate":240,"type":"hotel"}"#)
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let isPretty = arguments.has("pretty") || console.terminals.output
        let writer = JSONWriter(format: DocumentJSON.format)
        var isComplete = true
        try DatabaseAccess.read(arguments, console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            for id in arguments.operands("ID") {
                guard let document = try collection.record(id: id) else {
                    console.note("quire get: there is no document \(id.debugDescription)")
                    isComplete = false
                    continue
                }
                let own = arguments.has("meta") ? meta(document) : []
                let line = try DocumentJSON.line(own, document.body, writer)
                try console.print(isPretty ? JSONLayout.pretty(line) : line)
            }
        }
        if !isComplete { throw Failure.reported }
    }

    private static func meta(_ document: DocumentRecord) -> [(key: String, json: String)] {
        [
            (DocumentJSON.idKey, JSONNode.quoted(document.id)),
            ("_rev", JSONNode.quoted("\(document.revisionID)")),
            ("_sequence", "\(document.sequence)"),
        ]
    }
}
