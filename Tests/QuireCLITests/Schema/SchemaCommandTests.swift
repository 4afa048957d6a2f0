import Fleece
import Foundation
import Quire
import QuireQuery
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct SchemaCommandTests {
    static let documents = [
        #"{"type":"a","n":1,"m":null,"when":"2026-11-21T07:48:00.000Z","tags":["x",1]}"#,
        #"{"type":"a","n":1.5,"m":"x","when":"2026-11-21T07:48:00Z","o":{"p":{"q":true}}}"#,
        #"{"type":"b/~","id":"8A6E0804-2BD0-4672-B79D-D97027F9071A","url":"https://a.b/c"}"#,
        #"{"n":{"deep":[[1],[{"x":null}]]},"type":7}"#,
        #"{}"#,
    ]

    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path + "/shapes.cblite2"
        _ = ToolRun(
            ["import", database, "-"], input: Self.documents.joined(separator: "\n"))
    }

    @Test func `the table contains kinds, counts and examples by type`() {
        let expected = [
            "a\t\tobject\t2\t", "a\tm\tstring, null\t2\t\"x\"", "a\tn\tinteger, number\t2\t1",
            "a\ttags\tarray of string or integer\t1\t\"x\"", "a\ttype\tstring\t2\t\"a\"",
            "a\twhen\tstring (date-time)\t2\t\"2026-11-21T07:48:00.000Z\"",
            "a\to\tobject\t1\t", "a\to.p\tobject\t1\t", "a\to.p.q\tboolean\t1\ttrue",
            "b/~\t\tobject\t1\t",
            "b/~\tid\tstring (uuid)\t1\t\"8A6E0804-2BD0-4672-B79D-D97027F9071A\"",
            "b/~\ttype\tstring\t1\t\"b/~\"", "b/~\turl\tstring (uri)\t1\t\"https://a.b/c\"",
            "\t\tobject\t2\t", "\tn\tobject\t1\t", "\tn.deep\tarray of array\t1\t",
            "\tn.deep[][].x\tnull\t1\t", "\ttype\tinteger\t1\t7",
        ]
        let lines = ToolRun(["schema", database]).output.components(separatedBy: "\n").dropLast()
        #expect(Set(lines) == Set(expected))
    }

    /// Values of a property, and what they are in the table, in Swift and in the JSON Schema.
    static let values: [([any Sendable], kinds: String, type: String, format: String?)] = [
        (
            [VectorReader.bytes(of: (0..<64).map { Float($0) / 64 })], "string (vector)", "Vector",
            "contentEncoding"
        ),
        (
            [VectorReader.bytes(of: [0.25, -1, 0.5, 1e-7])], "string (vector)", "Vector",
            "contentEncoding"
        ),
        (
            [VectorReader.text(of: (0..<9).map { Float($0) - 4 })], "string (vector)", "Vector",
            "contentEncoding"
        ),
        ([Data([1, 2, 3])], "string (data)", "Data", "contentEncoding"),
        ([Data()], "string (data)", "Data", "contentEncoding"),
        ([Data(count: 64)], "string (data)", "Data", "contentEncoding"),
        ([Data((0..<64).map { UInt8($0 * 4) })], "string (data)", "Data", "contentEncoding"),
        ([Data([1]), "2026-11-21T07:48:00Z"], "string", "String", nil),
        (["2026-11-21T07:48:00Z", Data([1])], "string", "String", nil),
        (["2026-11-21T07:48:00Z"], "string (date-time)", "Date", "format"),
        (["2026-11-21"], "string", "String", nil),
        (["2026-11-21 07:48:00Z"], "string", "String", nil),
        (["2026-13-21T07:48:00Z"], "string", "String", nil),
        (["2026-11-21T25:48:00Z"], "string", "String", nil),
        (["2026-11-21T07:48:00.000"], "string", "String", nil),
        (["2026-11-21Thursday: Z"], "string", "String", nil), ([""], "string", "String", nil),
        (["abcdefghijklmnop"], "string", "String", nil),
        (["da39a3ee5e6b4b0d3255bfef95601890afd80709"], "string", "String", nil),
        ([String(repeating: "A", count: 64)], "string", "String", nil),
    ]

    @Test(arguments: values.indices)
    func `only dates are dates, and vectors and data have types of their own`(index: Int) throws {
        let (values, kinds, type, format) = Self.values[index]
        let path = folder.path + "/values\(index).cblite2"
        let opened = try Database(
            name: "values\(index)", config: DatabaseConfiguration(directory: folder.path))
        for (number, value) in values.enumerated() {
            let document = MutableDocument(id: "d\(number)")
            document.setValue(value, forKey: "v")
            try opened.defaultCollection().save(document: document)
        }
        try opened.close()
        let row = ToolRun(["schema", path]).lines.last ?? ""
        #expect(row.hasPrefix("\tv\t\(kinds)\t"), "\(row)")
        let swift = ToolRun(["schema", path, "--swift"]).output
        #expect(swift.contains("var v: \(type)\n"), "\(swift)")
        let schema = ToolRun(["schema", path, "--json-schema"]).output
        let found = ["contentEncoding", "format"].filter { schema.contains("\"\($0)\":") }
        #expect(found == [format].compactMap { $0 }, "\(schema)")
    }

    static let forms = [
        ("tsv", true), ("table", true), ("json", false), ("jsonl", false), ("csv", false),
    ]

    @Test(arguments: forms)
    func `a long example is cut in tables, and complete in other formats`(
        format: String, isCut: Bool
    ) {
        let text = String(repeating: "word ", count: 30)
        _ = ToolRun(["import", database, "-", "-c", "long"], input: "{\"t\":\"\(text)\"}")
        let output = ToolRun(["schema", database, "-c", "long", "--format", format]).output
        let beginning = "\"" + text.prefix(58)
        #expect(output.contains(beginning + "…") == isCut && output.contains(text) != isCut)
    }

    @Test func `each document satisfies the JSON Schema`() throws {
        let run = ToolRun(["schema", database, "--json-schema"])
        let schema = try #require(FleeceStorage(json: run.output).root)
        for document in Self.documents {
            let value = try #require(FleeceStorage(json: document).root)
            #expect(Validator(root: schema).accepts(value, schema), "\(document)")
        }
    }

    static let strangers = [
        #"{"type":"a","n":"text","m":null,"when":"x"}"#, #"{"type":"a","n":1}"#, "[]", "7",
        #"{"type":"a","n":1,"m":true,"when":"x"}"#, #"{"type":"b/~","id":1,"url":"x"}"#,
    ]

    @Test(arguments: strangers)
    func `a document of another shape does not satisfy the JSON Schema of a type`(
        document: String
    ) throws {
        for type in ["a", "b/~"] {
            let run = ToolRun(["schema", database, "--json-schema", "--type", type])
            let schema = try #require(FleeceStorage(json: run.output).root)
            let value = try #require(FleeceStorage(json: document).root)
            #expect(!Validator(root: schema).accepts(value, schema))
        }
    }

    @Test func `an object with very many keys is treated as a dictionary`() throws {
        let pairs = (0..<500).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
        _ = ToolRun(["import", database, "-", "-c", "big"], input: "{\"d\":{\(pairs)}}")
        let lines = ToolRun(["schema", database, "-c", "big"]).lines
        #expect(lines == ["\t\tobject\t1\t", "\td\tobject\t1\t", "\td.*\tinteger\t500\t0"])
        let schema = ToolRun(["schema", database, "-c", "big", "--json-schema"]).output
        #expect(schema.contains("\"additionalProperties\": {"))
    }

    @Test func `the type and the number of documents can be limited`() {
        let one = ToolRun(["schema", database, "--type", "b/~"]).lines
        #expect(one.count == 4 && one.allSatisfy { $0.hasPrefix("b/~\t") })
        #expect(ToolRun(["schema", database, "-n", "1"]).lines.first == "a\t\tobject\t1\t")
        #expect(ToolRun(["schema", database, "--type", "none"]).code == .failure)
    }
}

/// A validator for the subset of JSON Schema that the command generates.
private struct Validator {
    let root: FleeceValue

    func accepts(_ value: FleeceValue, _ schema: FleeceValue) -> Bool {
        guard let rules = schema.dictionary else { return false }
        return rules.allSatisfy { rule, operand in
            switch rule {
            case "anyOf": operand.array?.contains { accepts(value, $0) } ?? false
            case "$ref": definition(operand.string ?? "").map { accepts(value, $0) } ?? false
            case "type":
                (operand.array.map(Array.init) ?? [operand]).contains {
                    isOf($0.string ?? "", value)
                }
            case "const": value.string == operand.string
            case "required":
                value.dictionary.map { fields in
                    operand.array?.allSatisfy { fields[$0.string ?? ""] != nil } ?? false
                } ?? true
            case "properties":
                operand.dictionary?.allSatisfy { key, schema in
                    (value.dictionary?[key]).map { accepts($0, schema) } ?? true
                } ?? false
            case "items": value.array?.allSatisfy { accepts($0, operand) } ?? true
            case "additionalProperties":
                value.dictionary?.allSatisfy { accepts($0.value, operand) } ?? true
            case "$schema", "title", "$defs", "format": true
            default: false
            }
        }
    }

    private func definition(_ pointer: String) -> FleeceValue? {
        let name = pointer.dropFirst("#/$defs/".count).removingPercentEncoding ?? ""
        let key = name.replacing("~1", with: "/").replacing("~0", with: "~")
        return root.dictionary?["$defs"]?.dictionary?[key]
    }

    private func isOf(_ type: String, _ value: FleeceValue) -> Bool {
        switch type {
        case "object": value.kind == .dictionary
        case "array": value.kind == .array
        case "string": value.kind == .string
        case "boolean": value.kind == .boolean
        case "null": value.kind == .null
        case "integer": value.kind == .integer
        case "number": value.double != nil && value.kind != .boolean
        default: false
        }
    }
}
