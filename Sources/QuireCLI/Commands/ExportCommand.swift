import Quire
import QuireFormats
import SQLPlusPlus

/// The command `quire export`.
enum ExportCommand: Command {
    static let help = CommandHelp(
        name: "export",
        summary: "Export all documents of a collection as JSON, CSV or Markdown",
        discussion: [
            "With --where or --type, exports only the documents that meet the condition. With "
                + "--query, exports the rows of a query.",
            "Prints a line for each document, with its ID under _id, so that 'quire import "
                + "--id-key _id' can import it again. JSON contains complete documents, except that "
                + "non-finite numbers become null. In CSV, TSV and Markdown, the columns are the keys "
                + "of all documents, and nested values are JSON.",
        ],
        operands: [.database],
        options: [
            CollectionOption.option,
            .value(
                "format", "FORMAT", letter: "f",
                choices: DocumentFormat.allCases.map(\.rawValue),
                help: "the format (default: by the extension of FILE, or jsonl)"),
            .value(
                "where", "CONDITION", letter: "w",
                help: "export only documents that meet a condition"),
            .value("type", "NAME", help: "export only documents of this type"),
            .value("query", "TEXT", help: "export the rows of a SELECT statement"),
            .value("output", "FILE", letter: "o", help: "write to FILE instead of standard output"),
            ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire export hotels.cblite2 | head -1",
                #"{"_id":"hotel-1","city":"Bergen","name":"Harbour House","room_rate":121.5,"type":"hotel"}"#
            ),
            CommandHelp.Example(
                "quire export hotels.cblite2 --where 'room_rate > 200' -f csv -o hotels.csv"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        try DatabaseAccess.read(arguments, console: console) { database in
            if arguments.has("query") {
                return try exportRows(arguments, console: console, from: database)
            }
            let collection = try CollectionOption.collection(arguments, of: database)
            let selection = try selection(arguments)
            let output = try arguments.value("output").map { try FileOutput(path: $0) }
            let target = output ?? console.output
            let showsProgress = output != nil || !console.terminals.output
            let progress = showsProgress ? ProgressBar(console) : nil
            let all = Double(max(try collection.count(where: selection.condition ?? .always), 1))
            var count = 0
            let note = {
                count += 1
                progress?.show(count: count, fraction: min(Double(count) / all, 1))
            }
            defer { progress?.clear() }
            try format(arguments).write(to: target) { body in
                func write(_ document: DocumentRecord) throws {
                    try body(document.id, document.body)
                    note()
                }
                guard selection.condition != nil else {
                    return try collection.forEachRecord { try write($0) }
                }
                try database.snapshot {
                    try collection.forEachPage(selectedBy: selection) { page in
                        for document in page { try write(document) }
                    }
                }
            }
            try target.flush()
        }
    }

    /// Returns the documents to export.
    private static func selection(_ arguments: Arguments) throws -> SelectStatement {
        var selection = SelectStatement([.star], from: CollectionSource("_"))
        if let condition = arguments.value("where") {
            do {
                selection.condition = try QueryTerm.parse(condition)
            } catch {
                throw Failure("the condition cannot be parsed: \(error)")
            }
        }
        if let type = arguments.value("type") {
            let isOfType = QueryTerm.operation(
                .equal,
                [.property(PropertyPath([.key("type")]), of: nil), .literal(.string(type))])
            selection.condition =
                selection.condition.map { .operation(.and, [isOfType, $0]) }
                ?? isOfType
        }
        return selection
    }

    /// Exports the rows of a query.
    private static func exportRows(
        _ arguments: Arguments, console: Console, from database: any DocumentDatabase
    ) throws {
        for name in ["where", "type", "collection"] where arguments.has(name) {
            throw UsageError("--query and --\(name) are mutually exclusive")
        }
        let rows = try database.query(
            QuerySource(verbatim: arguments.value("query") ?? ""), binding: Parameters())
        let output = try arguments.value("output").map { try FileOutput(path: $0) }
        let target = output ?? console.output
        var writer = format(arguments).rowWriter(rows.columnNames, target)
        for row in rows { try writer.write((0..<row.count).map { Cell(row[$0]) }) }
        try writer.finish()
        try target.flush()
    }

    private static func format(_ arguments: Arguments) -> DocumentFormat {
        if let name = arguments.value("format") { return DocumentFormat(rawValue: name) ?? .jsonl }
        let ending = arguments.value("output")?.split(separator: ".").last?.lowercased()
        return ending == "md" ? .markdown : ending.flatMap(DocumentFormat.init) ?? .jsonl
    }
}

extension QueryTerm {
    /// A condition that all documents meet.
    fileprivate static var always: QueryTerm { .literal(.boolean(true)) }
}
