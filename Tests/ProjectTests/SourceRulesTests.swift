import Testing

/// The rules for source files, each with examples of violations.
@Suite struct SourceRulesTests {
    @Test func `source files are found`() {
        #expect(ProjectFiles.sources.contains("Sources/QuireDocuments/QuireError.swift"))
    }

    @Test(arguments: SourceRule.all)
    func `all files follow the rule`(rule: SourceRule) throws {
        #expect(try rule.violations() == [], "\(rule.advice)")
    }

    // MARK: Length

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

    @Test(arguments: ["TODO", "FIXME", "XXX", "HACK"])
    func `a to-do mark is found`(mark: String) {
        let findings = SourceRules.postponements(
            in: "let a\(mark) = 1\n\nlet b = 2 // \(mark): later")
        #expect(findings.map(\.line) == [3])
    }

    // MARK: SQL text

    @Test(arguments: [
        "let a = SQLText(verbatim: name)", "sqlite3_exec(handle, sql, nil, nil, nil)",
        "let code = sqlite3_prepare_v2(", "return .init(verbatim: \"a\")",
    ])
    func `SQL text that no type checks is found`(line: String) {
        #expect(SourceRules.uncheckedSQL(in: "a\n// \(line)\n\(line)").map(\.line) == [3])
    }

    // MARK: 32-bit platforms

    @Test(arguments: ["let a = 1 << 31", "let b = 1 << 40", "f((1) << 63)"])
    func `a shift that is 0 on a 32-bit platform is found`(line: String) {
        let text = "// \(line)\nlet a: UInt64 = 1 << 40\nlet b = 1 << 30\n\(line)"
        #expect(SourceRules.wideShifts(in: text).map(\.line) == [4])
    }

    // MARK: Queues

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

    @Test(arguments: ["import Glibc", "    import Darwin", "public import Musl", "import Android"])
    func `an import of a C library is found`(text: String) {
        #expect(SourceRules.systemLibraries(in: "import Foundation\n\(text)\n").map(\.line) == [2])
    }

    // MARK: Unchecked access

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
