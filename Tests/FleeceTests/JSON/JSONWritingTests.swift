import Fleece
import Testing

@Suite struct JSONWritingTests {
    /// Documents and their compact JSON.
    static let texts: [(hex: String, json: String)] = [
        ("3000", "null"),
        ("3400", "false"),
        ("3800", "true"),
        ("3C00", "null"),
        ("0000", "0"),
        ("0FFF", "-1"),
        ("0800", "-2048"),
        ("17 0000000000000080", "-9223372036854775808"),
        ("17 FFFFFFFFFFFFFF7F", "9223372036854775807"),
        ("1F FFFFFFFFFFFFFFFF", "18446744073709551615"),
        // Doubles keep their point or exponent.
        ("2400 0000803F", "1.0"),
        ("2400 00000080", "-0.0"),
        ("2400 000028C2", "-42.0"),
        ("2800 9A9999999999B93F", "0.1"),
        ("2800 9C7500883CE4377E", "1e+300"),
        ("2800 0100000000000000", "5e-324"),
        ("2800 FFFFFFFFFFFFEF7F", "1.7976931348623157e+308"),
        ("2400 0000005F", "9.223372036854776e+18"),
        // A float has the digits of the equal double.
        ("2000 0000C03F", "1.5"),
        ("2000 CDCCCC3D", "0.10000000149011612"),
        // Strings
        ("4000", #""""#),
        ("42 6162", #""ab""#),
        ("43 E282AC", #""€""#),
        ("44 F09F9880", #""😀""#),
        ("45 225C2F2722", #""\"\\/'\"""#),
        ("45 080C0A0D09", #""\b\f\n\r\t""#),
        ("46 00010B1F7F20", #""\u0000\u0001\u000b\u001f\u007f ""#),
        ("43 E280A8", "\"\u{2028}\""),
        // Data in base64, for each length of the last group
        ("5000", #""""#),
        ("51 FF", #""/w==""#),
        ("52 FFEF", #""/+8=""#),
        ("53 000102", #""AAEC""#),
        ("54 00010203", #""AAECAw==""#),
        // Collections
        ("6000", "[]"),
        ("7000", "{}"),
        ("6003 0001 6000 7000", "[1,[],{}]"),
        ("6002 3C00 0001", "[null,1]"),
        ("7002 4162 0002 4161 0001", #"{"b":2,"a":1}"#),
        ("7002 4161 3C00 4162 0002", #"{"b":2}"#),
        ("7001 4161 3C00", "{}"),
        ("7001 4122 0001", #"{"\"":1}"#),
        ("7001 4000 3000", #"{"":null}"#),
    ]

    @Test(arguments: texts)
    func `a value is written as JSON`(hex: String, json: String) throws {
        #expect(try FleeceStorage(RawFleece.document(hex: hex)).root?.json() == json)
    }

    @Test(arguments: texts)
    func `a value can be written after another`(hex: String, json: String) throws {
        let writer = JSONWriter()
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        try writer.write(value)
        try writer.write(value)
        #expect(writer.text == json + json)
    }

    @Test(arguments: texts)
    func `a writer can be reused after it was emptied`(hex: String, json: String) throws {
        let writer = JSONWriter()
        try writer.write(try #require(FleeceStorage([0x38, 0x00]).root))
        writer.removeAll()
        try writer.write(try #require(FleeceStorage(RawFleece.document(hex: hex)).root))
        #expect(writer.withUTF8 { Array($0) } == Array(json.utf8))
    }

    /// Returns a quoted string, escaping only what JSON requires.
    static func quoted(_ text: String) -> String {
        let short: [Unicode.Scalar: String] = [
            "\"": #"\""#, "\\": #"\\"#, "\u{8}": #"\b"#, "\u{9}": #"\t"#, "\u{A}": #"\n"#,
            "\u{C}": #"\f"#, "\u{D}": #"\r"#,
        ]
        return text.unicodeScalars.reduce(into: "\"") { json, scalar in
            if let escape = short[scalar] {
                json += escape
            } else if scalar.value < 0x20 || scalar.value == 0x7F {
                json +=
                    #"\u00"# + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            } else {
                json.unicodeScalars.append(scalar)
            }
        } + "\""
    }

    /// Positions around the block size of the scanner, next to characters that differ in one bit.
    @Test(arguments: [" ", "!", "#", "[", "]", "~", "\"", "\\", "\u{7F}", "é"])
    func `every character at every position of a string is written correctly`(
        neighbour: String
    ) throws {
        let texts = (0..<0x80).flatMap { code in
            (0..<10).map { place in
                String(repeating: "x", count: place) + String(Unicode.Scalar(UInt8(code)))
                    + neighbour + String(repeating: "y", count: 18 - place)
            }
        }
        let bytes = try FleeceWriter.document { writer in
            writer.beginArray()
            for text in texts { writer.write(text) }
            writer.endArray()
        }
        let json = try #require(FleeceStorage(bytes).root?.array).map { try $0.json() }
        #expect(zip(json, texts).first { $0 != Self.quoted($1) }?.0 == nil)
    }

    /// Tables of shared keys, most of which only a damaged database contains, and the text of an
    /// object of their keys.
    static let sharedKeys: [(names: [String], json: String)] = [
        (
            ["a", "abcdefgh", "abcdefghi", "0123456789abcdef"],
            #"{"a":0,"abcdefgh":1,"abcdefghi":2,"0123456789abcdef":3}"#
        ),
        (["a", "b\"", "c"], #"{"a":0,"b\"":1,"c":2}"#),
        (["", "a", "é", "\n"], #"{"":0,"a":1,"é":2,"\n":3}"#),
        (["a", "a", "b"], #"{"a":0,"a":1,"b":2}"#),
        (
            ["a key that is too long for a table", "b"],
            #"{"a key that is too long for a table":0,"b":1}"#
        ),
    ]

    @Test(arguments: sharedKeys)
    func `numbered keys are written with the names of their table`(
        names: [String], json: String
    ) throws {
        let table = try FleeceWriter.document { writer in
            writer.beginArray()
            for name in names { writer.write(name) }
            writer.endArray()
        }
        let keys = try table.withUnsafeBytes { try SharedKeys(encoded: $0) }
        // The last pair has a number that is not in the table.
        var document = RawFleece()
        let root = document.addDictionary(
            (0...UInt16(names.count)).map { (.inline($0), .inline($0)) }, isWide: false)
        let bytes = document.document(root: root)
        #expect(try FleeceStorage(bytes, sharedKeys: keys).root?.json() == json)
    }

    static let example = #"{"b":[1,{"z":null,"y":"x"}],"a":{},"c":[],"aa":2.0}"#

    /// One item per line, two spaces per level; keys in stored order.
    static let pretty = """
        {
          "a": {},
          "aa": 2.0,
          "b": [
            1,
            {
              "y": "x",
              "z": null
            }
          ],
          "c": []
        }
        """

    @Test func `pretty JSON has one item per line`() throws {
        #expect(try FleeceStorage(json: Self.example).root?.json(.pretty) == Self.pretty)
    }

    @Test(arguments: [("[]", "[]"), ("{}", "{}"), ("[[]]", "[\n  []\n]"), ("1", "1")])
    func `an empty collection has no lines`(json: String, pretty: String) throws {
        #expect(try FleeceStorage(json: json).root?.json(.pretty) == pretty)
    }

    static let keys = ["b", "a", "B", "é", "z", "😀", "～", "aa", "", "@x"]

    /// Returns a dictionary whose keys are shared keys in the order of `keys`, followed by string
    /// keys.
    static func numbered() throws -> FleeceValue {
        let table = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: table)
        writer.beginDictionary()
        for key in keys {
            writer.writeKey(key)
            writer.write(Int64(1))
        }
        writer.endDictionary()
        return try #require(
            FleeceStorage(try writer.finish(), sharedKeys: table.snapshot).root)
    }

    @Test func `compact JSON has the keys in stored order`() throws {
        let json = #"{"b":1,"a":1,"B":1,"z":1,"aa":1,"":1,"@x":1,"é":1,"～":1,"😀":1}"#
        #expect(try Self.numbered().json() == json)
    }

    @Test func `canonical JSON has the keys sorted by their bytes`() throws {
        let json = #"{"":1,"@x":1,"B":1,"a":1,"aa":1,"b":1,"z":1,"é":1,"～":1,"😀":1}"#
        #expect(try Self.numbered().json(.canonical) == json)
    }

    @Test func `JSON can be pretty and sorted`() throws {
        let value = try #require(FleeceStorage([UInt8](hex: "7002 4162 0002 4161 0001 8005")).root)
        let json = try value.json(JSONFormat(isPretty: true, sortsKeys: true))
        #expect(json == "{\n  \"a\": 1,\n  \"b\": 2\n}")
    }

    @Test func `an object can be written in a custom order`() throws {
        let storage = try FleeceStorage(json: #"[1,"two",[3]]"#)
        let items = try #require(storage.root?.array)
        let writer = JSONWriter()
        try writer.write(object: [("z", items[0]), ("a", items[1]), ("\n", items[2])])
        #expect(writer.text == #"{"z":1,"a":"two","\n":[3]}"#)
    }

    @Test func `an object without pairs is empty`() throws {
        let writer = JSONWriter(format: .pretty)
        try writer.write(object: [])
        #expect(writer.text == "{}")
    }

    /// Values that JSON cannot represent, and the error messages.
    static let refused: [(hex: String, message: String)] = [
        ("2400 0000807F", "a number is not finite: inf"),
        ("2800 000000000000F0FF", "a number is not finite: -inf"),
        ("2000 0000807F", "a number is not finite: inf"),
        ("2000 0000C07F", "a number is not finite: nan"),
        ("42 FFFE", "a string is not valid UTF-8"),
        ("42 61C3", "a string is not valid UTF-8"),
        ("43 EDA080", "a string is not valid UTF-8"),
    ]

    @Test(arguments: refused)
    func `a value without a JSON representation is rejected`(hex: String, message: String) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        let error = #expect(throws: JSONError.self) { try value.json() }
        #expect(error?.description == message)
    }

    @Test(arguments: refused.filter { $0.message.hasPrefix("a number") })
    func `a non-finite number can be written as null`(hex: String, message: String) throws {
        let value = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(try value.json(JSONFormat(writesInfinityAsNull: true)) == "null")
    }

    @Test func `an error of a value has no position in a text`() throws {
        let value = try #require(FleeceStorage([UInt8](hex: "2400 0000807F 8003")).root)
        let error = try #require(throws: JSONError.self) { try value.json() }
        #expect([error.offset ?? -1, error.line, error.column] == [-1, 0, 0])
    }

    @Test(arguments: VectorTests.vectors)
    func `JSON in each format represents the same value`(vector: VectorTests.Vector) throws {
        let root = try #require(FleeceStorage(vector.bytes).root)
        let formats = [JSONFormat.compact, .pretty, .canonical]
        let values = try formats.map { try AcceptedJSONTests.read(root.json($0).utf8) }
        #expect(values == [ValueTree](repeating: ValueTree(root), count: 3))
    }
}
