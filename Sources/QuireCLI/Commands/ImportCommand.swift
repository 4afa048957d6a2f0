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
                + "line (.csv, .tsv), and can be compressed by gzip; - is standard input.",
            "An existing document is replaced. With --mode insert, it is an error; with --mode merge, "
                + "the keys that the new document does not contain are kept, also in nested objects.",
            "In CSV and TSV, unquoted fields are numbers, true, false and null if they are valid JSON, and "
                + "omitted if they are empty; quoted fields are strings.",
            "The import is one transaction: if a document is invalid, or if it is interrupted, "
                + "nothing is imported. --on-error skip reports and skips invalid documents, and the "
                + "exit status is 3 if there were any. With --batch, every N documents are a "
                + "transaction, and the earlier ones remain.",
        ],
        operands: [
            .database,
            OperandSpecification("FILE", .oneOrMore, help: "the files, or - for standard input"),
        ],
        options: [
            CollectionOption.option,
            .value(
                "id-key", "KEY",
                help:
                    "the key of the document ID; _id is removed from the documents, other keys are "
                    + "kept. By default, each document gets a new ID"),
            .value("type", "NAME", help: "set the type of each document to NAME"),
            FormatOptions.option, FormatOptions.delimiterOption, FormatOptions.encodingOption,
            .value(
                "on-error", "WHAT", choices: Importer.OnError.allCases.map(\.rawValue),
                help: "how to handle an invalid document"),
            .value(
                "mode", "MODE", choices: ImportMode.allCases.map(\.rawValue),
                help: "how to handle an existing document (default: replace)"),
            .value("batch", "N", help: "commit after every N documents (default: after all)"),
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
        options.mode = arguments.value("mode").flatMap(ImportMode.init) ?? .replace
        let batchSize = try arguments.count("batch").map { max(1, $0) }
        options.batchSize = batchSize ?? options.batchSize
        let formats = try FormatOptions(arguments)
        let files = try arguments.operands("FILE").map { try File($0, console) }
        let location = try DatabaseLocation(arguments, console: console)
        let created = newBundle(location)
        var isEmpty = true
        do {
            try DatabaseAccess.write(location, arguments: arguments, for: .creating) { database in
                let importer = try importAll(
                    files, formats: formats, options: options, isTogether: batchSize == nil,
                    arguments: arguments, console: console,
                    into: database
                ) { isEmpty = false }
                if !arguments.has("quiet") || importer.skippedCount > 0 {
                    console.note(summary(importer))
                }
                if importer.skippedCount > 0 { throw PartialSuccess() }
            }
        } catch {
            if let created, isEmpty {
                try? Database.delete(withName: created.name, inDirectory: created.directory)
            }
            throw error
        }
    }

    /// Returns the path of the database if it does not exist, and nothing else does at this path.
    private static func newBundle(_ location: DatabaseLocation) -> BundlePath? {
        guard case .bundle(let path) = location,
            !FileManager.default.fileExists(atPath: path.path)
        else { return nil }
        return path
    }

    /// Imports files, in one transaction or in one for each batch.
    ///
    /// The closure `onCommit` is called if documents may have been committed.
    private static func importAll(
        _ files: [File], formats: FormatOptions, options: Importer.Options, isTogether: Bool,
        arguments: Arguments, console: Console, into database: any DocumentDatabase,
        onCommit: () -> Void
    ) throws -> Importer {
        var importer: Importer?
        func run() throws -> Importer {
            if importer != nil {
                // An engine can run a transaction again, but the files were read.
                throw Failure("another program changed the same documents; retry, or use --batch")
            }
            let collection = try CollectionOption.createdCollection(arguments, of: database)
            let new = Importer(into: collection, options: options, console: console)
            importer = new
            for file in files {
                try new.run(
                    formats.source(file.input, path: file.name), name: file.name,
                    fraction: { fraction(files) })
            }
            return new
        }
        do {
            let result = try console.interruption.whileAwaited {
                try isTogether ? database.inBatch { try run() } : run()
            }
            onCommit()
            return result
        } catch {
            if isTogether {
                console.note("nothing was imported")
            } else if let importer {
                if importer.savedCount > 0 { onCommit() }
                console.note(summary(importer))
            }
            throw error
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
