import Quire

/// The command `quire index create`.
enum IndexCreateCommand: Command {
    static let help = CommandHelp(
        name: "index create",
        summary: "Create an index",
        discussion: [
            "An EXPRESSION is a SQL++ expression, usually a property such as address.city. Without "
                + "--full-text, --array or --vector, creates a value index, for conditions and sorting. If "
                + "an identical index exists, it is kept.",
            "In an array index, expressions refer to an item; without expressions, the items "
                + "themselves are indexed. For nested arrays, use [] as in contacts[].phones.",
            "An index of vectors contains the documents whose property is an array of --dimensions "
                + "numbers, or such numbers as 32-bit floating-point data or base64. METRIC is "
                + "cosine, euclidean, euclidean_squared or dot.",
        ],
        operands: [
            .database, OperandSpecification("NAME", "the index's name"),
            OperandSpecification("EXPRESSION", .any, help: "values to index"),
        ],
        options: [
            CollectionOption.option,
            .value("where", "CONDITION", letter: "w", help: "index only matching documents"),
            .flag("full-text", "create a full-text index, for MATCH"),
            .value(
                "language", "CODE", help: "the language of the text, such as en (default: none)"),
            .flag("ignore-accents", "ignore accents and other diacritics"),
            .value("array", "PATH", help: "create an array index of the items at PATH, for UNNEST"),
            .flag("vector", "create an index of vectors, for APPROX_VECTOR_DISTANCE"),
            .value("dimensions", "COUNT", help: "the number of dimensions of the vectors"),
            .value(
                "metric", "METRIC",
                help: "how distances are computed (default: euclidean_squared)"),
            .flag("replace", "replace an existing index of the same name"),
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire index create hotels.cblite2 cheap city room_rate --where 'room_rate < 130'"),
            CommandHelp.Example(
                "quire index create hotels.cblite2 byWord name --full-text --language en && "
                    + "quire query hotels.cblite2 "
                    + "\"SELECT name FROM _ WHERE MATCH(byWord, 'houses')\"",
                #"{"name":"Harbour House"}"#),
            CommandHelp.Example(
                "quire index create hotels.cblite2 byAuthor author --array reviews"),
            CommandHelp.Example(
                "quire index create hotels.cblite2 byMeaning embedding --vector --dimensions 384 "
                    + "--metric cosine"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let name = arguments.operand("NAME")
        let definition = IndexDefinition(name, try configuration(arguments))
        try DatabaseAccess.write(arguments, console: console) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let plan = try collection.indexPlan(for: [definition], keepingOthers: true)
            if plan.isEmpty { console.note("index \(name) already exists") }
            if plan.steps.contains(.replace(name)), !arguments.has("replace") {
                throw Failure(
                    "a different index \(name) already exists; use --replace to replace it")
            }
            // Outside a transaction, a server does not block writers while it creates the index.
            if !plan.isEmpty {
                try collection.createIndex(withName: name, config: definition.configuration)
            }
        }
    }

    /// Returns the configuration of the index.
    private static func configuration(_ arguments: Arguments) throws -> any IndexConfiguration {
        let expressions = arguments.operands("EXPRESSION")
        let isFullText = arguments.has("full-text")
        if arguments.has("vector") { return try nearestConfiguration(arguments) }
        for option in ["dimensions", "metric"] where arguments.has(option) {
            throw UsageError("--\(option) requires --vector")
        }
        if let path = arguments.value("array") {
            for option in ["full-text", "where", "language", "ignore-accents"]
            where arguments.has(option) {
                throw UsageError("--array and --\(option) are mutually exclusive")
            }
            return ArrayIndexConfiguration(
                path: path, expressions: expressions.isEmpty ? nil : expressions)
        }
        guard !expressions.isEmpty else {
            throw UsageError("missing argument EXPRESSION: values to index")
        }
        for option in ["language", "ignore-accents"] where arguments.has(option) && !isFullText {
            throw UsageError("--\(option) requires --full-text")
        }
        guard isFullText else {
            return ValueIndexConfiguration(expressions, where: arguments.value("where"))
        }
        return FullTextIndexConfiguration(
            expressions, where: arguments.value("where"),
            ignoreAccents: arguments.has("ignore-accents"),
            language: arguments.value("language") ?? "")
    }

    /// Returns the configuration of an index of vectors.
    private static func nearestConfiguration(
        _ arguments: Arguments
    ) throws -> NearestIndexConfiguration {
        for option in ["array", "full-text", "where", "language", "ignore-accents"]
        where arguments.has(option) {
            throw UsageError("--vector and --\(option) are mutually exclusive")
        }
        let expressions = arguments.operands("EXPRESSION")
        guard let expression = expressions.first, expressions.count == 1 else {
            throw UsageError("--vector requires one EXPRESSION: the property with the vectors")
        }
        guard let dimensions = try arguments.count("dimensions") else {
            throw UsageError("--vector requires --dimensions")
        }
        guard let name = arguments.value("metric") else {
            return NearestIndexConfiguration(expression, dimensions: dimensions)
        }
        guard let metric = DistanceMetric(named: name) else {
            throw UsageError(
                "--metric must be \(DistanceMetric.list), not \(name.debugDescription)")
        }
        return NearestIndexConfiguration(expression, dimensions: dimensions, metric: metric)
    }
}
