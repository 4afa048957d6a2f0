import Quire
import QuireFormats
import QuireInspection

/// The command `quire schema`.
enum SchemaCommand: Command {
    static let help = CommandHelp(
        name: "schema",
        summary: "Print the schema of the documents, by type",
        discussion: [
            "Reads all documents of a collection, and prints a row for each property path: the "
                + "kinds of its values, their count, and the first scalar value. With --json-schema, "
                + "prints a JSON Schema (draft 2020-12) that all of these documents satisfy. Data and vectors, "
                + "which JSON represents as base64, are strings.",
            "With --swift, prints a Swift structure for each type, to which its documents can be "
                + "decoded. A property whose values have no common type is a comment.",
            "Tables and TSV truncate examples to \(exampleWidth) columns; JSON and CSV do not.",
        ],
        operands: [.database],
        options: [
            CollectionOption.option,
            .value("type", "NAME", help: "read only documents of this type"),
            .value(
                "type-key", "KEY", help: "the key of the document type (default: type)"
            ),
            .value("limit", "N", letter: "n", help: "read at most N documents"),
            .flag("json-schema", "print JSON Schema"),
            .flag("swift", "print Swift models"),
            RowFormat.option, RowFormat.jsonOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire schema hotels.cblite2 --format table",
                """
                type   path       kinds            count  example
                -----  ---------  ---------------  -----  ---------------
                hotel             object               4
                hotel  city       string               4  "Bergen"
                hotel  name       string               4  "Harbour House"
                hotel  room_rate  integer, number      4  121.5
                hotel  type       string               4  "hotel"
                hotel  stars      integer              1  4
                """),
            CommandHelp.Example("quire schema hotels.cblite2 --type hotel --json-schema"),
            CommandHelp.Example("quire schema hotels.cblite2 --type hotel --swift"),
        ])

    /// The maximum width of an example in a table, since a string can be very long.
    private static let exampleWidth = 60

    static func run(_ arguments: Arguments, _ console: Console) throws {
        guard !arguments.has("json-schema") || !arguments.has("swift") else {
            throw UsageError("--json-schema and --swift are mutually exclusive")
        }
        let typeKey = arguments.value("type-key") ?? "type"
        let format = try RowFormat.chosen(arguments, console)
        var survey = SchemaSurvey(typeKey: typeKey)
        var rest = try arguments.count("limit") ?? .max
        let progress = ProgressBar(console)
        let wanted = arguments.value("type")
        try DatabaseAccess.read(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let all = Double(max(try collection.count(), 1))
            var count = 0
            do {
                try collection.forEachRecord(onDamage: { _, error in
                    console.note("quire schema: \(error.message)")
                }) { document in
                    guard rest > 0 else { throw Enough() }
                    count += 1
                    progress.show(count: count, fraction: Double(count) / all)
                    if let wanted, document.body[typeKey]?.string != wanted { return }
                    rest -= 1
                    survey.add(document)
                }
            } catch is Enough {}
            progress.clear()
            if let wanted, survey.types.isEmpty {
                throw Failure("there is no document of type \(wanted)")
            }
            if arguments.has("swift") {
                let name = QualifiedCollectionName(collection.fullName).collection
                let models = survey.types.map { SwiftModel($0, in: survey, collection: name).text }
                try console.print(models.joined(separator: "\n\n"))
            }
            guard arguments.has("json-schema") else { return }
            let title = "\(database.name), collection \(CollectionOption.name(of: collection))"
            let schema = JSONSchema(survey: survey, typeKey: typeKey, title: title)
            try console.print(schema.node.pretty)
        }
        guard !arguments.has("json-schema"), !arguments.has("swift") else { return }
        var writer = format.writer(SchemaSurvey.titles, console)
        let isTable = format == .table || format == .tsv
        for row in survey.rows(exampleWidth: isTable ? exampleWidth : nil) { try writer.write(row) }
        try writer.finish()
    }

    /// An error that stops the enumeration early.
    private struct Enough: Error {}
}
