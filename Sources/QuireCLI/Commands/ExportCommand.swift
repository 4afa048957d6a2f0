import Quire
import QuireFormats

/// The command `quire export`.
enum ExportCommand: Command {
    static let help = CommandHelp(
        name: "export",
        summary: "Export all documents of a collection as JSON, CSV or Markdown",
        discussion: [
            "Prints a line for each document, with its ID under _id, so that 'quire import "
                + "--id-key _id' can import it again. JSON contains complete documents, except that "
                + "non-finite numbers become null. In CSV, TSV and Markdown, the columns are the keys "
                + "of all documents, and nested values are JSON."
        ],
        operands: [.database],
        options: [
            CollectionOption.option,
            .value(
                "format", "FORMAT", letter: "f",
                choices: DocumentFormat.allCases.map(\.rawValue),
                "the format (default: by the extension of FILE, or jsonl)"),
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
            let target = output ?? console.output
            let showsProgress = output != nil || !console.terminals.output
            let progress = showsProgress ? ProgressBar(console) : nil
            let all = Double(max(try collection.count(), 1))
            var count = 0
            let note = {
                count += 1
                progress?.show(count: count, fraction: min(Double(count) / all, 1))
            }
            defer { progress?.clear() }
            try format(arguments).write(to: target) { body in
                try collection.forEachRecord { document in
                    try body(document.id, document.body)
                    note()
                }
            }
            try target.flush()
        }
    }

    private static func format(_ arguments: Arguments) -> DocumentFormat {
        if let name = arguments.value("format") { return DocumentFormat(rawValue: name) ?? .jsonl }
        let ending = arguments.value("output")?.split(separator: ".").last?.lowercased()
        return ending == "md" ? .markdown : ending.flatMap(DocumentFormat.init) ?? .jsonl
    }
}
