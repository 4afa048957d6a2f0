import Testing

/// A rule, the files that it applies to, and the exceptions.
///
/// One test checks all files: a test case for each file would take longer than the rule.
struct SourceRule: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What to do about a violation.
    let advice: String
    var files = ProjectFiles.sources
    /// The number of findings that a file may have.
    var exceptions: [String: Int] = [:]
    /// Returns what breaks the rule in the text of a file with a path.
    let findings: @Sendable (_ text: String, _ path: String) -> [Finding]

    /// Returns the files that break the rule, with the lines.
    func violations() throws -> [String] {
        try files.compactMap { path in
            let findings = findings(try ProjectFiles.text(of: path), path)
            return findings.count > exceptions[path] ?? 0 ? "\(path): \(findings)" : nil
        }
    }

    static let all = [
        SourceRule(
            testDescription: "a file is short, or its header gives a reason for its length",
            advice: "split it, or give a reason in a line // Length:"
        ) { text, _ in
            let count = SourceRules.linesOfCode(in: text)
            return count <= SourceRules.longestFile || SourceRules.explainsLength(text)
                ? [] : [Finding(line: count, text: "the last line of code")]
        },
        SourceRule(
            testDescription: "a file contains no to-do marks", advice: "do it, or leave it out"
        ) { text, _ in SourceRules.postponements(in: text) },
        SourceRule(
            testDescription: "SQL text is composed by types that quote",
            advice: "interpolate a SQLIdentifier or a SQLText instead", exceptions: uncheckedSQL
        ) { text, _ in SourceRules.uncheckedSQL(in: text) },
        SourceRule(
            testDescription: "a shift by 31 bits or more has a type with 64 bits",
            advice: "give the literal a type with 64 bits", exceptions: wideShifts
        ) { text, _ in SourceRules.wideShifts(in: text) },
        SourceRule(
            testDescription: "a folder imports only what its place permits",
            advice: "use what a lower folder offers"
        ) { SourceRules.misplacedImports(in: $0, of: $1) },
        SourceRule(
            testDescription: "no file uses a global queue",
            advice: "use a labeled queue or BlockingWork"
        ) { text, _ in SourceRules.globalQueues(in: text) },
        SourceRule(
            testDescription: "no file uses declarations that older Apple platforms lack",
            advice: "use QuirePlatform, or a condition #available", files: portableFiles
        ) { text, _ in SourceRules.newerDeclarations(in: text) },
        SourceRule(
            testDescription: "only QuirePlatform imports the C library of a system",
            advice: "import QuirePlatform",
            files: ProjectFiles.sources.filter { !$0.hasPrefix("Sources/QuirePlatform/") }
        ) { text, _ in SourceRules.systemLibraries(in: text) },
        SourceRule(
            testDescription: "only a file named Unsafe disables checks of the language",
            advice: "move it to a file whose name begins with Unsafe", files: checkedFiles
        ) { text, _ in SourceRules.uncheckedAccesses(in: text) },
        SourceRule(
            testDescription: "a public function documents its errors",
            advice: "add a line - Throws:"
        ) { text, _ in SourceRules.undocumentedThrows(in: text) },
    ]

    /// The allowed number of unchecked SQL texts per file, with the reason.
    private static let uncheckedSQL = [
        // The type itself
        "Sources/QuireStore/SQLite/SQLText.swift": 2,
        // A name that is an ordinary word
        "Sources/QuireStore/SQLite/SQLIdentifier.swift": 1,
        // The only call of SQLite's compiler
        "Sources/QuireStore/SQLite/SQLiteConnection.swift": 1,
        // Columns given by a literal
        "Sources/QuireStore/SQLite/Functions/EachTable.swift": 1,
        "Sources/QuireStore/SQLite/MissingModule.swift": 1,
        // The definition of an index in a file, after every token was recognized
        "Sources/QuireStore/Opening/Validation/SchemaIndex.swift": 1,
        // Parts of other SQL texts, and numbers
        "Sources/QuireStoreQuery/Compiling/SQLTokens.swift": 1,
        "Sources/QuireStoreQuery/Compiling/SchemaExpression.swift": 3,
        // Text of the query language, which is parsed and compiled
        "Sources/QuireQuery/Statements/QuerySource.swift": 3,
        "Sources/QuireQuery/Engines/DocumentDatabase+Querying.swift": 2,
        "Sources/QuireModels/Writing/DocumentDatabase+Executing.swift": 2,
        "Sources/QuireStoreQuery/Query.swift": 2,
        "Sources/QuireStoreQuery/Indexes/DocumentCollection+LazyIndexes.swift": 1,
        "Sources/QuireCLI/Query/QueryRun.swift": 2,
        "Sources/QuireStudio/Documents/StudioQuery.swift": 1,
        "Sources/CouchbaseLiteSwift/Query/Database+Querying.swift": 1,
        // The query that the user of the command has entered
        "Sources/QuireCLI/Commands/ExportCommand.swift": 1,
        "Sources/QuireCLI/Commands/QueryCommand.swift": 1,
    ]

    /// The shifts per file whose literal gets a type with 64 bits from the other side.
    private static let wideShifts = [
        // Bits of a double
        "Sources/Fleece/JSON/JSONReader+Numbers.swift": 1,
        // Bits of a slot
        "Sources/Fleece/Writing/FleeceSlot.swift": 1,
        // A limit in a statement
        "Sources/QuireQuery/Live/LivePlan.swift": 1,
        // A time
        "Sources/QuireQuery/Records/HybridClock.swift": 1,
        // Choices of a generator
        "Sources/QuireTesting/Generating/GeneratedLeaves.swift": 3,
    ]

    private static let portableFiles = (ProjectFiles.sources + ProjectFiles.programs).filter {
        // Apple platforms do not compile the import in the first file, and the others contain the
        // patterns of the rule.
        !$0.hasPrefix("Sources/QuirePlatform/Synchronization/")
            && !$0.hasPrefix("Tests/ProjectTests/SourceRule")
    }

    private static let checkedFiles = ProjectFiles.sources.filter {
        $0.split(separator: "/").last?.hasPrefix("Unsafe") == false
    }
}
