import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct ImportCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path + "/new.cblite2"
    }

    private func run(_ input: String, _ words: String...) -> ToolRun {
        ToolRun(["import", database, "-"] + words, input: input)
    }

    private var exported: [String] { ToolRun(["export", database]).lines }

    static let identities: [(String, String)] = [
        (#"{"_id":"a","x":1}"#, #"{"_id":"a","x":1}"#),
        (#"{"_id":7}"#, #"{"_id":"7"}"#),
        (#"{"_id":18446744073709551615}"#, #"{"_id":"18446744073709551615"}"#),
    ]

    @Test(arguments: identities)
    func `the ID key is a string or an integer`(input: String, output: String) {
        #expect(run(input, "--id-key", "_id").code == .success && exported == [output])
    }

    @Test(arguments: ["{ }", "{\t}", " { \r} ", "[{ },\n{\n}]", "{\r\n}"])
    func `white space in an empty document is ignored`(input: String) {
        let format = input.hasPrefix("[") || input.contains("\n") ? "json" : "jsonl"
        #expect(run(input, "--format", format).code == .success)
        let bodies = Set(exported.map { $0.replacing(/"_id":"[^"]*"/, with: "") })
        #expect(bodies == ["{}"])
    }

    static let wrong: [(String, [String], String)] = [
        (#"{"x":1}"#, ["--id-key", "_id"], "missing ID key _id"),
        (#"{"_id":1.5}"#, ["--id-key", "_id"], "ID key _id must be a string or an integer"),
        (#"{"_id":"_a"}"#, ["--id-key", "_id"], "\"_a\" cannot be a document's ID"),
        (#"{"_id":""}"#, ["--id-key", "_id"], "\"\" cannot be a document's ID"),
        (#"{"_id":"a"}"#, [], "the key _id is reserved"),
        ("[1]", [], "not a JSON object"),
        ("{", [], "expected "),
    ]

    @Test(arguments: wrong)
    func `an invalid document is reported with its line, and nothing is saved`(
        input: String, words: [String], message: String
    ) {
        let run = ToolRun(["import", database, "-"] + words, input: "\n" + input + "\n")
        #expect(run.code == .failure && run.notes.contains("standard input:2: \(message)"))
        #expect(run.notes.contains("nothing was imported"))
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test(arguments: wrong)
    func `invalid documents are skipped on request`(
        input: String, words: [String], message: String
    ) {
        let good = words.isEmpty ? #"{"n":1}"# : #"{"_id":"good"}"#
        let run = ToolRun(
            ["import", database, "-", "--on-error", "skip"] + words,
            input: "\(good)\n\(input)\n\(good)\n")
        #expect(run.code == .partial && run.notes.contains("standard input:2: \(message)"))
        #expect(run.notes.contains("2 documents imported") && run.notes.contains(", 1 skipped"))
    }

    @Test(arguments: [["-c", "s.new"], []])
    func `a failed import leaves an existing database unchanged`(words: [String]) throws {
        let guide = try Guide()
        let lines = (0..<2500).map { #"{"_id":"d\#($0)"}"# } + ["{"]
        let run = ToolRun(
            ["import", guide.database, "-", "--id-key", "_id"] + words,
            input: lines.joined(separator: "\n"))
        #expect(run.code == .failure && run.notes.contains("nothing was imported"))
        #expect(guide.run("collection ls").lines == ["_default\t4"])
    }

    static let modes: [(String?, CommandLineTool.ExitCode, String)] = [
        (nil, .success, #"{"_id":"a","b":{"y":2},"c":[3]}"#),
        ("replace", .success, #"{"_id":"a","b":{"y":2},"c":[3]}"#),
        ("merge", .success, #"{"_id":"a","a":1,"b":{"x":1,"y":2},"c":[3]}"#),
        ("insert", .failure, #"{"_id":"a","a":1,"b":{"x":1},"c":[1,2]}"#),
    ]

    @Test(arguments: modes)
    func `an existing document is replaced, merged or an error`(
        mode: String?, code: CommandLineTool.ExitCode, expected: String
    ) {
        _ = run(#"{"_id":"a","a":1,"b":{"x":1},"c":[1,2]}"#, "--id-key", "_id")
        let new = #"{"_id":"a","b":{"y":2},"c":[3]}"#
        let words = mode.map { ["--mode", $0] } ?? []
        let run = ToolRun(
            ["import", database, "-", "--id-key", "_id"] + words, input: "\n" + new)
        #expect(run.code == code && exported == [expected], "\(run)")
        #expect(mode != "insert" || run.notes.contains("standard input:2: document \"a\" already"))
    }

    @Test func `existing and repeated documents are skipped on request`() {
        _ = run(#"{"_id":"a"}"#, "--id-key", "_id")
        let input = #"{"_id":"a","x":1}"# + "\n" + #"{"_id":"b"}"# + "\n" + #"{"_id":"b","x":1}"#
        let run = run(input, "--id-key", "_id", "--mode", "insert", "--on-error", "skip")
        #expect(run.code == .partial && run.notes.contains("1 document imported"))
        #expect(exported == [#"{"_id":"a"}"#, #"{"_id":"b"}"#])
    }

    @Test func `batches before an invalid document are saved`() {
        let lines = (0..<25).map { #"{"_id":"d\#($0)"}"# } + ["{"]
        let run = run(lines.joined(separator: "\n"), "--id-key", "_id", "--batch", "10")
        #expect(run.code == .failure && run.notes.contains("20 documents imported"))
        #expect(exported.count == 20)
    }

    @Test func `a document is not reported as invalid because another one of its line is`() {
        let blob = #"{"@type":"blob","digest":"sha1-Lve95gjOVATpfV8EL5X4nxwjKHE="}"#
        let run = run("[{\"a\":\(blob)}, 1]", "--format", "json", "--on-error", "skip")
        #expect(run.notes.contains("; 1 document with blobs whose content is not in the database"))
    }

    @Test func `documents with blobs without content are reported`() throws {
        let blob = #"{"@type":"blob","digest":"sha1-Lve95gjOVATpfV8EL5X4nxwjKHE="}"#
        let run = run("{\"a\":[{\"b\":\(blob)}]}\n{\"c\":1}")
        #expect(run.notes.contains("; 1 document with blobs whose content is not in the database"))
    }

    @Test func `the type is set in each document, and other keys are kept`() {
        _ = run(#"{"id":"a","type":"old","x":{"type":1}}"#, "--id-key", "id", "--type", "hotel")
        #expect(exported == [#"{"_id":"a","id":"a","x":{"type":1},"type":"hotel"}"#])
    }

    @Test func `without an ID key, each document gets a new ID`() {
        _ = run("{\"a\":1}\n{\"a\":1}")
        #expect(exported.count == 2 && Set(exported).count == 2)
    }

    @Test func `several files of different formats are imported into one collection`() throws {
        let files = try [
            folder.write("[{\"k\":1},{\"k\":2}]", to: "a.json"),
            folder.write("{\"k\":3}\n", to: "b.jsonl"), folder.write("k\n4\n", to: "c.csv"),
        ].map(\.path)
        let run = ToolRun(["import", database] + files + ["--id-key", "k", "-c", "s.c", "-q"])
        #expect(run.code == .success && run.notes.isEmpty)
        #expect(ToolRun(["ls", database, "-c", "s.c"]).lines == ["1", "2", "3", "4"])
    }

    @Test func `exported documents survive a round trip`() throws {
        let texts = [
            #"{"_id":"a","d":1.0,"e":1e300,"i":-9223372036854775808,"n":null,"t":"\u0001é\"\\"}"#,
            #"{"_id":"b","list":[[],{},[{"x":[true,false]}]],"u":18446744073709551615}"#,
            #"{"_id":"c"}"#,
        ]
        _ = run(texts.joined(separator: "\n"), "--id-key", "_id")
        let first = exported
        let copy = folder.path + "/copy.cblite2"
        _ = ToolRun(
            ["import", copy, "-", "--id-key", "_id"], input: first.joined(separator: "\n"))
        #expect(first.count == 3 && ToolRun(["export", copy]).lines == first)
    }

    @Test func `flat documents survive a round trip through CSV`() throws {
        let texts = [
            #"{"_id":"1","a":"007","b":7,"c":true,"d":""}"#, #"{"_id":"2","a":"true","e":null}"#,
            #"{"_id":"3","a":"x,\"y\"\nz","b":-1.5,"f":" "}"#, #"{"_id":"4","a":"null"}"#,
        ]
        _ = run(texts.joined(separator: "\n"), "--id-key", "_id")
        let csv = ToolRun(["export", database, "-f", "csv"]).output
        let copy = folder.path + "/copy.cblite2"
        _ = ToolRun(["import", copy, "-", "-f", "csv", "--id-key", "_id"], input: csv)
        #expect(ToolRun(["export", copy]).lines == exported && exported == texts)
    }

    @Test(arguments: ["json", "csv", "tsv"])
    func `documents survive a round trip through each format`(format: String) {
        let texts = [
            #"{"_id":"1","a":"00\t7","b":7,"c":true,"d":""}"#,
            #"{"_id":"2","a":"a;b|c","e":"é\r\n"}"#,
        ]
        _ = run(texts.joined(separator: "\n"), "--id-key", "_id")
        let file = folder.path + "/out.\(format)"
        _ = ToolRun(["export", database, "-o", file])
        let copy = folder.path + "/copy.cblite2"
        _ = ToolRun(["import", copy, file, "--id-key", "_id"])
        #expect(ToolRun(["export", copy]).lines == texts)
    }

    static let delimiters = [
        (";", "a;b\n1,5;x\n"), ("\\t", "a\tb\n1,5\tx\n"), ("|", "a|b\n1,5|\"x\"\n"),
    ]

    @Test(arguments: delimiters)
    func `fields can be separated by another character`(delimiter: String, text: String) {
        #expect(run(text, "--delimiter", delimiter, "--id-key", "b").code == .success)
        #expect(exported == [#"{"_id":"x","a":"1,5","b":"x"}"#])
    }

    @Test(arguments: ["", "\"", "\n", "ab", "é", "🙂"])
    func `a delimiter is an ASCII character`(delimiter: String) {
        #expect(run("a\n1", "--delimiter", delimiter).code == .usage)
    }

    static let encodings: [(name: String, bytes: [UInt8])] = [
        ("latin-1", [0x61, 0x0D, 0xE9, 0x0D]), ("windows-1252", [0x61, 0x0A, 0xE9]),
        ("utf-16le", [0x61, 0, 0x0A, 0, 0xE9, 0]), ("utf-16be", [0, 0x61, 0, 0x0D, 0, 0xE9]),
        ("utf-8", [0xFF, 0xFE, 0x61, 0, 0x0D, 0, 0xE9, 0]),
        ("latin-1", [0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0xC3, 0xA9]),
    ]

    @Test(arguments: encodings.indices)
    func `files in other encodings are imported`(index: Int) throws {
        let (name, bytes) = Self.encodings[index]
        let file = folder.path + "/in.csv"
        try Data(bytes).write(to: URL(filePath: file))
        let run = ToolRun(["import", database, file, "--encoding", name, "--id-key", "a"])
        #expect(run.code == .success, "\(run)")
        #expect(exported == [#"{"_id":"é","a":"é"}"#])
    }

    @Test func `a file in another encoding is an error with its location`() throws {
        let file = folder.path + "/in.csv"
        try Data([0x61, 0x2C, 0x62, 0x0A, 0x31, 0x2C, 0xE9]).write(to: URL(filePath: file))
        let run = ToolRun(["import", database, file])
        #expect(run.code == .failure && run.notes.contains("in.csv:2: the field is not valid"))
        #expect(run.notes.contains("column 3"))
    }

    #if Gzip
        // printf '{"a":1}\n' | gzip -n, and the same for {"b":2}
        static let members = [
            "1f8b0800000000000003ab564a54b232ace5020046a3e87408000000",
            "1f8b0800000000000003ab564a52b232aae50200b16f3af008000000",
        ]

        static let compressed: [(String, [String]?)] = [
            (members[0], [#"{"a":1}"#]),
            (members[0] + members[1], [#"{"a":1}"#, #"{"b":2}"#]),
            (members[0] + "0000", [#"{"a":1}"#]),
            (String(members[0].dropLast(2)), nil), ("1f8b", nil), (members[0] + "01", nil),
            (members[0].replacing("46a3", with: "46a4"), nil),
        ]

        @Test(arguments: compressed)
        func `gzip data is decompressed, and damaged data is an error`(
            digits: String, documents: [String]?
        ) throws {
            let bytes = try #require(Hexadecimal.bytes(digits))
            let file = folder.path + "/in.jsonl.gz"
            try Data(bytes).write(to: URL(filePath: file))
            let run = ToolRun(["import", database, file])
            #expect((run.code == .success) == (documents != nil))
            let bodies = exported.map { $0.replacing(/"_id":"[^"]*",/, with: "") }
            #expect(documents == nil || Set(bodies) == Set(documents ?? []))
        }
    #endif

    @Test func `a collection with a document that cannot be JSON is reported`() throws {
        let guide = try Guide()
        try guide.execute(
            "UPDATE kv_default SET body = x'70014161C0FF4161C0FF' WHERE key = 'hotel-2'")
        #expect(guide.run("export").code == .failure)
    }
}
