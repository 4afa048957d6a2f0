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
                + "If a document is missing, prints an error message, and the exit status is 1.",
            DocumentIDs.remark,
        ],
        operands: [.database, DocumentIDs.operand],
        options: [
            CollectionOption.option,
            .flag("meta", letter: "m", "include _id, _rev and _sequence"),
            .flag("pretty", letter: "p", "indent the JSON"),
            .flag("raw", "include attachments of Sync Gateway that are no blobs (_attachments)"),
            ColorChoice.option,
            ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire get hotels.cblite2 hotel-2",
                #"{"city":"Bergen","name":"Grand","room_rate":240,"type":"hotel"}"#)
        ])

    private static let attachmentsKey = "_attachments"

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let isPretty = arguments.has("pretty") || console.terminals.output
        let writer = JSONWriter(format: DocumentJSON.format)
        var isComplete = true
        console.chooseColor(arguments)
        let ids = try DocumentIDs.read(arguments, console)
        let output = console.jsonOutput
        try DatabaseAccess.read(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            for id in ids {
                guard let document = try collection.record(id: id) else {
                    console.note("quire get: there is no document \(id.debugDescription)")
                    isComplete = false
                    continue
                }
                let own = arguments.has("meta") ? meta(document) : []
                let line = try DocumentJSON.line(
                    own, followedBy: document.body, writer: writer,
                    hiding: arguments.has("raw") ? [] : [attachmentsKey]
                )
                try output.print(isPretty ? JSONLayout.pretty(line) : line)
            }
            try output.flush()
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
