import Foundation
import Testing

/// Runs `Scripts/checks/names` on a small module.
@Suite struct CheckNamesTests {
    static func run(_ files: [String: String]) throws -> ScriptRun {
        let tree = try TemporaryTree(files)
        defer { withExtendedLifetime(tree) {} }
        return try ScriptRun("checks/names", [tree.folder.path])
    }

    /// Declarations, and the name and number of parameters that the script prints for each.
    static let unclear: [(text: String, name: String, count: Int)] = [
        ("func save(_ a: Int, _ b: Int, _ c: Int) {}", "save(_:_:_:)", 3),
        ("func save(_ a: Int, to b: Int, _ c: Int, _ d: Int) {}", "save(_:to:_:_:)", 3),
        ("func save<T: Sequence<Int>, U>(_ a: T, _ b: U, _ c: Int) {}", "save(_:_:_:)", 3),
        ("func save(\n    _ a: Int,\n    _ b: Int,  // , (\n    _ c: Int\n) {}", "save(_:_:_:)", 3),
        ("func save(_ a: (Int, Int), _ b: [Int: Int], _ c: () -> Int) {}", "save(_:_:_:)", 3),
        (
            "func save(_ a: Int, _ b: inout Int, _ c: @autoclosure () -> Int, by d: Int) {}",
            "save(_:_:_:by:)", 3
        ),
        (
            #"func save(_ a: String = ")", _ b: (Int) -> Bool = { $0 < 1 }, _ c: Int) {}"#,
            "save(_:_:_:)", 3
        ),
        ("func `repeat`(_ a: Int, _ b: Int, _ c: Int) {}", "repeat(_:_:_:)", 3),
        ("init(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {}", "init(_:_:_:_:)", 4),
        ("init?<T>(_ a: T, _ b: Int, _ c: Int) {}", "init(_:_:_:)", 3),
        ("subscript(a: Int, b: Int, c: Int) -> Int { 0 }", "subscript(_:_:_:)", 3),
    ]

    @Test(arguments: unclear)
    func `a declaration with three parameters without a label is reported`(
        text: String, name: String, count: Int
    ) throws {
        let run = try Self.run(["Sources/Store/Store.swift": "struct Store {}\n\(text)\n"])
        #expect(
            run.output == """
                Sources/Store/Store.swift:2: \(name) has \(count) parameters without a label

                """)
        #expect(run.exitCode == 1)
    }

    static let clear = [
        "func save(_ a: Int, _ b: Int, to c: Int, by d: Int) {}",
        "func save(_ a: (_ x: Int, _ y: Int, _ z: Int) -> Void, _ b: Int) {}",
        "func save<A, B, C>(_ a: A, _ b: B, by c: C = C.init(1, 2, 3)) {}",
        "func save(a: Int, b: Int, c: Int, d: Int) {}",
        "init(_ a: Int, _ b: Int, by c: Int) { self.init(a, b, c, 0) }",
        "subscript(a: Int, b: Int, at c: Int) -> Int { 0 }",
        "// func save(_ a: Int, _ b: Int, _ c: Int) {}",
        "/* func save(_ a: Int, _ b: Int, _ c: Int) {} */",
        #"let text = "func save(_ a: Int, _ b: Int, _ c: Int) {}""#,
        "let function = save(_:_:_:)",
    ]

    @Test(arguments: clear)
    func `other code is not reported`(text: String) throws {
        let run = try Self.run(["Sources/Store/Store.swift": text])
        #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test func `names that Couchbase has given and documentation are not checked`() throws {
        let text = "func save(_ a: Int, _ b: Int, _ c: Int) {}"
        let run = try Self.run([
            "Sources/CouchbaseLiteSwift/Store.swift": text,
            "Sources/Store/Store.docc/Example.swift": text,
            "Sources/Store/Store.swift": "func save(_ a: Int) {}",
        ])
        #expect(run.exitCode == 0 && run.output.contains("1 declarations"), "\(run.output)")
    }

    @Test func `an exception is for one declaration, and is reported without it`() throws {
        let path = "Sources/QuireModels/Middleware/ValidationRules.swift"
        let text = "func check(_ a: Int, _ b: Int, _ c: Int) {}"
        #expect(try Self.run([path: text]).exitCode == 0)
        let other = try Self.run([path: text.replacing("check", with: "save")])
        #expect(
            other.output == """
                \(path):1: save(_:_:_:) has 3 parameters without a label
                \(path): check(_:_:_:) does not need the exception in Scripts/checks/names

                """)
        #expect(other.exitCode == 1)
    }

    @Test func `a tree without Swift files does not pass`() throws {
        #expect(try Self.run(["Sources/Store/notes.txt": "none"]).exitCode == 2)
    }
}
