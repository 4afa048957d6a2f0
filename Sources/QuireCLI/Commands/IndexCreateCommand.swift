import Quire

/// The command `quire index create`.
enum IndexCreateCommand: Command {
    static let help = CommandHelp(
        name: "index create",
        summary: "make an index",
        discussion: [
            "An EXPRESSION is SQL++, most often a property such as address.city. Without an option "
                + "of its kind the index is one of values, for conditions and for sorting. An index "
                + "that is there already stays as it is.",
            "Of an array index the expressions are those of an item; without any the items "
                + "themselves are indexed. Arrays in items are behind []. as in contacts[].phones.",
        ],
        operands: [
            .database, OperandSpecification("NAME", "the index's name"),
            OperandSpecification("EXPRESSION", .any, "what is indexed"),
        ],
        options: [
            CollectionOption.option,
            .value("where", "CONDITION", letter: "w", "only documents that fulfil this"),
            .flag("full-text", "index the words of texts, for MATCH"),
            .value("language", "CODE", "the language of the words, such as en; none unless given"),
            .flag("ignore-accents", "find words whatever accents they have"),
            .value("array", "PATH", "index the items of these arrays, for UNNEST"),
            .flag("replace", "put it in the place of another one of its name"),
            DatabaseAccess.upgradeOption,
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
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let name = arguments.operand("NAME")
        let definition = IndexDefinition(name, try configuration(arguments))
        try DatabaseAccess.write(arguments.operand("DB"), arguments) { database in
            let collection = try CollectionOption.collection(arguments, of: database)
            let plan = try collection.indexPlan(for: [definition], keepingOthers: true)
            if plan.isEmpty { console.note("the index \(name) is there already") }
            if plan.steps.contains(.replace(name)), !arguments.has("replace") {
                throw Failure(
                    "there is another index \(name); --replace puts this one in its place")
            }
            try plan.apply()
        }
    }

    /// What the index is to be.
    private static func configuration(_ arguments: Arguments) throws -> any IndexConfiguration {
        let expressions = arguments.operands("EXPRESSION")
        let isFullText = arguments.has("full-text")
        if let path = arguments.value("array") {
            for option in ["full-text", "where", "language", "ignore-accents"]
            where arguments.has(option) {
                throw UsageError("--array and --\(option) exclude each other")
            }
            return ArrayIndexConfiguration(
                path: path, expressions: expressions.isEmpty ? nil : expressions)
        }
        guard !expressions.isEmpty else {
            throw UsageError("EXPRESSION is missing: what is indexed")
        }
        for option in ["language", "ignore-accents"] where arguments.has(option) && !isFullText {
            throw UsageError("--\(option) needs --full-text")
        }
        guard isFullText else {
            return ValueIndexConfiguration(expressions, where: arguments.value("where"))
        }
        return FullTextIndexConfiguration(
            expressions, where: arguments.value("where"),
            ignoreAccents: arguments.has("ignore-accents"),
            language: arguments.value("language") ?? "")
    }
}
