import Fleece
import Quire

/// The command `quire get`.
enum GetCommand: Command {
    static let help = CommandHelp(
        name: "get",
        summary: "print documents as JSON",
        discussion: [
            "Each document is a line, in the order of the IDs; on a terminal it is laid out in "
                + "several. One that is not there is told on standard error, and makes the exit code 1."
        ],
        operands: [.database, OperandSpecification("ID", .oneOrMore, "the documents' IDs")],
        options: [
            CollectionOption.option,
            .flag("meta", letter: "m", "with _id, _rev and _sequence before the properties"),
            .flag("pretty", letter: "p", "lay each document out in several lines"),
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
        try DatabaseAccess.read(arguments.operand("DB"), console) { database in
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
