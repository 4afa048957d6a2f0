import Foundation
import Quire
import QuireFormats

/// The command `quire import`.
enum ImportCommand: Command {
    static let help = CommandHelp(
        name: "import",
        summary: "Import documents from JSON, CSV and TSV files",
        discussion: [
            "The database is created if it does not exist. Files are JSON lines (.jsonl), a JSON "
                + "array or concatenated objects (.json), or CSV or TSV with the keys in the first "
                + "line (.csv, .tsv), and can be compressed by gzip; - is standard input. Existing "
                + "documents are replaced.",
            "In CSV and TSV, unquoted fields are numbers, true, false and null if they are valid JSON, and "
                + "omitted if they are empty; quoted fields are strings.",
            "Each batch is one transaction. If a document is invalid, the import stops, and only "
                + "earlier batches are saved; --on-error skip reports and skips such documents. "
                + "Ctrl-C stops the import after a complete batch.",
        ],
        operands: [
            .database,
            OperandSpecification("FILE", .oneOrMore, "the files, or - for standard input"),
        ],
        options: [
            CollectionOption.option,
            .value(
                "id-key", "KEY",
                "the key of the document ID; _id is removed from the documents, other keys are "
                    + "kept. By default, each document gets a new ID"),
            .value("type", "NAME", "set the type of each document to NAME"),
            FormatOptions.option, FormatOptions.delimiterOption,
            .value(
                "on-error", "WHAT", choices: Importer.OnError.allCases.map(\.rawValue),
                "how to handle an invalid document"),
            .value("batch", "N", "the number of documents per transaction (default: 1000)"),
            .flag("quiet", letter: "q", "print nothing on success"),
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
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
        let formats = try FormatOptions(arguments)
        let files = try arguments.operands("FILE").map { try File($0, console) }
        try DatabaseAccess.write(arguments, for: .creating) { database in
            let collection = try CollectionOption.createdCollection(arguments, of: database)
            let importer = Importer(collection, options, console)
            do {
                try console.interruption.whileAwaited {
                    for file in files {
                        try importer.run(
                            formats.source(file.input, path: file.name), name: file.name,
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
        if importer.skippedCount > 0 { text += ", \(importer.skippedCount) skipped" }
        if importer.lackingCount > 0 {
            text +=
                "; \(Spelling.count(importer.lackingCount, "document")) with blobs whose content "
                + "is not in the database"
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

    /// An open file to import.
    private struct File {
        let name: String
        let input: CountingInput
        /// The number of bytes of the file, if known.
        let length: Int?

        init(_ path: String, _ console: Console) throws {
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
