import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct QueryCommandTests {
    private static let text = "SELECT name FROM _ WHERE room_rate > $rate ORDER BY name"

    static let parameters: [(String, Int)] = [
        ("rate=121.5", 2), ("rate=100", 3), ("$rate=200", 1), ("rate=-1", 4), ("rate=\"x\"", 0),
        ("rate=null", 0), ("rate=true", 4),
    ]

    @Test(arguments: parameters)
    func `a parameter is JSON`(parameter: String, count: Int) throws {
        let run = try Guide().run("query", Self.text, "--param", parameter)
        #expect(run.code == .success && run.lines.count == count, "\(run)")
    }

    @Test(arguments: ["rate", "=1", "rate=x"])
    func `an invalid parameter is reported`(parameter: String) throws {
        #expect(try Guide().run("query", Self.text, "--param", parameter).code == .usage)
    }

    @Test func `a parameter can be an array`() throws {
        let run = try Guide().run(
            "query", "SELECT name FROM _ WHERE city IN $cities", "-p", "cities=[\"Oslo\",1,null]")
        #expect(run.lines == ["{\"name\":\"Fjord Lodge\"}", "{\"name\":\"Nordic\"}"])
    }

    @Test func `rows are grouped and counted`() throws {
        let run = try Guide().run(
            "query",
            "SELECT city, COUNT(*) AS n FROM _ WHERE type = 'hotel' GROUP BY city ORDER BY city",
            "-f", "csv")
        #expect(run.lines == ["city,n", "Bergen,2", "Oslo,2"])
    }

    static let failures: [(String, String)] = [
        (text, "rate"), ("SELECT", "The query cannot be parsed: line 1, column 7"),
        ("SELECT 1 FROM none", "none"),
    ]

    @Test(arguments: failures)
    func `a failing query is reported`(text: String, message: String) throws {
        let run = try Guide().run("query", text)
        #expect(run.code == .failure && run.notes.contains(message) && run.output.isEmpty)
    }

    @Test func `a row is an object without missing columns`() throws {
        let run = try Guide().run(
            "query", "SELECT stars, name FROM _ WHERE city = 'Oslo'", "--json")
        let expected = """
            [
              {"name":"Fjord Lodge"},
              {"stars":4,"name":"Nordic"}
            ]

            """
        #expect(run.output == expected)
    }

    @Test func `the query plan is printed`() throws {
        let run = try Guide().run("query", "SELECT name FROM _", "--explain")
        #expect(run.lines.first?.hasPrefix("SELECT ") ?? false)
        #expect(run.output.contains("\n└─ SCAN ") && !run.output.contains("An index"))
    }

    static let advice: [(String, String?)] = [
        ("SELECT 1 FROM _ WHERE city = 'Oslo'", "byCity city"),
        (
            "SELECT 1 FROM _ h WHERE h.type = 'hotel' AND h.room_rate > 3 ORDER BY h.name",
            "byName type name"
        ),
        ("SELECT 1 FROM _ WHERE 3 <= a.`b c` AND META().id = 'x'", "byBc 'a.`b c`'"),
        ("SELECT 1 FROM _ WHERE stars = 4", nil), ("SELECT 1 FROM _ WHERE a = b", nil),
        ("SELECT 1 FROM _ WHERE LOWER(name) = 'x'", nil), ("SELECT COUNT(*) FROM _", nil),
        ("UPDATE _ SET a = 1 WHERE city IN ['a', 'b']", "byCity city"),
    ]

    @Test(arguments: advice)
    func `an index that would help is advised`(text: String, words: String?) throws {
        let guide = try Guide()
        _ = guide.run("index create", "byStars", "stars")
        let run = guide.run("query", text, "--explain")
        let command = run.lines.first { $0.hasPrefix("  quire index create ") }
        #expect(
            run.code == .success
                && command == words.map { "  quire index create \(guide.database) \($0)" }, "\(run)"
        )
        guard let command else { return }
        _ = try QuireProcess.shell(command, in: guide.folder.path)
        #expect(!guide.run("query", text, "--explain").output.contains("An index"))
    }

    @Test func `a query file can contain comments and several statements`() throws {
        let input = """
            -- The first statement; with a comment
            SELECT 1 AS n /* inner; */ FROM _ LIMIT 1;
            /* SELECT 2; */
            UPDATE _ SET a = 1;
            SELECT COUNT(a) AS n FROM _
            """
        let run = try Guide().run("query", "-", input: input)
        #expect(run.code == .success && run.lines == ["{\"n\":1}", "{\"n\":4}"], "\(run)")
    }

    @Test func `document IDs and documents are read from standard input`() throws {
        let guide = try Guide()
        #expect(guide.run("put", "a b", "-", input: "{\"x\":1}").code == .success)
        let documents = guide.run("get", "-", input: "a b\r\n\nhotel-3\n").lines
        #expect(documents.count == 2 && documents[0] == "{\"x\":1}")
        #expect(guide.run("rm", "hotel-1", "-", input: "a b\nhotel-2").code == .success)
        #expect(guide.run("ls").lines == ["hotel-3", "hotel-10"])
        #expect(guide.run("purge", "-", input: "none\nhotel-3").code == .failure)
        #expect(guide.run("get", "-").code == .success)
    }

    @Test func `statements are read from standard input until one fails`() throws {
        let run = try Guide().run(
            "query",
            input: "SELECT 1 AS n FROM _ LIMIT 1; SELECT 2 AS m FROM _ LIMIT 1;\nSELECT; SELECT 1")
        #expect(run.code == .failure && run.lines == ["{\"n\":1}", "{\"m\":2}"])
    }
}
