import Fleece
import QuireFormats
import QuireTestSupport
import Testing

@Suite struct RecordSourceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let format: RecordFormat
        let text: String
        let records: [String]

        init(_ format: RecordFormat, _ text: String, _ records: [String]) {
            self.format = format
            self.text = text
            self.records = records
        }

        var testDescription: String { "\(format.rawValue) \(text.debugDescription)" }
    }

    // Each record with its line; `!` marks an invalid record, `!!` the end of reading.
    static let cases = [
        Case(.jsonl, "{\"a\":1}\n\n[2]", ["1 {\"a\":1}", "3 [2]"]),
        Case(.jsonl, "{\"a\":1}\n{x\n{\"b\":2}", ["1 {\"a\":1}", "!2", "3 {\"b\":2}"]),
        Case(.json, "", []),
        Case(.json, "[]", []),
        Case(.json, " [ ] \n", []),
        Case(.json, "[{\"a\":1},\n {\"b\":[1,{}]}]", ["1 {\"a\":1}", "2 {\"b\":[1,{}]}"]),
        Case(
            .json, "{\"a\":\n1}\n{\"b\":2}{\"c\":3}", ["1 {\"a\":1}", "3 {\"b\":2}", "3 {\"c\":3}"]),
        Case(
            .json, "[{\"a\":\"]},\\\"{\"},1, \"x\" ,null]",
            ["1 {\"a\":\"]},\\\"{\"}", "1 1", "1 \"x\"", "1 null"]),
        Case(.json, "[{\"a\":bad},\n{\"b\":2}]", ["!1", "2 {\"b\":2}"]),
        Case(.json, "[\n{\n\"a\":\n bad},{}]", ["!4", "4 {}"]),
        Case(.json, "\u{FEFF}[1]", ["1 1"]),
        Case(.json, "[{} {}]", ["1 {}", "!!"]),
        Case(.json, "[1", ["1 1", "!!"]),
        Case(.json, "[1,", ["1 1", "!!"]),
        Case(.json, "[{\"a\":1", ["!!"]),
        Case(.json, "[] 1", ["!!"]),
        Case(.csv, "", []),
        Case(.csv, "a,b\n", []),
        Case(.csv, "a,b\n1,2\n", ["2 {\"a\":1,\"b\":2}"]),
        Case(.csv, "a,b\r\n1,\"2\"\r\n\r\n", ["2 {\"a\":1,\"b\":\"2\"}"]),
        Case(
            .csv, "a\ntrue\nfalse\nnull\n007\n-1.5e3\n+1\nNaN\n 1",
            [
                "2 {\"a\":true}", "3 {\"a\":false}", "4 {\"a\":null}", "5 {\"a\":\"007\"}",
                "6 {\"a\":-1500.0}", "7 {\"a\":\"+1\"}", "8 {\"a\":\"NaN\"}", "9 {\"a\":\" 1\"}",
            ]),
        Case(
            .csv, "a,b\n\"x,\"\"y\"\"\nz\",\n,\"\"\n",
            ["2 {\"a\":\"x,\\\"y\\\"\\nz\"}", "4 {\"b\":\"\"}"]),
        Case(.csv, "a,b\n1\n2,3,4\n5,6", ["!2", "!3", "4 {\"a\":5,\"b\":6}"]),
        Case(.csv, "a\n1e999\n2", ["!2", "3 {\"a\":2}"]),
        Case(.csv, "a,a\n1,2", ["!!"]),
        Case(.csv, "a\n\"x", ["!!"]),
        Case(.csv, "\u{FEFF}a\n1", ["2 {\"a\":1}"]),
        Case(.tsv, "", []),
        Case(.tsv, "a\tb\n1,2\t\"x\ty\"\r\n\t\n", ["2 {\"a\":\"1,2\",\"b\":\"x\\ty\"}", "3 {}"]),
        Case(.tsv, "a\tb\n1", ["!2"]),
    ]

    @Test(arguments: cases, [1, 3, 1000])
    func `documents are found for any chunk sizes`(example: Case, pieceLength: Int) throws {
        let input = MemoryInput(example.text, pieceLength: pieceLength)
        #expect(try Self.records(example.format.source(input)) == example.records)
    }

    @Test func `white space around the tokens of a document is ignored`() throws {
        func values(_ format: RecordFormat, _ text: String) throws -> [Substring?] {
            try Self.records(format.source(MemoryInput(text)))
                .map { $0.split(separator: " ", maxSplits: 1).last }
        }
        let texts = SpacedJSON.texts
        let lines = texts.filter(\.isOneLine)
        let array = "[" + texts.map(\.text).joined(separator: ",") + "]"
        #expect(try values(.json, array) == texts.map { Substring($0.compact) })
        #expect(
            try values(.jsonl, lines.map(\.text).joined(separator: "\n"))
                == lines.map { Substring($0.compact) })
    }

    static func records(_ source: any RecordSource) throws -> [String] {
        var source = source
        var records: [String] = []
        let writer = FleeceWriter()
        while true {
            do {
                writer.reset()
                guard try source.readNext(into: writer) else { return records }
                let root = try #require(FleeceStorage(writer.finish()).root)
                records.append("\(source.line) \(try root.json())")
            } catch let error as RecordError {
                records.append("!\(error.line)")
            } catch is FormatError {
                return records + ["!!"]
            }
        }
    }
}
