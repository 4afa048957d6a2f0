import Foundation
import Quire

/// The command `quire import`.
enum ImportCommand: Command {
    static let help = CommandHelp(
        name: "import",
        summary: "save the documents of JSON and CSV files",
        discussion: [
            "The database is made if it is not there. Files are JSON lines (.jsonl), a JSON array or "
                + "objects behind one another (.json), or comma-separated values (.csv) whose first "
                + "line has the keys; - is standard input. What is stored under an ID is replaced.",
            "In CSV, fields without quotes are numbers, true, false and null where JSON would have "
                + "them so, and left out where they are empty; fields in quotes are text.",
            "Each batch is one transaction. At a document that is wrong the import ends with the "
                + "batches before; --on-error skip leaves the document out, and tells the line. "
                + "Ctrl-C ends with whole batches, too.",
        ],
        operands: [
            .database,
            OperandSpecification("FILE", .oneOrMore, "the files, or - for standard input"),
        ],
        options: [
            CollectionOption.option,
            .value(
                "id-key", "KEY",
                "the key that holds the IDs; _id is taken out of the documents, others stay. Without "
                    + "it each document gets a new ID"),
            .value("type", "NAME", "give each document the type NAME"),
            ImportFormat.option,
            .value(
                "on-error", "WHAT", choices: Importer.OnError.allCases.map(\.rawValue),
                "at a document that is wrong"),
            .value("batch", "N", "documents a transaction, 1000 unless given"),
            .flag("quiet", letter: "q", "say nothing when all is well"),
            DatabaseAccess.upgradeOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire import hotels.cblite2 hotels.jsonl --id-key _id --type hotel"),
            CommandHelp.Example(
                "echo 'code,name\nBGO,Bergen' | quire import hotels.cblite2 - -f csv --id-key code -q"
            ),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        var options = Importer.Options()
        options.idKey = arguments.value("id-key")
        options.type = arguments.value("type")
        options.onError = arguments.value("on-error").flatMap(Importer.OnError.init) ?? .stop
        options.batchSize = max(1, try arguments.count("batch") ?? options.batchSize)
        let files = try arguments.operands("FILE").map { try File($0, arguments, console) }
        try DatabaseAccess.write(arguments.operand("DB"), arguments, creates: true) { database in
            let collection = try CollectionOption.createdCollection(arguments, of: database)
            let importer = Importer(collection, options, console)
            do {
                try console.interruption.whileAwaited {
                    for file in files {
                        try importer.run(
                            file.format.source(file.input), name: file.name,
                            fraction: { fraction(files) })
                    }
                }
            } catch {
                console.note(summary(importer))
                throw error
            }
            if !arguments.has("quiet") || importer.skippedCount > 0 {
                console.note(summary(importer))
            }
        }
    }

    private static func summary(_ importer: Importer) -> String {
        let seconds = (importer.elapsed * 100).rounded() / 100
        var text = "\(Spelling.count(importer.savedCount, "document")) imported in \(seconds) s"
        if importer.skippedCount > 0 { text += ", \(importer.skippedCount) left out" }
        if importer.lackingCount > 0 {
            text +=
                "; \(Spelling.count(importer.lackingCount, "document")) with blobs whose content is "
                + "not in the database"
        }
        return text
    }

    private static func fraction(_ files: [File]) -> Double? {
        var (read, all) = (0, 0)
        for file in files {
            guard let length = file.length else { return nil }
            read += file.input.count
            all += length
        }
        return all == 0 ? nil : Double(read) / Double(all)
    }

    /// A file to import, open.
    private struct File {
        let name: String
        let format: ImportFormat
        let input: CountingInput
        /// How many bytes it has, if that is known.
        let length: Int?

        init(_ path: String, _ arguments: Arguments, _ console: Console) throws {
            let given = arguments.value(ImportFormat.option.name).flatMap(ImportFormat.init)
            format = given ?? ImportFormat(path: path)
            if path == "-" {
                name = "standard input"
                input = CountingInput(console.input)
                length = nil
            } else {
                let file = try FileInput(path: path)
                name = path
                input = CountingInput(file)
                length = file.length
            }
        }
    }
}
