import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireCLI

/// Reading commands do not change the files of a bundle, including those left by another process.
@Suite struct UnchangedFilesCommandTests {
    static let commands = [
        ["info"], ["ls"], ["get", "hotel-1"], ["query", "SELECT name FROM _ WHERE city = 'Oslo'"],
        ["export", "--where", "TRUE"], ["schema"], ["index ls"], ["check"], ["collection ls"],
    ]

    @Test(arguments: LeftFiles.allCases, [nil, 502])
    func `commands that read change nothing`(left: LeftFiles, schema: Int?) throws {
        let guide = try Guide()
        try guide.execute("UPDATE kv_default SET expiration = 1 WHERE key = 'hotel-2'")
        if let schema { try guide.execute("PRAGMA user_version = \(schema)") }
        try left.leave(in: guide.database)
        let before = try FolderContent(of: guide.database)
        for command in Self.commands {
            let name = command[0].split(separator: " ").map(String.init)
            let run = ToolRun(name + [guide.database] + command.dropFirst())
            #expect(run.code == .success, "\(command): \(run.notes)")
            let differences = try FolderContent(of: guide.database).differences(from: before)
            #expect(differences == [], "\(command)")
        }
        #expect(guide.run("ls").lines.count == 4)
    }

    @Test(arguments: LeftFiles.allCases)
    func `commands that write change nothing in a rejected bundle`(left: LeftFiles) throws {
        let guide = try Guide()
        try guide.execute("PRAGMA user_version = 600")
        try left.leave(in: guide.database)
        let before = try FolderContent(of: guide.database)
        let runs = [
            guide.run("put", "x", "{}", "--upgrade"), guide.run("rm", "hotel-1", "--upgrade"),
            guide.run("compact", "--upgrade"), guide.run("index create", "i", "a", "--upgrade"),
            guide.run("import", guide.path("hotels.jsonl"), "--id-key", "_id"),
            guide.run("copy", guide.path("copy.cblite2")),
        ]
        #expect(
            runs.allSatisfy { $0.code == .failure && $0.notes.contains("600") },
            "\(runs.map(\.notes))")
        var after = try FolderContent(of: guide.database)
        // Copying locks the log's index.
        after.files["db.sqlite3-shm"]? = before.files["db.sqlite3-shm"] ?? Data()
        #expect(after.differences(from: before) == [])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: guide.folder.path).sorted() == [
                "hotels.cblite2", "hotels.jsonl",
            ])
    }

    @Test(arguments: commands.map { $0[0] } + ["copy"])
    func `an empty file is not a database, and stays empty`(command: String) throws {
        let folder = try TemporaryFolder()
        let bundle = folder.path + "/empty.cblite2"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: bundle + "/db.sqlite3"))
        let operands =
            switch command {
            case "get": ["a"]
            case "query": ["SELECT 1"]
            case "copy": [folder.path + "/copy.cblite2"]
            default: [] as [String]
            }
        let run = ToolRun(command.split(separator: " ").map(String.init) + [bundle] + operands)
        #expect(run.code == .failure && run.notes.contains("empty"), "\(run.notes)")
        #expect(
            try FolderContent(of: folder.path).files.keys.sorted() == [
                "empty.cblite2", "empty.cblite2/db.sqlite3",
            ])
        #expect(try Data(contentsOf: URL(filePath: bundle + "/db.sqlite3")).isEmpty)
    }

    @Test func `writing to an empty file creates a database`() throws {
        let guide = try Guide()
        let bundle = guide.path("empty.cblite2")
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: bundle + "/db.sqlite3"))
        let run = ToolRun(["import", bundle, guide.path("hotels.jsonl"), "--id-key", "_id"])
        #expect(run.code == .success && ToolRun(["ls", bundle]).lines.count == 4)
    }

    static let forest = [["db.forest"], ["db.forest.0", "db.forest.meta"], ["db.forest.1"]]

    @Test(arguments: forest, ["ls", "import", "put", "copy", "check", "info"])
    func `a bundle of ForestDB is reported as Couchbase Lite 1, and nothing is created in it`(
        files: [String], command: String
    ) throws {
        let folder = try TemporaryFolder()
        let bundle = folder.path + "/old.cblite2"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        for file in files { try Data("x".utf8).write(to: URL(filePath: bundle + "/" + file)) }
        let before = try FolderContent(of: folder.path)
        let operands =
            switch command {
            case "import": ["-"]
            case "put": ["a", "{}"]
            case "copy": [folder.path + "/copy.cblite2"]
            default: [] as [String]
            }
        let run = ToolRun([command, bundle] + operands, input: #"{"_id":"a"}"#)
        #expect(run.code == .failure && run.notes.contains("Couchbase Lite 1.x"), "\(run.notes)")
        #expect(try FolderContent(of: folder.path).differences(from: before) == [])
    }
}
