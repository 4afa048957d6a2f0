import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct FleeceCommandTests {
    /// Pairs of JSON and the output of the original encoder.
    static let vectors: [(json: String, digits: String)] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../FleeceTests/Fixtures/fleece-vectors.tsv").standardizedFileURL
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t")
            return (String(fields[0]), String(fields[1]))
        }
    }()

    @Test func `all vectors are encoded`() {
        let input = Self.vectors.map(\.json).joined(separator: "\n")
        let run = ToolRun(["fleece", "encode"], input: input)
        #expect(run.lines == Self.vectors.map(\.digits) && run.lines.count == 300)
    }

    @Test func `white space in a line is ignored`() {
        let texts = SpacedJSON.texts.filter(\.isOneLine)
        let spaced = ToolRun(
            ["fleece", "encode"], input: texts.map(\.text).joined(separator: "\n"))
        let compact = ToolRun(
            ["fleece", "encode"], input: texts.map(\.compact).joined(separator: "\n"))
        #expect(spaced.notes == "" && spaced.lines == compact.lines)
        #expect(spaced.lines.count == texts.count)
    }

    @Test(arguments: ["{\n}", "{ \r\n\t}", " [ { } ] ", "{\n\"a\" : { }\n}"])
    func `white space in a file is ignored`(json: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(json, to: "a.json")
        let run = try QuireProcess.shell(
            "quire fleece encode \(file.path) > a.fleece && quire fleece decode a.fleece",
            in: folder.path)
        #expect(run.output == json.filter { !$0.isWhitespace } + "\n")
    }

    @Test func `all vectors are decoded`() throws {
        let input = Self.vectors.map(\.digits).joined(separator: "\n")
        let run = ToolRun(["fleece", "decode", "--sorted"], input: input)
        let expected = try Self.vectors.map {
            try #require(FleeceStorage(json: $0.json).root).json(.canonical)
        }
        #expect(run.lines == expected && run.lines.count == 300)
    }

    @Test func `a dump covers all bytes of all vectors, in order`() throws {
        for vector in Self.vectors {
            let bytes = try #require(Hexadecimal.bytes(vector.digits))
            let lines = FleeceDump.lines(bytes)
            let offsets = lines.compactMap { Int($0.prefix { $0 != " " }, radix: 16) }
            let isWhole = !lines.contains { $0.contains("damaged") || $0.contains("unused") }
            guard isWhole, offsets.first == 0, offsets == offsets.sorted() else {
                Issue.record("\(vector.json.prefix(60)): \(lines.prefix(20))")
                return
            }
        }
    }

    static let damaged: [(String, String)] = [
        ("", ""), ("00", "0000  00                          padding"),
        ("8003", "0000  80 03                       root -> out of bounds: damaged"),
        (
            "45618001",
            "0000  45 61                       damaged: extends past the end of the data"
        ),
        (
            "6FFF8001",
            "0000  6f ff                       damaged: extends past the end of the data"
        ),
        ("C001", "0000  c0 01                       root -> external: damaged"),
    ]

    @Test(arguments: damaged)
    func `a dump reports damage`(digits: String, first: String) throws {
        let run = ToolRun(["fleece", "dump"], input: digits + "\n")
        #expect(run.code == .success && (run.lines.first ?? "") == first)
    }

    @Test func `no input crashes a dump`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...24, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let covered = FleeceDump.lines(bytes)
            guard count == 0 || !covered.isEmpty else {
                Issue.record("the dump of \(bytes) is empty")
                return
            }
        }
    }

    static let wrong: [([String], String, String)] = [
        (
            ["fleece", "encode"], "{}\n{x\n",
            "line 2: expected a key or '}', found \"x\", column 2"
        ),
        (["fleece", "decode"], "6000\nzz\n", "line 2: expected pairs of hexadecimal digits"),
        (["fleece", "decode"], "6000\n43\n", "line 2: the data has 1 bytes"),
        (["fleece", "decode"], "7001000100018003\n", "line 1: the shared key 1 can be resolved"),
        (["fleece", "decode", "/nowhere"], "", "cannot open /nowhere"),
    ]

    @Test(arguments: wrong)
    func `an error is reported with its line`(words: [String], input: String, message: String) {
        let run = ToolRun(words, input: input)
        #expect(run.code == .failure && run.notes.contains(message), "\(run.notes)")
    }

    @Test func `files are binary`() throws {
        let folder = try TemporaryFolder()
        let json = try folder.write("{\"foo\":123}", to: "a.json")
        let run = try QuireProcess.shell(
            "quire fleece encode \(json.path) > a.fleece && quire fleece decode a.fleece",
            in: folder.path)
        let bytes = try Data(contentsOf: folder.url.appending(path: "a.fleece"))
        #expect(
            run.output == "{\"foo\":123}\n" && Hexadecimal.text(bytes) == "43666f6f70018003007b8003"
        )
    }
}
