import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct IndexCommandTests {
    struct Call: Sendable, CustomTestStringConvertible {
        let words: [String]
        let row: String

        init(_ row: String, _ words: String...) {
            self.words = words
            self.row = row
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let calls = [
        Call("_default\ta\tvalue\t\tcity, room_rate\t\t", "a", "city", "room_rate"),
        Call(
            "_default\ta\tvalue\t\tcity\tstars >= 4\t", "a", "city", "--where", "stars >= 4"),
        Call("_default\ta\tfull-text\t\tname\t\t", "a", "name", "--full-text"),
        Call(
            "_default\ta\tfull-text\t\tname\tstars > 1\t", "a", "name", "--full-text", "--where",
            "stars > 1", "--language", "en", "--ignore-accents"),
        Call("_default\ta\tarray\ttags\t\t\t", "a", "--array", "tags"),
        Call(
            "_default\ta\tarray\treviews[].marks\tauthor,worth\t\t", "a", "author", "worth",
            "--array",
            "reviews[].marks"),
        Call(
            "_default\ta\tnearest\t\tv\t\t3 dimensions, EUCLIDEAN_SQUARED", "a", "v", "--vector",
            "--dimensions", "3"),
        Call(
            "_default\ta\tnearest\t\tv.w\t\t4096 dimensions, COSINE", "a", "v.w", "--vector",
            "--dimensions", "4096", "--metric", "Cosine"),
    ]

    @Test(arguments: calls)
    func `a created index is listed with its definition`(call: Call) throws {
        let guide = try Guide()
        let created = ToolRun(["index", "create", guide.database] + call.words)
        let listed = guide.run("index ls")
        #expect(
            created.code == .success && created.output.isEmpty && listed.lines == [call.row],
            "\(created.notes)\(listed.output)")
    }

    @Test func `an index serves queries, and a partial index those that imply its condition`()
        throws
    {
        let guide = try Guide()
        _ = guide.run("index create", "dear", "city", "--where", "room_rate > 100")
        let text = "SELECT name FROM _ WHERE city = 'Oslo'"
        let plans = [text, text + " AND room_rate > 100"].map {
            guide.run("query", $0, "--explain").output.contains("USING INDEX dear")
        }
        #expect(plans == [false, true])
    }

    @Test func `an index as JSON has the column names as keys`() throws {
        let guide = try Guide()
        _ = guide.run("index create", "a", "city", "--where", "stars > 3")
        let expected =
            #"{"collection":"_default","name":"a","kind":"value","expression":"city","#
            + #""condition":"stars > 3"}"#
        #expect(guide.run("index ls", "--format", "jsonl").lines == [expected])
    }

    @Test func `an index can be listed by its collection`() throws {
        let guide = try Guide()
        _ = guide.run(
            "import", guide.path("hotels.jsonl"), "--id-key", "_id", "--collection", "travel.inns")
        _ = guide.run("index create", "a", "city", "-c", "travel.inns")
        _ = guide.run("index create", "b", "city")
        let lists = [[], ["-c", "travel.inns"], ["-c", "_default"]].map {
            ToolRun(["index", "ls", guide.database] + $0).lines.map { $0.prefix { $0 != "\t" } }
        }
        #expect(
            lists == [["_default", "travel.inns"], ["travel.inns"], ["_default"]])
    }

    @Test func `an identical index is kept, and a different one is replaced only with --replace`()
        throws
    {
        let guide = try Guide()
        _ = guide.run("index create", "a", "city")
        let same = guide.run("index create", "a", "city")
        let other = guide.run("index create", "a", "name")
        let replaced = guide.run("index create", "a", "name", "--replace")
        #expect(
            [same.code, other.code, replaced.code] == [.success, .failure, .success]
                && same.notes.contains("already exists") && other.notes.contains("--replace"))
        #expect(guide.run("index ls").lines == ["_default\ta\tvalue\t\tname\t\t"])
    }

    @Test func `either all indexes are deleted or none`() throws {
        let guide = try Guide()
        for name in ["a", "b", "c"] { _ = guide.run("index create", name, "city") }
        let refused = guide.run("index rm", "a", "d")
        let count = guide.run("index ls").lines.count
        let run = guide.run("index rm", "a", "c")
        #expect(
            refused.code == .failure && refused.notes == "quire index rm: there is no index d\n")
        #expect(count == 3 && run.code == .success && guide.run("index ls").lines.count == 1)
    }

    static let refused = [
        (["a"], CommandLineTool.ExitCode.usage, "missing argument EXPRESSION: values to index"),
        (["a", "city", "--language", "en"], .usage, "--language requires --full-text"),
        (
            ["a", "--array", "x", "--where", "y > 1"], .usage,
            "--array and --where are mutually exclusive"
        ),
        (["a", "city ="], .failure, "The index's expression \"city =\" cannot be parsed"),
        (["a", "name || 'x'", "--full-text"], .failure, "A full-text index requires properties"),
        (["a", "city", "-c", "none"], .failure, "there is no collection none"),
    ]

    @Test(arguments: refused)
    func `an invalid index is rejected with the reason`(
        words: [String], code: CommandLineTool.ExitCode, reason: String
    ) throws {
        let guide = try Guide()
        let run = ToolRun(["index", "create", guide.database] + words)
        #expect(run.code == code && run.notes.hasPrefix("quire index create: " + reason))
    }
}
