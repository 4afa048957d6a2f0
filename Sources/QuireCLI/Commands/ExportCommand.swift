import Fleece
import Quire

/// The command `quire export`.
enum ExportCommand: Command {
    static let help = CommandHelp(
        name: "export",
        summary: "Export all documents of a collection as JSON lines or CSV",
        discussion: [
            "Prints a line for each document, with its ID under _id, so that 'quire import "
                + "--id-key _id' can import it again. JSON lines contain complete documents, except that "
                + "non-finite numbers become null. In CSV, the columns are the keys of all "
                + "documents, and nested values are JSON."
        ],
        operands: [.database],
        options: [
            CollectionOption.option,
            .value("format", "FORMAT", letter: "f", choices: ["jsonl", "csv"], "the format"),
            .value("output", "FILE", letter: "o", "write to FILE instead of standard output"),
            ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire export hotels.cblite2 | head -1",
                #"{"_id":"hotel-1","city":"Bergen","name":"Harbour House","room_rate":121.5,"type":"hotel"}"#
            ),
            CommandHelp.Example("quire export hotels.cblite2 -f csv -o hotels.csv"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try DatabaseAccess.read(arguments, console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let output = try arguments.value("output").map { try FileOutput(path: $0) }
            let target = Console(
                input: console.input, output: output ?? console.output,
                diagnostics: console.diagnostics, environment: console.environment,
                terminals: console.terminals, interruption: console.interruption)
            let showsProgress = output != nil || !console.terminals.output
            let progress = showsProgress ? ProgressBar(console) : nil
            let all = Double(max(try collection.count(), 1))
            var count = 0
            let note = {
                count += 1
                progress?.show(count: count, fraction: min(Double(count) / all, 1))
            }
            defer { progress?.clear() }
            if arguments.value("format") == "csv" {
                try writeCSV(collection, target, note)
            } else {
                try writeLines(collection, target, note)
            }
            try target.output.flush()
        }
    }

    private static func writeLines(
        _ collection: any DocumentStore, _ console: Console, _ note: () -> Void
    ) throws {
        let writer = JSONWriter(format: DocumentJSON.format)
        try collection.forEachRecord { document in
            let id = (DocumentJSON.idKey, JSONNode.quoted(document.id))
            do {
                try console.print(DocumentJSON.line([id], document.body, writer))
            } catch let error as JSONError {
                throw Failure("document \(document.id.debugDescription) is not JSON: \(error)")
            }
            note()
        }
    }

    private static func writeCSV(
        _ collection: any DocumentStore, _ console: Console, _ note: () -> Void
    ) throws {
        var columns = DocumentColumns()
        try collection.forEachRecord { columns.add($0) }
        var writer = CSVWriter(columns.titles, console)
        try collection.forEachRecord { document in
            try writer.write(columns.row(document))
            note()
        }
        try writer.finish()
    }
}
