import Fleece
import Testing

@testable import QuireCLI

/// `UPDATE`, `DELETE`, `UPSERT` and `INSERT` by `quire query`.
@Suite struct WriteStatementCommandTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let statement: String
        /// The message on standard error.
        let message: String
        /// The documents that differ, with their new bodies; `nil` if they are deleted.
        let changed: [String: String?]
        var testDescription: String { statement }

        init(_ statement: String, _ message: String, _ changed: [String: String?] = [:]) {
            self.statement = statement
            self.message = message
            self.changed = changed
        }
    }

    static let original = [
        "hotel-1": #"{"city":"Bergen","name":"Harbour House","room_rate":121.5,"type":"hotel"}"#,
        "hotel-2": #"{"city":"Bergen","name":"Grand","room_rate":240,"type":"hotel"}"#,
        "hotel-3": #"{"city":"Oslo","name":"Fjord Lodge","room_rate":95,"type":"hotel"}"#,
        "hotel-10":
            #"{"city":"Oslo","name":"Nordic","room_rate":150,"stars":4,"type":"hotel"}"#,
    ]

    static let cases = [
        Case(
            "UPDATE _ SET stars = 5 WHERE city = 'Bergen' AND name = 'Grand'",
            "1 document updated",
            [
                "hotel-2":
                    #"{"city":"Bergen","name":"Grand","room_rate":240,"stars":5,"type":"hotel"}"#
            ]),
        Case(
            "update _ as h set h.name = UPPER(h.name) || '!', h.room_rate = h.room_rate * 2 where META(h).id = 'hotel-3';",
            "1 document updated",
            ["hotel-3": #"{"city":"Oslo","name":"FJORD LODGE!","room_rate":190,"type":"hotel"}"#]),
        Case(
            "UPDATE _ SET address.city = city, address.lines = [1, {'a': name}] UNSET city WHERE stars = 4",
            "1 document updated",
            [
                "hotel-10":
                    #"{"address":{"city":"Oslo","lines":[1,{"a":"Nordic"}]},"name":"Nordic","room_rate":150,"stars":4,"type":"hotel"}"#
            ]),
        Case(
            "UPDATE _ SET room_rate = NULL, stars = MISSING WHERE stars IS VALUED",
            "1 document updated",
            ["hotel-10": #"{"city":"Oslo","name":"Nordic","room_rate":null,"type":"hotel"}"#]),
        Case(
            "UPDATE _ SET type = 'inn', room_rate = 9223372036854775807 WHERE META().id = 'hotel-3'",
            "1 document updated",
            [
                "hotel-3":
                    #"{"city":"Oslo","name":"Fjord Lodge","room_rate":9223372036854775807,"type":"inn"}"#
            ]),
        Case("UPDATE _ SET x = 1 WHERE nothing = 1", "0 documents updated"),
        Case("UPDATE _ UNSET nothing.at.all WHERE city = 'Oslo' LIMIT 0", "0 documents updated"),
        Case(
            "DELETE FROM _ WHERE city = 'Oslo'", "2 documents deleted",
            ["hotel-3": nil, "hotel-10": nil]),
        Case(
            "DELETE FROM _", "4 documents deleted",
            original.mapValues { _ in String?.none }),
        Case("DELETE FROM _ WHERE FALSE", "0 documents deleted"),
        Case(
            #"UPSERT INTO _ (KEY, VALUE) VALUES ("it's", {"a": 1 + 1, "b": LOWER('X')}), VALUES ('hotel-3', {})"#,
            "2 documents saved", ["it's": #"{"a":2,"b":"x"}"#, "hotel-3": "{}"]),
        Case(
            "INSERT INTO _ (KEY, VALUE) VALUES ('new', {'n': $n})", "1 document saved",
            ["new": #"{"n":[1,"é"]}"#]),
    ]

    private static func documents(_ guide: Guide) -> [String: String] {
        var documents: [String: String] = [:]
        for id in guide.run("ls").lines { documents[id] = guide.run("get", id).lines.first }
        return documents.mapValues(sorted)
    }

    /// Returns JSON with sorted keys.
    private static func sorted(_ text: String) -> String {
        (try? FleeceStorage(json: text).root?.json(.canonical)) ?? text
    }

    private static func run(_ guide: Guide, _ statement: String, _ words: String...) -> ToolRun {
        ToolRun(
            ["query", guide.database, statement, "--param", #"n=[1,"é"]"#] + words)
    }

    @Test(arguments: cases)
    func `a statement changes the selected documents`(example: Case) throws {
        let guide = try Guide()
        let run = Self.run(guide, example.statement)
        #expect(run.code == .success && run.notes == example.message + "\n", "\(run)")
        var expected = Self.original
        for (id, body) in example.changed { expected[id] = body }
        #expect(Self.documents(guide) == expected.mapValues(Self.sorted))
    }

    @Test(arguments: cases)
    func `a dry run changes nothing`(example: Case) throws {
        let guide = try Guide()
        let run = Self.run(guide, example.statement, "--dry-run")
        #expect(run.code == .success && run.notes.contains("would be"), "\(run)")
        #expect(Self.documents(guide) == Self.original.mapValues(Self.sorted))
    }

    static let failing = [
        ("UPDATE _ SET META().id = 'x'", "the metadata of a document cannot be set"),
        ("UPDATE _ SET _id = 'x'", "the metadata of a document cannot be set"),
        ("UPDATE _ AS h SET h = 1", "expected a property of the documents"),
        ("UPDATE _ WHERE a = 1", "expected SET or UNSET, found 'WHERE'"),
        ("UPDATE _ SET a = ", "expected "),
        ("UPDATE none SET a = 1", "has no collection none"),
        ("UPDATE _ SET name.first = 1", "cannot be set: name is"),
        ("DELETE _", "expected FROM, found '_'"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES (1, {})", "is not a string"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES ('a', [])", "is not an object"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES (name, {})", "cannot use properties"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES ('_a', {})", "cannot be a document's ID"),
        ("INSERT INTO _ (KEY, VALUE) VALUES ('x', {}), ('hotel-1', {})", "hotel-1"),
    ]

    @Test(arguments: failing)
    func `a statement that fails changes nothing`(statement: String, message: String) throws {
        let guide = try Guide()
        let run = Self.run(guide, statement)
        #expect(run.code == .failure && run.notes.contains(message), "\(run)")
        #expect(Self.documents(guide) == Self.original.mapValues(Self.sorted))
    }

    @Test func `a read-only query refuses statements that change documents`() throws {
        let guide = try Guide()
        let run = Self.run(guide, "SELECT 1; DELETE FROM _", "--read-only")
        #expect(run.code == .failure && Self.documents(guide).count == 4)
    }

    @Test func `the changed documents are returned`() throws {
        let guide = try Guide()
        let update = "UPDATE _ SET a = 1 WHERE city = 'Oslo' RETURNING META().id, a"
        #expect(
            Set(Self.run(guide, update).lines) == [
                #"{"id":"hotel-3","a":1}"#, #"{"id":"hotel-10","a":1}"#,
            ])
        let deletion = Self.run(guide, "DELETE FROM _ WHERE name = 'Grand' RETURNING name")
        #expect(deletion.lines == [#"{"name":"Grand"}"#])
    }

    @Test func `more documents than a page are changed`() throws {
        let guide = try Guide()
        let lines = (0..<1203).map { #"{"_id":"d\#($0)","n":\#($0)}"# }.joined(separator: "\n")
        _ = guide.run("import", "-", "--id-key", "_id", "-q", input: lines)
        let run = Self.run(guide, "UPDATE _ SET n = n + 1 WHERE n IS VALUED")
        #expect(run.notes == "1,203 documents updated\n")
        #expect(
            Self.run(guide, "SELECT SUM(n) AS s FROM _").lines
                == [#"{"s":\#((1...1203).reduce(0, +))}"#])
    }

    static let answers: [(String, options: [String], input: String, changes: Bool)] = [
        ("DELETE FROM _", [], "y\n", true), ("DELETE FROM _", [], " Yes \n", true),
        ("DELETE FROM _", [], "\n", false), ("DELETE FROM _", [], "", false),
        ("DELETE FROM _", [], "no\n", false), ("DELETE FROM _", ["--yes"], "", true),
        ("DELETE FROM _", ["-y"], "", true), ("UPDATE _ SET a = 1", [], "n\n", false),
        ("UPDATE _ SET a = 1", [], "y\n", true), ("DELETE FROM _ WHERE TRUE", [], "", true),
        ("DELETE FROM _ LIMIT 1", [], "", true),
        ("INSERT INTO _ (KEY, VALUE) VALUES ('new', {})", [], "", true),
    ]

    @Test(arguments: answers.indices)
    func `a statement that changes all documents asks on a terminal`(index: Int) throws {
        let (statement, options, input, changes) = Self.answers[index]
        let guide = try Guide()
        let before = Self.documents(guide)
        let words = ["query", guide.database, statement] + options
        let run = ToolRun(words, input: input, width: 80)
        #expect(run.code == (changes ? .success : .failure))
        #expect((Self.documents(guide) != before) == changes)
        let asks =
            options.isEmpty && !statement.contains("WHERE") && !statement.contains("LIMIT")
            && !statement.hasPrefix("INSERT")
        #expect(run.notes.contains("all 4 documents of _") == asks)
    }
}
