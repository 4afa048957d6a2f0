import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStore

@Suite struct FullTextFunctionTests {
    let folder: StoreFolder
    let connection: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
    }

    func text(_ body: [UInt8], _ path: String) throws -> String {
        let statement = try connection.prepare("SELECT fl_fts_value(?1, ?2)", purpose: "test")
        try statement.bind(body, at: 1)
        try statement.bind(path, at: 2)
        guard try statement.step() else { return "no row" }
        return statement.isNull(at: 0) ? "NULL" : statement.string(at: 0)
    }

    static let texts = [
        (#"{"a": "Café Ærø"}"#, "a", "Café Ærø"), (#"{"a": ""}"#, "a", ""),
        (#"{"a": {"b": ["x", "y"]}}"#, "a.b[1]", "y"), (#"{"a": 12}"#, "a", "12"),
        (#"{"a": 1.5}"#, "a", "1.5"), (#"{"a": 1.0}"#, "a", "1.0"), (#"{"a": true}"#, "a", "true"),
        (#"{"a": 18446744073709551615}"#, "a", "18446744073709551615"),
        (#"{"a": null}"#, "a", "NULL"), ("{}", "a", "NULL"), (#"{"a": 1}"#, "a.b", "NULL"),
        (#"{"a": ["x", 1, {"k": "y", "l": [null, "z"]}]}"#, "a", "x\ny\nz"),
        (#"{"a": {"k": "x"}}"#, "a", "x"), (#"{"a": [1, []]}"#, "a", "NULL"),
        (#"{"a": [""]}"#, "a", ""), (#"{"a": ["", ""]}"#, "a", "\n"),
    ]

    @Test(arguments: texts)
    func `a value has an indexed text`(json: String, path: String, expected: String) throws {
        let body = try FleeceStorage(json: json).withUnsafeBytes { Array($0) }
        #expect(try text(body, path) == expected)
    }

    @Test func `data has no text`() throws {
        let writer = FleeceWriter()
        writer.beginDictionary()
        writer.writeKey("a")
        [1, 2, 3].withUnsafeBytes { writer.write(data: $0) }
        writer.endDictionary()
        #expect(try text(try writer.finish(), "a") == "NULL")
    }

    @Test(
        arguments: [[], [0], [0x80, 0x01], [0xFF, 0xFF], [0x70, 0x01, 0x80, 0x01]] as [[UInt8]])
    func `bytes that are not a body have no text`(body: [UInt8]) throws {
        #expect(try text(body, "a") == "NULL")
    }

    @Test func `an invalid path is an error`() {
        #expect(thrownCode { _ = try text([0x70, 0], "a[") } == .unexpectedError)
    }

    @Test func `a few bytes that represent very much text are rejected`() throws {
        // An array of 2,000 pointers to one string, and an array of 2,000 pointers to that array.
        let writer = FleeceWriter()
        let string = writer.encode(String(repeating: "a", count: 1000))
        let array = writer.encodeArray([FleeceSlot](repeating: string, count: 2000))
        let outer = writer.encodeArray([FleeceSlot](repeating: array, count: 2000))
        writer.write(writer.encodeDictionary([writer.encodeKey("a"), outer]))
        let error = thrownError { _ = try text(try writer.finish(), "a") }
        #expect(error?.message.contains("more text than its size allows") == true)
    }
}
