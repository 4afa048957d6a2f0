import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct ShellPartsTests {
    static let keys: [(String, [Key])] = [
        ("a€", [.character("a"), .character("€")]),
        ("\r\t\u{7F}\u{8}", [.enter, .tab, .backspace, .backspace]),
        ("\u{1}\u{3}\u{12}", [.control("a"), .control("c"), .control("r")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}OH", [.home, .end, .home, .end, .home]),
        ("\u{1B}[3~x", [.delete, .character("x")]),
        ("\u{1B}[1;5C\u{1B}[1;5D\u{1B}b\u{1B}f", [.wordRight, .wordLeft, .wordLeft, .wordRight]),
        ("\u{1B}[99~\u{1B}[5;9Zq", [.unknown, .unknown, .character("q")]),
    ]

    @Test(arguments: keys, [1, 100])
    func `bytes from a terminal are parsed to keys`(
        example: (text: String, keys: [Key]), pieceLength: Int
    ) throws {
        var reader = KeyReader(MemoryInput(example.text, pieceLength: pieceLength))
        var keys: [Key] = []
        while let key = try reader.next() { keys.append(key) }
        #expect(keys == example.keys)
    }

    static let statements: [([String], [String], String)] = [
        (["SELECT 1;"], ["SELECT 1"], ""),
        (["SELECT\n", "1 ; SELECT 2;"], ["SELECT\n1", "SELECT 2"], ""),
        (["SELECT ';'; x"], ["SELECT ';'"], "x"),
        (["SELECT 'it''s;';"], ["SELECT 'it''s;'"], ""),
        (["SELECT `a;b`, \"c;d\";"], ["SELECT `a;b`, \"c;d\""], ""),
        (["SELECT 1 /* ; */ ;"], ["SELECT 1"], ""),
        (["SELECT 1 -- ;\n + 1;"], ["SELECT 1 \n + 1"], ""),
        (["-- only\n/* comments\n; */ ;--"], [], ""), (["SELECT 5--1;"], ["SELECT 5--1"], ""),
        (["SELECT '--', \"/*\";"], ["SELECT '--', \"/*\""], ""),
        (["SELECT 1 /* a", "b */, 2;"], ["SELECT 1  , 2"], ""), (["SELECT /*/ 1;"], [], "SELECT"),
        ([" ; ;;"], [], ""),
        (["SELECT 'a", "b';"], ["SELECT 'ab'"], ""),
    ]

    @Test(arguments: statements)
    func `statements end with semicolons`(pieces: [String], expected: [String], rest: String) {
        var reader = StatementReader()
        let found = pieces.flatMap { reader.add($0) }
        #expect(found == expected && reader.finish() == (rest.isEmpty ? [] : [rest]))
    }

    static let completion = QueryCompletion(
        collections: ["_", "hotels", "inventory.hotels"],
        keys: ["name", "address", "address.city", "`odd key`", "number"])

    static let completions: [(String, Int, [String])] = [
        ("SELECT na", 7, ["name", "NATURAL"].filter { $0 == "name" }),
        ("SELECT address.", 7, ["address.city"]),
        ("SELECT n", 7, ["name", "number", "NOT", "NULL", "NULLIF("]),
        ("SELECT date_d", 7, ["DATE_DIFF_MILLIS(", "DATE_DIFF_STR("]), ("SELECT pi", 7, ["PI()"]),
        ("SELECT `o", 7, ["`odd key`"]),
        ("SELECT name FROM ", 17, ["_", "hotels", "inventory.hotels"]),
        ("select name from i", 17, ["inventory.hotels"]),
        ("sel", 0, ["SELECT"]),
        ("SELECT name FROM _ WHERE name = 'Sa", 33, []), ("SELECT \"it's\", na", 15, ["name"]),
        (".ex", 0, [".explain"]),
        ("SELECT ", 7, []),
        ("", 0, []),
    ]

    @Test(arguments: completions)
    func `a word is completed with the possible words`(text: String, start: Int, words: [String]) {
        let found = Self.completion.words(for: text)
        #expect(found.start == start && found.words == words)
    }

    @Test func `completion offers the collections and keys of a database`() throws {
        let guide = try Guide()
        _ = guide.run(
            "import", "-", "-c", "s.deep", "--id-key", "k", input: #"{"k":1,"a":{"b c":{"d":1}}}"#)
        let database = try guide.open()
        let completion = QueryCompletion(database)
        try database.close()
        #expect(completion.words(for: "SELECT 1 FROM s").words == ["s.deep"])
        let keys = ["a", "a.`b c`", "a.`b c`.d", "city", "name", "room_rate"]
        #expect(Set(completion.keys).isSuperset(of: keys))
    }

    @Test func `history can be browsed in both directions and is stored`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/state/history"
        var history = History(path: path)
        for line in ["one", "two", "two", "", "th\nree"] { history.add(line) }
        #expect(history.lines == ["one", "two", "th ree"])
        let back = [history.previous("draft"), history.previous(""), history.previous("")]
        #expect(back == ["th ree", "two", "one"] && history.previous("") == nil)
        #expect([history.next(), history.next(), history.next()] == ["two", "th ree", "draft"])
        #expect(history.next() == nil && History(path: path).lines == history.lines)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    static let paths: [([String: String], String?)] = [
        (["HOME": "/h"], "/h/.local/state/quire/history"),
        (["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s/quire/history"),
        (["HOME": "/h", "XDG_STATE_HOME": "s"], "/h/.local/state/quire/history"),
        (["HOME": "/h", "QUIRE_HISTORY": "/f"], "/f"),
        (["HOME": "/h", "QUIRE_HISTORY": ""], nil), ([:], nil),
    ]

    @Test(arguments: paths)
    func `history is stored in the state directory`(environment: [String: String], path: String?) {
        #expect(History.path(environment) == path)
    }

    static let bars: [(Int, Double?, Double, String)] = [
        (0, nil, 0, "0 done, 0/s"),
        (1000, nil, 2, "1,000 done, 500/s"),
        (500, 0.5, 10, "[##########..........] 50 %  500 done, 50/s, 0:10 left"),
        (500, 0.01, 60, "[....................] 1 %  500 done, 8/s, 1:39:00 left"),
        (7, 1, 7, "[####################] 100 %  7 done, 1/s, 0:00 left"),
        (7, 0, 7, "[....................] 0 %  7 done, 1/s"),
        (7, 1.5, 7, "[####################] 100 %  7 done, 1/s, 0:00 left"),
    ]

    @Test(arguments: bars)
    func `the progress bar shows a rate and the remaining time`(
        count: Int, fraction: Double?, elapsed: Double, line: String
    ) {
        #expect(ProgressBar.line(count: count, fraction: fraction, elapsed: elapsed) == line)
    }
}
