import Testing

/// The rules for source files, each with examples of violations.
@Suite struct SourceRulesTests {
    @Test func `source files are found`() {
        #expect(ProjectFiles.sources.contains("Sources/QuireDocuments/QuireError.swift"))
    }

    // MARK: Length

    @Test(arguments: ProjectFiles.sources)
    func `a file is short, or its header gives a reason for its length`(path: String) throws {
        let text = try ProjectFiles.text(of: path)
        let count = SourceRules.linesOfCode(in: text)
        #expect(
            count <= SourceRules.longestFile || SourceRules.explainsLength(text),
            "\(path) has \(count) lines of code; split it, or give a reason in a line // Length:")
    }

    static let lengths: [(text: String, lines: Int)] = [
        ("", 0),
        ("let a = 1", 1),
        ("\n  \n// no\n    /// no\nlet a = 1 // yes\n}", 2),
        ("/* no\n no */\nlet a = 1", 1),
        ("/* a /* b\n*/ c\n*/\nlet a = 1", 1),
        ("let a = 1 /* b */\nlet c = 2", 2),
    ]

    @Test(arguments: lengths)
    func `blank lines and comments are not lines of code`(text: String, lines: Int) {
        #expect(SourceRules.linesOfCode(in: text) == lines)
    }

    static let reasons: [(text: String, isReason: Bool)] = [
        ("// Length: one table.\nimport Foundation", true),
        ("// The table.\n//\n// Length: one table.\n\nimport Foundation", true),
        ("import Foundation\n// Length: one table.", false),
        ("// Length:\nimport Foundation", false),
    ]

    @Test(arguments: reasons)
    func `a reason for the length must be in the header`(text: String, isReason: Bool) {
        #expect(SourceRules.explainsLength(text) == isReason)
    }

    // MARK: Nothing put off

    @Test(arguments: ProjectFiles.sources)
    func `a file contains no to-do marks`(path: String) throws {
        #expect(SourceRules.postponements(in: try ProjectFiles.text(of: path)) == [], "\(path)")
    }

    @Test(arguments: ["TODO", "FIXME", "XXX", "HACK"])
    func `a to-do mark is found`(mark: String) {
        let findings = SourceRules.postponements(
            in: "let a\(mark) = 1\n\nlet b = 2 // \(mark): later")
        #expect(findings.map(\.line) == [3])
    }

    // MARK: SQL text

    /// The allowed number of unchecked SQL texts per file, with the reason.
    static let uncheckedSQL = [
        // The type itself
        "Sources/QuireStore/SQLite/SQLText.swift": 2,
        // A name that is an ordinary word
        "Sources/QuireStore/SQLite/SQLIdentifier.swift": 1,
        // The only call of SQLite's compiler
        "Sources/QuireStore/SQLite/SQLiteConnection.swift": 1,
        // Columns given by a literal
        "Sources/QuireStore/SQLite/Functions/EachTable.swift": 1,
        // The definition of an index in a file, after every token was recognized
        "Sources/QuireStore/Opening/Validation/SchemaIndex.swift": 1,
        // Parts of other SQL texts, and numbers
        "Sources/QuireStoreQuery/Compiling/SQLTokens.swift": 1,
        "Sources/QuireStoreQuery/Compiling/SchemaExpression.swift": 3,
        // Text of the query language, which is parsed and compiled
        "Sources/QuireQuery/Statements/QuerySource.swift": 3,
        "Sources/QuireQuery/Engines/DocumentDatabase+Querying.swift": 2,
        "Sources/QuireStoreQuery/Query.swift": 2,
        "Sources/QuireCLI/Query/QueryRun.swift": 2,
        "Sources/QuireStudio/Documents/StudioQuery.swift": 1,
        "Sources/CouchbaseLiteSwift/Query/Database+Querying.swift": 1,
        // The query that the user of the command has entered
        "Sources/QuireCLI/Commands/ExportCommand.swift": 1,
    ]

    @Test(arguments: ProjectFiles.sources)
    func `SQL text is composed by types that quote`(path: String) throws {
        let findings = SourceRules.uncheckedSQL(in: try ProjectFiles.text(of: path))
        #expect(
            findings.count <= Self.uncheckedSQL[path] ?? 0,
            "\(path): interpolate a SQLIdentifier or a SQLText instead. \(findings)")
    }

    @Test(arguments: [
        "let a = SQLText(verbatim: name)", "sqlite3_exec(handle, sql, nil, nil, nil)",
        "let code = sqlite3_prepare_v2(", "return .init(verbatim: \"a\")",
    ])
    func `SQL text that no type checks is found`(line: String) {
        #expect(SourceRules.uncheckedSQL(in: "a\n// \(line)\n\(line)").map(\.line) == [3])
    }

    // MARK: 32-bit platforms

    /// The shifts per file whose literal gets a type with 64 bits from the other side.
    static let wideShifts = [
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

    @Test(arguments: ProjectFiles.sources)
    func `a shift by 31 bits or more has a type with 64 bits`(path: String) throws {
        let findings = SourceRules.wideShifts(in: try ProjectFiles.text(of: path))
        #expect(findings.count <= Self.wideShifts[path] ?? 0, "\(path): \(findings)")
    }

    @Test(arguments: ["let a = 1 << 31", "let b = 1 << 40", "f((1) << 63)"])
    func `a shift that is 0 on a 32-bit platform is found`(line: String) {
        let text = "// \(line)\nlet a: UInt64 = 1 << 40\nlet b = 1 << 30\n\(line)"
        #expect(SourceRules.wideShifts(in: text).map(\.line) == [4])
    }

    // MARK: Queues

    @Test(arguments: ProjectFiles.sources)
    func `a folder imports only what its place permits`(path: String) throws {
        let findings = SourceRules.misplacedImports(in: try ProjectFiles.text(of: path), of: path)
        #expect(findings == [], "\(path): use what a lower folder offers")
    }

    static let imports: [(path: String, text: String, isMisplaced: Bool)] = [
        ("Sources/QuireStore/SQLite/A.swift", "import CSQLite", false),
        ("Sources/QuireStore/Schema/A.swift", "import CSQLite", true),
        ("Sources/QuireStoreQuery/A.swift", "    package import CSQLite", true),
        ("Sources/QuireReplication/BLIP/A.swift", "import QuireNetwork", false),
        ("Sources/QuireReplication/BLIP/A.swift", "import QuireStore", true),
        ("Sources/QuireReplication/WebSocket/A.swift", "public import Quire", true),
        ("Sources/QuireReplication/Replicator/A.swift", "import Quire", false),
    ]

    @Test(arguments: imports)
    func `an import in the wrong folder is found`(path: String, text: String, isMisplaced: Bool) {
        #expect(SourceRules.misplacedImports(in: text, of: path).isEmpty != isMisplaced)
    }

    @Test(arguments: ProjectFiles.sources)
    func `no file uses a global queue`(path: String) throws {
        let findings = SourceRules.globalQueues(in: try ProjectFiles.text(of: path))
        #expect(findings == [], "\(path): use a labeled queue or BlockingWork")
    }

    static let queues: [(text: String, isGlobal: Bool)] = [
        ("DispatchQueue.global().async { work() }", true),
        ("let queue = DispatchQueue.global(qos: .utility)", true),
        ("listen(queue: .global()) { note($0) }", true),
        ("let queue: DispatchQueue = .global(qos: .background)", true),
        ("let queue = DispatchQueue(label: \"global\")", false),
        ("settings.global(1)", false),
        ("queue.async { work() }", false),
    ]

    @Test(arguments: queues)
    func `a use of a global queue is found`(text: String, isGlobal: Bool) {
        #expect(SourceRules.globalQueues(in: text).isEmpty != isGlobal)
    }

    // MARK: Older platforms

    static let portableFiles = (ProjectFiles.sources + ProjectFiles.programs).filter {
        // Apple platforms do not compile the import in the first file, and the others contain the
        // patterns of the rule.
        !$0.hasPrefix("Sources/QuirePlatform/Synchronization/")
            && !$0.hasPrefix("Tests/ProjectTests/SourceRules")
    }

    @Test(arguments: portableFiles)
    func `no file uses declarations that older Apple platforms lack`(path: String) throws {
        let findings = SourceRules.newerDeclarations(in: try ProjectFiles.text(of: path))
        #expect(findings == [], "\(path): use QuirePlatform, or a condition #available")
    }

    static let declarations: [(text: String, isNewer: Bool)] = [
        ("import Synchronization", true),
        ("@_exported public import Synchronization", true),
        ("import QuirePlatform", false),
        ("func encode(_ value: Int128) throws", true),
        ("add(UInt128.self)", true),
        ("@available(macOS 15, iOS 18, *)\nfunc encode(_ value: Int128) throws", false),
        (
            "if #available(macOS 15, iOS 18, *) {\n    add(Int128.self)\n    add(UInt128.self)",
            false
        ),
        ("@available(macOS 15, *)\nfunc a() {}\n\nfunc b(_ value: Int128) {}", true),
        (
            "@available(macOS 15, *)\n@Test func a() {\n    let b = 1\n\n    add(b as Int128)\n}",
            false
        ),
        ("struct A {\n    let b = 1\n\n    let c: Int128\n}", true),
        ("String(validating: bytes, as: UTF8.self)", true),
        ("var bytes: RawSpan<UInt8>", true),
        ("mutating func next(isolation: isolated (any Actor)?)", true),
        ("some AsyncSequence<Int, Never>", true),
        ("// Int128 is newer", false),
    ]

    @Test(arguments: declarations)
    func `a declaration of newer platforms is found without a condition`(
        text: String, isNewer: Bool
    ) {
        #expect(SourceRules.newerDeclarations(in: text).isEmpty != isNewer)
    }

    @Test(arguments: ProjectFiles.sources.filter { !$0.hasPrefix("Sources/QuirePlatform/") })
    func `only QuirePlatform imports the C library of a system`(path: String) throws {
        let findings = SourceRules.systemLibraries(in: try ProjectFiles.text(of: path))
        #expect(findings == [], "\(path): import QuirePlatform")
    }

    @Test(arguments: ["import Glibc", "    import Darwin", "public import Musl", "import Android"])
    func `an import of a C library is found`(text: String) {
        #expect(SourceRules.systemLibraries(in: "import Foundation\n\(text)\n").map(\.line) == [2])
    }

    // MARK: Unchecked access

    static let checkedFiles = ProjectFiles.sources.filter {
        $0.split(separator: "/").last?.hasPrefix("Unsafe") == false
    }

    @Test(arguments: checkedFiles)
    func `only a file named Unsafe disables checks of the language`(path: String) throws {
        let findings = SourceRules.uncheckedAccesses(in: try ProjectFiles.text(of: path))
        #expect(findings == [], "\(path)")
    }

    static let unchecked = [
        "@exclusivity(unchecked) var count = 0", "let object: Unmanaged<Object>",
        "unowned(unsafe) let object: Object", "unsafeBitCast(a, to: B.self)",
        "unsafeDowncast(a, to: B.self)",
        "object._withUnsafeGuaranteedRef { $0 }",
    ]

    @Test(arguments: unchecked)
    func `a line that disables a check is found`(line: String) {
        let findings = SourceRules.uncheckedAccesses(in: "let a = 1\n// \(line)\n\(line)")
        #expect(findings.map(\.line) == [3])
    }

    // MARK: Documented errors

    @Test(arguments: ProjectFiles.sources)
    func `a public function documents its errors`(path: String) throws {
        let findings = SourceRules.undocumentedThrows(in: try ProjectFiles.text(of: path))
        #expect(findings == [], "\(path): add a line - Throws:")
    }

    static let documented = [
        "/// Reads.\n///\n/// - Throws: `QuireError`.\npublic func read() throws {}",
        "/// - Throws: `QuireError`.\n@inlinable\n// A reason.\npublic func read() throws {}",
        "/// - Throws: `QuireError`.\n@available(\n    *, deprecated\n)\npublic func read() throws {}",
        "public func read() {}",
        "func read() throws {}",
        "public func read(_ body: () throws -> Void) {}",
        "public func read(_ body: () throws -> Void) rethrows {}",
        "public func read() -> () throws -> Void { {} }",
        "public override func read() throws {}",
        "public extension A {\n    private func read() throws {}\n    /// - Throws: a.\n    func b() throws {}\n}",
        "protocol A {\n    func read() throws\n}",
        "public protocol A {}\nprotocol B {\n    func read() throws\n}",
        "public extension A {\n    func a() {\n        func b() throws {}\n    }\n}",
    ]

    @Test(arguments: documented)
    func `a function that does not throw, is documented, or is not public is ignored`(text: String)
    {
        #expect(SourceRules.undocumentedThrows(in: text) == [])
    }

    static let undocumented: [(text: String, line: Int)] = [
        ("public func read() throws {}", 1),
        ("/// - Throws: a.\nlet a = 1\n/// Reads.\npublic func read() throws {}", 4),
        (
            "struct A {\n    @inlinable public static func read<T>(_ a: T) async throws -> T { a }\n}",
            2
        ),
        ("public func read(\n    _ a: Int = f(\")\"),\n    b: Int\n) throws(QuireError) {\n}", 1),
        ("public func read(_ a: Int)\n    throws -> Int\n{\n}", 1),
        ("    public init?(from decoder: any Decoder) throws {}", 1),
        ("    public required convenience init<T>(_ value: T) throws {}", 1),
        ("    open class func read() throws {}", 1),
        ("    public nonisolated(unsafe) func read() throws {}", 1),
        ("public protocol A: B {\n    /// Reads.\n    mutating func read() throws -> Int\n}", 3),
        ("public extension A {\n    func read() throws {}\n}", 2),
        ("    public static func == (a: A, b: A) throws -> Bool { true }", 1),
    ]

    @Test(arguments: undocumented)
    func `a public throwing function without documented errors is found`(text: String, line: Int) {
        #expect(SourceRules.undocumentedThrows(in: text).map(\.line) == [line])
    }
}
