import Foundation
import Testing

/// Runs `Scripts/checks/folders` on a small module.
@Suite struct CheckFoldersTests {
    /// A module in which `Reading` uses `Values`.
    static let house = [
        "Sources/Store/Values/Value.swift": """
        public struct Value {
            public enum Kind { case null, text }
        }
        """,
        "Sources/Store/Reading/Reader.swift": """
        public import Foundation
        final class Reader<Row> {
            enum State { case open }
            func read() -> Value? { nil }
        }
        typealias Reading = Reader<Value>
        """,
        "Sources/Store/Store.swift": "struct Store { let reader: Reader<Value> }",
        "Sources/Store/Store.docc/Example.swift": "let reader = Reader<Value>()",
        "Sources/Other/Values/Reader.swift": "struct Reader {}",
    ]

    static func run(adding path: String, _ text: String) throws -> ScriptRun {
        let tree = try TemporaryTree(house.merging([path: text]) { _, new in new })
        defer { withExtendedLifetime(tree) {} }
        return try ScriptRun("checks/folders", [tree.folder.path])
    }

    /// Code of the folder `Values` that uses the folder `Reading`.
    static let circles = [
        "let reader: Reader<Int>? = nil",
        "extension Reader {}",
        "func make() -> [Reader<Int>] { [] }",
        "typealias Source = Reading",
        #"let text = "is \(Reader<Int>.self)""#,
        "let text = \"\"\"\n    \\(Reader<Int>.self)\n    \"\"\"",
    ]

    @Test(arguments: circles)
    func `two folders that use each other are reported`(text: String) throws {
        let run = try Self.run(adding: "Sources/Store/Values/New.swift", text)
        let type = text.contains("Reading") ? "Reading" : "Reader"
        #expect(
            run.output == """
                Store: the folders Reading and Values use each other: Reading names Value (Reader.swift)
                Store: the folders Values and Reading use each other: Values names \(type) (New.swift)

                """)
        #expect(run.exitCode == 1)
    }

    @Test func `a circle of three folders is reported`() throws {
        let tree = try TemporaryTree([
            "Sources/Store/A/A.swift": "struct A { let b: B }",
            "Sources/Store/B/B.swift": "struct B { let c: C }",
            "Sources/Store/C/C.swift": "struct C { var a: [A] }",
        ])
        defer { withExtendedLifetime(tree) {} }
        let run = try ScriptRun("checks/folders", [tree.folder.path])
        #expect(run.output.split(separator: "\n").count == 3 && run.exitCode == 1)
    }

    /// Code of the folder `Values` that uses no other folder.
    static let innocent = [
        "/// Read by a ``Reader``.\nstruct Kept {} // Reader",
        "/* Reader */ let a = 1",
        #"let text = "a Reader \"of\" values""#,
        ##"let text = #"raw \(Reader) "text""#"##,
        "let text = \"\"\"\n    Reader \"of\" values\n    \"\"\"",
        "struct Page<Reader> { let reader: Reader }",
        "func run<Reader>(_ reader: Reader) {}",
        "struct Page {\n    enum Reader {}\n    let reader: Reader\n}",
        "struct State {}\nlet state = State()",
        "let kind = Other.Reader()",
        "let store: Store? = nil",
    ]

    @Test(arguments: innocent)
    func `code that names no type of another folder is not reported`(text: String) throws {
        let run = try Self.run(adding: "Sources/Store/Values/New.swift", text)
        #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test func `files in the folder of a module belong to no folder`() throws {
        let run = try Self.run(adding: "Sources/Store/New.swift", "let reader: Reader<Value>?")
        #expect(run.exitCode == 0 && run.output.contains("3 files"), "\(run.output)")
    }

    @Test func `a tree without Swift files does not pass`() throws {
        let tree = try TemporaryTree(["Sources/Store/Values/notes.txt": "none"])
        defer { withExtendedLifetime(tree) {} }
        #expect(try ScriptRun("checks/folders", [tree.folder.path]).exitCode == 2)
    }
}
