import Foundation
import Testing

/// Runs `Scripts/check-layers` on a small tree: a valid one, and the same one with one more file.
@Suite struct CheckLayersTests {
    /// A valid tree with one file per layer.
    static let house = [
        "Sources/Fleece/FleeceValue.swift": """
        public struct FleeceValue {
            public enum Kind { case null, string }
            public var kind: Kind { .null }
        }
        """,
        "Sources/SQLPlusPlus/QueryTree.swift": """
        public indirect enum QueryTree { case property(String), all([QueryTree]) }
        """,
        "Sources/QuireDocuments/QuireError.swift": """
        public struct QuireError: Error {
            public struct Code: Hashable { let name: String }
            public let code: Code
        }
        """,
        "Sources/QuireDocuments/Documents/Document.swift": """
        public import Fleece
        public class Document { public var body: FleeceValue? { nil } }
        """,
        "Sources/QuireDocuments/Coding/DocumentEncoder.swift": """
        struct DocumentEncoder {
            struct Session { let path: String }
            func encode(_ document: Document) -> Session { Session(path: "") }
        }
        """,
        "Sources/Quire/Store/SQLite/SQLiteConnection.swift": """
        import CSQLite
        final class SQLiteConnection {}
        """,
        "Sources/Quire/Store/Documents/Database.swift": """
        public final class Database {
            public struct Options {}
            func read(_ document: Document) throws(QuireError) {}
        }
        extension QuireError.Code { static let conflict = Self(name: "conflict") }
        """,
        "Sources/Quire/Query/Query.swift": """
        public import SQLPlusPlus
        public struct Query<Row> {
            public struct Cursor {}
            let database: Database
            let tree: QueryTree
        }
        extension Database {
            public func makeQuery() -> Query<Int>.Cursor { Query.Cursor() }
        }
        func compile(_ tree: QueryTree) -> String { "" }
        """,
        "Sources/Quire/Repository/Repository.swift": """
        public struct Repository<Model> { let query: Query<Model>, encoder: DocumentEncoder }
        extension Database {
            public func repository<Model>(of type: Model.Type) throws -> Repository<Model> {}
            public enum Watch {}
        }
        extension String { var plural: String { self + "s" } }
        """,
    ]

    static func run(adding path: String, _ text: String) throws -> ScriptRun {
        let tree = try TemporaryTree(house.merging([path: text]) { _, new in new })
        defer { withExtendedLifetime(tree) {} }
        return try ScriptRun("check-layers", [tree.folder.path])
    }

    @Test func `a valid tree passes`() throws {
        let run = try Self.run(adding: "Sources/Quire/Query/Row.swift", "struct Row {}")
        #expect(run.exitCode == 0 && run.output.contains("10 files"), "\(run.output)")
    }

    @Test func `a tree without Swift files does not pass`() throws {
        let tree = try TemporaryTree(["Sources/Fleece/notes.txt": "none"])
        #expect(try ScriptRun("check-layers", [tree.folder.path]).exitCode == 2)
    }

    struct Violation: Sendable, CustomTestStringConvertible {
        let file: String
        let text: String
        let line: Int
        let message: String
        var testDescription: String { message }
    }

    static let violations = [
        Violation(
            file: "Sources/Fleece/New.swift",
            text: "let one = 1\nfunc load(_ error: QuireError) {}", line: 2,
            message:
                "Fleece names QuireError, which QuireDocuments declares "
                + "(Sources/QuireDocuments/QuireError.swift:1)"),
        Violation(
            file: "Sources/Fleece/New.swift", text: "import Foundation\npublic import Quire",
            line: 2,
            message: "Fleece imports Quire, which it may not use"),
        Violation(
            file: "Sources/Fleece/New.swift", text: "@testable import struct SQLPlusPlus.QueryTree",
            line: 1, message: "Fleece imports SQLPlusPlus, which it may not use"),
        Violation(
            file: "Sources/Quire/Query/New.swift", text: "import CSQLite", line: 1,
            message: "Query imports CSQLite, which it may not use"),
        Violation(
            file: "Sources/SQLPlusPlus/New.swift", text: "\nlet value: FleeceValue? = nil", line: 2,
            message: "SQLPlusPlus names FleeceValue, which Fleece declares "
                + "(Sources/Fleece/FleeceValue.swift:1)"),
        Violation(
            file: "Sources/QuireDocuments/New.swift", text: "extension Document {\n}", line: 1,
            message: "QuireDocuments names Document, which Documents declares "
                + "(Sources/QuireDocuments/Documents/Document.swift:2)"),
        Violation(
            file: "Sources/QuireDocuments/Documents/New.swift",
            text: "struct Owner {\n    weak var database: Database?\n}", line: 2,
            message: "Documents names Database, which Store/Documents declares "
                + "(Sources/Quire/Store/Documents/Database.swift:1)"),
        Violation(
            file: "Sources/Quire/Store/SQLite/New.swift",
            text: "let code = QuireError.Code.conflict", line: 1,
            message: "Store/SQLite names conflict, which Store/Documents declares "
                + "(Sources/Quire/Store/Documents/Database.swift:5)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift",
            text: "let encoder = DocumentEncoder()", line: 1,
            message: "Store/Documents names DocumentEncoder, which Coding declares "
                + "(Sources/QuireDocuments/Coding/DocumentEncoder.swift:1)"),
        Violation(
            file: "Sources/QuireDocuments/Coding/New.swift",
            text: "func open(\n    _ options: Database.Options\n) {}", line: 2,
            message: "Coding names Database, which Store/Documents declares "
                + "(Sources/Quire/Store/Documents/Database.swift:1)"),
        Violation(
            file: "Sources/Quire/Query/New.swift", text: "extension Repository {}", line: 1,
            message: "Query names Repository, which Repository declares "
                + "(Sources/Quire/Repository/Repository.swift:1)"),
        Violation(
            file: "Sources/Quire/Query/New.swift", text: "let name = \"hotel\".plural", line: 1,
            message: "Query names plural, which Repository declares "
                + "(Sources/Quire/Repository/Repository.swift:6)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift",
            text:
                "func f(_ database: Database) throws {\n    _ = try database.repository(of: Int.self)\n}",
            line: 2,
            message: "Store/Documents names repository, which Repository declares "
                + "(Sources/Quire/Repository/Repository.swift:3)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift",
            text: "extension Database {\n    func f() { _ = makeQuery() }\n}", line: 2,
            message: "Store/Documents names makeQuery, which Query declares "
                + "(Sources/Quire/Query/Query.swift:8)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift", text: "var watch: Database.Watch?",
            line: 1,
            message: "Store/Documents names Database.Watch, which Repository declares "
                + "(Sources/Quire/Repository/Repository.swift:4)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift",
            text: "extension Database {\n    var watch: Watch? { nil }\n}", line: 2,
            message: "Store/Documents names Watch, which Repository declares "
                + "(Sources/Quire/Repository/Repository.swift:4)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift", text: "let sql = compile(tree)",
            line: 1,
            message: "Store/Documents names compile, which Query declares "
                + "(Sources/Quire/Query/Query.swift:10)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift",
            text: ##"let text = "of \(describe("\(Repository<Int>.self)")) rows""##, line: 1,
            message: "Store/Documents names Repository, which Repository declares "
                + "(Sources/Quire/Repository/Repository.swift:1)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift",
            text:
                ##"let text = #"""\##n  "not" this: \(Query) \##n  but \#(Query<Int>.self)\##n"""#"##,
            line: 3,
            message:
                "Store/Documents names Query, which Query declares (Sources/Quire/Query/Query.swift:2)"
        ),
        Violation(
            file: "Sources/Quire/Store/SQLite/New.swift", text: "weak var owner: Database?",
            line: 1,
            message: "Store/SQLite names Database, which Store/Documents declares "
                + "(Sources/Quire/Store/Documents/Database.swift:1)"),
        Violation(
            file: "Sources/Quire/Store/Documents/New.swift", text: "import CSQLite", line: 1,
            message: "Store/Documents imports CSQLite, which it may not use"),
        Violation(
            file: "Sources/Quire/Repository/New.swift", text: "let one: SQLiteConnection?", line: 1,
            message: "Repository names SQLiteConnection, which Store/SQLite declares "
                + "(Sources/Quire/Store/SQLite/SQLiteConnection.swift:2)"),
        Violation(
            file: "Sources/Quire/Store/New.swift", text: "struct Trunk {}", line: 1,
            message: "the folder has no layer; give it one in Scripts/layers/layers.awk"),
        Violation(
            file: "Sources/Quire/Attic/New.swift", text: "struct Trunk {}", line: 1,
            message: "the folder has no layer; give it one in Scripts/layers/layers.awk"),
    ]

    @Test(arguments: violations)
    func `a violation is printed with its file, line and declaration`(violation: Violation) throws {
        let run = try Self.run(adding: violation.file, violation.text)
        #expect(run.output == "\(violation.file):\(violation.line): \(violation.message)\n")
        #expect(run.exitCode == 1)
    }

    /// Code of the engine that does not refer to a higher layer.
    static let innocent = [
        "/// Kept by a ``Repository``, see `Query`.\nstruct Kept {} // Repository",
        "/* Repository /* nested */ Query */ let a = 1",
        #"let text = "a Repository \"of\" Query rows""#,
        ##"let text = #"raw \(Repository) "Query""#"##,
        "let text = \"\"\"\n    Repository \"of\" Query\n    \"\"\"",
        #"let pattern = /Repository "\/Query/"#,
        "struct Page<Query> { let query: Query }",
        "func run<Repository>(_ repository: Repository) {}",
        "private struct Query {}\nlet query = Query()",
        "struct Cursor {}\nlet cursor = Cursor()",
        "protocol Source { associatedtype Repository }\nfunc f<S: Source>(_ s: S.Repository) {}",
        "struct Noun { var plural: String }\nlet name = Noun(plural: \"\").plural",
        "enum Mode {\n    case plural, compile(Int)\n}\nlet mode = Mode.plural",
        "func pair() -> (plural: Int, other: Int) { (1, 2) }\nlet one = pair().plural",
        "func f(compile: (Int) -> Int) -> Int { compile(1) }",
        "let all = [1].map { compile in compile }",
        "let code = QuireError.Code.conflict",
    ]

    @Test(arguments: innocent)
    func `a name that is not declared in a higher layer is not reported`(text: String) throws {
        let run = try Self.run(adding: "Sources/Quire/Store/Documents/New.swift", text)
        #expect(run.exitCode == 0, "\(run.output)")
    }
}
