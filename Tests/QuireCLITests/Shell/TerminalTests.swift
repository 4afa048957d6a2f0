import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

/// The program on a terminal.
@Suite(.serialized) struct TerminalTests {
    private let guide: Guide

    init() throws {
        guide = try Guide()
    }

    private func terminal(_ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal(words, in: guide.folder.path)
    }

    @Test func `the shell prints query results as tables`() throws {
        let shell = try terminal("query", "hotels.cblite2")
        try shell.expect("quire> ")
        shell.type("SELECT name, room_rate FROM _\r")
        try shell.expect("...> ")
        shell.type("WHERE city = 'Oslo';\r")
        try shell.expect("name         room_rate\r\n-----------  ---------\r\n")
        try shell.expect("Fjord Lodge         95\r\nNordic             150\r\n2 rows in ")
        try shell.expect("quire> ")
        shell.type("\u{4}")
        _ = shell.end()
        #expect(shell.process.terminationStatus == 0)
    }

    @Test func `the shell completes collections and keys`() throws {
        let shell = try terminal("query", "hotels.cblite2")
        try shell.expect("quire> ")
        shell.type("sel\tna\t FROM _d\tWHERE room\t= 95;\r")
        try shell.expect("SELECT name  FROM _default WHERE room_rate = 95;")
        try shell.expect("Fjord Lodge\r\n1 row in ")
        shell.type("SELECT 1 FROM \t\t")
        try shell.expect("_  _default\r\n")
    }

    @Test func `the shell reads files of statements, writes rows to a file, and prints the schema`()
        throws
    {
        try "SELECT 7 AS n FROM _ LIMIT 1; -- end\nSELECT 8 AS n FROM _ LIMIT 1".write(
            toFile: guide.path("q.sql"), atomically: true, encoding: .utf8)
        let shell = try terminal("query", "hotels.cblite2")
        try shell.expect("quire> ")
        shell.type(".output out.txt\r.format csv\r.read q.sql\r.output\r.schema\r")
        try shell.expect("room_rate")
        shell.type(".read none.sql\r")
        try shell.expect("cannot open none.sql")
        shell.type("DELETE FROM _;\r")
        try shell.expect("start the shell with --write")
        shell.type(".quit\r")
        _ = shell.end()
        let output = try String(contentsOfFile: guide.path("out.txt"), encoding: .utf8)
        #expect(output == "n\n7\nn\n8\n")
    }

    @Test func `the shell changes documents on request`() throws {
        let shell = try terminal("query", "hotels.cblite2", "--write")
        try shell.expect("quire> ")
        shell.type("UPDATE _ SET stars = 1 WHERE city = 'Oslo';\r")
        try shell.expect("2 documents updated")
        shell.type(".quit\r")
        _ = shell.end()
        #expect(guide.run("query", "SELECT 1 FROM _ WHERE stars = 1").lines.count == 2)
    }

    @Test func `watching leaves no files behind`() throws {
        let watch = try terminal("watch", "hotels.cblite2")
        try watch.expect("press Ctrl-C to stop")
        kill(watch.process.processIdentifier, SIGINT)
        _ = watch.end()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: guide.database)
                == ["db.sqlite3"])
    }

    @Test func `the shell stores its history for the next session`() throws {
        for text in ["SELECT 7 FROM _ LIMIT 1;\r", "\u{1B}[A\u{1B}[A\r", "\u{12}7 from\r"] {
            let shell = try terminal("query", "hotels.cblite2")
            try shell.expect("quire> ")
            shell.type(text)
            try shell.expect("\r\n 7\r\n1 row in ")
            shell.type(".quit\r")
            _ = shell.end()
            #expect(shell.process.terminationStatus == 0)
        }
    }

    @Test func `the shell reports errors, and Ctrl-C discards a statement`() throws {
        let shell = try terminal("query", "hotels.cblite2")
        try shell.expect("quire> ")
        shell.type("SELECT FROM;\r")
        try shell.expect("The query cannot be parsed: line 1, ")
        try shell.expect("quire> ")
        shell.type("SELECT nonsense\r")
        try shell.expect("...> ")
        shell.type("\u{3}")
        try shell.expect("quire> ")
        shell.type(".format csv\rSELECT room_rate AS n FROM _ LIMIT 1;\r")
        try shell.expect("n\r\n121.5\r\n1 row")
        shell.type(".explain on\rSELECT name FROM _;\r")
        try shell.expect("SCAN ")
        shell.type(".help\r.nonsense\r")
        try shell.expect("End a query with a semicolon")
        try shell.expect("unknown command .nonsense")
    }

    @Test func `a table fits the width of the terminal`() throws {
        let terminal = try terminal(
            "query", "hotels.cblite2", "SELECT name, META().id FROM _ LIMIT 1")
        try terminal.expect(
            "name           id\r\n-------------  -------\r\nHarbour House  hotel-1\r\n")
        _ = terminal.end()
    }

    @Test func `an import shows its progress, and stops after a complete batch on Ctrl-C`() throws {
        var lines = ""
        for index in 0..<60_000 {
            lines += #"{"_id":"d\#(index)","text":"\#(String(repeating: "x", count: 100))"}"# + "\n"
        }
        _ = try guide.folder.write(lines, to: "many.jsonl")
        let terminal = try terminal(
            "import", "many.cblite2", "many.jsonl", "--id-key", "_id", "--batch", "500")
        try terminal.expect(" %  ")
        try terminal.expect("/s, ")
        try terminal.expect(" left")
        // Waits until at least one batch is saved: the number is a multiple of 500.
        try terminal.expect("00 done")
        kill(terminal.process.processIdentifier, SIGINT)
        let end = terminal.end()
        #expect(end.contains("documents imported in ") && end.contains("quire import: interrupted"))
        #expect(terminal.process.terminationReason == .uncaughtSignal)
        #expect(terminal.process.terminationStatus == SIGINT)
        let path = guide.path("many.cblite2")
        let count = ToolRun(["ls", path]).lines.count
        #expect(ToolRun(["check", path]).code == .success && count.isMultiple(of: 500))
        #expect(count < 60_000)
    }

    @Test func `Ctrl-C ends other commands immediately`() throws {
        let terminal = try terminal("watch", "hotels.cblite2")
        try terminal.expect("press Ctrl-C to stop")
        kill(terminal.process.processIdentifier, SIGINT)
        _ = terminal.end()
        #expect(terminal.process.terminationReason == .uncaughtSignal)
    }

    @Test func `watch prints changes by other processes`() throws {
        let terminal = try terminal("watch", "hotels.cblite2", "-n", "2")
        try terminal.expect("press Ctrl-C to stop")
        _ = guide.run("put", "hotel-1", #"{"new":1}"#)
        try terminal.expect("_default  hotel-1  at sequence 5\r\n")
        _ = guide.run("rm", "hotel-2")
        try terminal.expect("_default  hotel-2  deleted\r\n")
        _ = terminal.end()
        #expect(terminal.process.terminationStatus == 0)
    }

    @Test func `watch prints JSON with the documents`() throws {
        let terminal = try terminal("watch", "hotels.cblite2", "-n", "1", "--json", "--bodies")
        try terminal.expect("press Ctrl-C to stop")
        _ = guide.run("put", "x", #"{"new":1}"#)
        try terminal.expect(
            #"{"collection":"_default","_id":"x","sequence":5,"body":{"new":1}}"#)
        _ = terminal.end()
    }
}
