import Fleece
import Testing

@Suite struct RejectedJSONTests {
    struct Rejection: Equatable, Sendable {
        let line: Int
        let column: Int
        let message: String

        init(_ line: Int, _ column: Int, _ message: String) {
            self.line = line
            self.column = column
            self.message = message
        }
    }

    /// Invalid texts, with the position and message of the error.
    static let texts: [(json: String, rejection: Rejection)] = [
        // Empty, or more than one value
        ("", Rejection(1, 1, "expected a value, found the end of the text")),
        ("  \n\t", Rejection(2, 2, "expected a value, found the end of the text")),
        ("1 2", Rejection(1, 3, #"expected the end of the text, found "2""#)),
        ("[] []", Rejection(1, 4, #"expected the end of the text, found "[""#)),
        ("null,", Rejection(1, 5, #"expected the end of the text, found ",""#)),
        ("{}}", Rejection(1, 3, #"expected the end of the text, found "}""#)),
        ("1]", Rejection(1, 2, #"expected the end of the text, found "]""#)),
        ("\u{FEFF}1", Rejection(1, 1, #"expected a value, found "\u{FEFF}""#)),
        ("1\0", Rejection(1, 2, #"expected the end of the text, found "\0""#)),
        ("\u{A0}1", Rejection(1, 1, #"expected a value, found "\u{00A0}""#)),
        // Words
        ("NaN", Rejection(1, 1, #"expected a value, found "N""#)),
        ("Infinity", Rejection(1, 1, #"expected a value, found "I""#)),
        ("True", Rejection(1, 1, #"expected a value, found "T""#)),
        ("nul", Rejection(1, 1, #"expected a value, found "n""#)),
        ("tru", Rejection(1, 1, #"expected a value, found "t""#)),
        ("falze", Rejection(1, 1, #"expected a value, found "f""#)),
        ("undefined", Rejection(1, 1, #"expected a value, found "u""#)),
        ("nullx", Rejection(1, 5, #"expected the end of the text, found "x""#)),
        ("truefalse", Rejection(1, 5, #"expected the end of the text, found "f""#)),
        ("'a'", Rejection(1, 1, #"expected a value, found "\'""#)),
        ("abc", Rejection(1, 1, #"expected a value, found "a""#)),
        // Comments
        ("// no\n1", Rejection(1, 1, #"expected a value, found "/""#)),
        ("[1 /* no */]", Rejection(1, 4, #"expected ',' or ']', found "/""#)),
        ("# no", Rejection(1, 1, ##"expected a value, found "#""##)),
        // Arrays
        ("[", Rejection(1, 2, "expected a value")),
        ("[1", Rejection(1, 3, "expected ',' or ']', found the end of the text")),
        ("[1,", Rejection(1, 4, "expected a value, found the end of the text")),
        ("[1,]", Rejection(1, 4, #"expected a value, found "]""#)),
        ("[,1]", Rejection(1, 2, "expected a value")),
        ("[1,,2]", Rejection(1, 4, #"expected a value, found ",""#)),
        ("[1 2]", Rejection(1, 4, #"expected ',' or ']', found "2""#)),
        ("[1}", Rejection(1, 3, #"expected ',' or ']', found "}""#)),
        ("[1:2]", Rejection(1, 3, #"expected ',' or ']', found ":""#)),
        ("]", Rejection(1, 1, #"expected a value, found "]""#)),
        // Dictionaries
        ("{", Rejection(1, 2, "expected a key or '}', found the end of the text")),
        (#"{"a""#, Rejection(1, 5, "expected ':', found the end of the text")),
        (#"{"a":"#, Rejection(1, 6, "expected a value, found the end of the text")),
        (#"{"a":1"#, Rejection(1, 7, "expected ',' or '}', found the end of the text")),
        (#"{"a":1,"#, Rejection(1, 8, "expected a key, found the end of the text")),
        (#"{"a":1,}"#, Rejection(1, 8, #"expected a key, found "}""#)),
        (#"{"a" 1}"#, Rejection(1, 6, #"expected ':', found "1""#)),
        (#"{"a",1}"#, Rejection(1, 5, #"expected ':', found ",""#)),
        (#"{"a"}"#, Rejection(1, 5, #"expected ':', found "}""#)),
        (#"{"a":}"#, Rejection(1, 6, #"expected a value, found "}""#)),
        (#"{"a":1 "b":2}"#, Rejection(1, 8, #"expected ',' or '}', found "\"""#)),
        (#"{"a":1]"#, Rejection(1, 7, #"expected ',' or '}', found "]""#)),
        (#"{"a"::1}"#, Rejection(1, 6, #"expected a value, found ":""#)),
        ("{a:1}", Rejection(1, 2, #"expected a key or '}', found "a""#)),
        ("{1:1}", Rejection(1, 2, #"expected a key or '}', found "1""#)),
        ("{'a':1}", Rejection(1, 2, #"expected a key or '}', found "\'""#)),
        ("{null:1}", Rejection(1, 2, #"expected a key or '}', found "n""#)),
        ("{,}", Rejection(1, 2, #"expected a key or '}', found ",""#)),
        (#"{"a":1,,"b":2}"#, Rejection(1, 8, #"expected a key, found ",""#)),
        // Numbers
        ("-", Rejection(1, 2, "expected a digit, found the end of the text")),
        ("--1", Rejection(1, 2, #"expected a digit, found "-""#)),
        ("+1", Rejection(1, 1, #"expected a value, found "+""#)),
        (".5", Rejection(1, 1, #"expected a value, found ".""#)),
        ("-.5", Rejection(1, 2, #"expected a digit, found ".""#)),
        ("1.", Rejection(1, 3, "expected a digit, found the end of the text")),
        ("[1.]", Rejection(1, 4, #"expected a digit, found "]""#)),
        ("1.e5", Rejection(1, 3, #"expected a digit, found "e""#)),
        ("1e", Rejection(1, 3, "expected a digit, found the end of the text")),
        ("1e+", Rejection(1, 4, "expected a digit, found the end of the text")),
        ("1E-x", Rejection(1, 4, #"expected a digit, found "x""#)),
        ("1e5.5", Rejection(1, 4, #"expected the end of the text, found ".""#)),
        ("01", Rejection(1, 1, "a number must not begin with a zero")),
        ("[-012]", Rejection(1, 2, "a number must not begin with a zero")),
        ("00", Rejection(1, 1, "a number must not begin with a zero")),
        ("00.5", Rejection(1, 1, "a number must not begin with a zero")),
        ("0x1F", Rejection(1, 2, #"expected the end of the text, found "x""#)),
        ("1_000", Rejection(1, 2, #"expected the end of the text, found "_""#)),
        ("1,000", Rejection(1, 2, #"expected the end of the text, found ",""#)),
        ("-Infinity", Rejection(1, 2, #"expected a digit, found "I""#)),
        ("1e400", Rejection(1, 1, "a number is beyond the range of a double")),
        ("[0, -1e309]", Rejection(1, 5, "a number is beyond the range of a double")),
        ("１", Rejection(1, 1, "expected a value, found \"\\u{FF11}\"")),
        // Strings
        (#"""#, Rejection(1, 1, "a string is not closed")),
        (#"["abc"#, Rejection(1, 2, "a string is not closed")),
        (#"["abc\"]"#, Rejection(1, 2, "a string is not closed")),
        (#"["abc\\\"]"#, Rejection(1, 2, "a string is not closed")),
        ("[\"a\nb\"]", Rejection(1, 4, "control character 0xa in a string")),
        ("\"\t\"", Rejection(1, 2, "control character 0x9 in a string")),
        ("\"a\0\"", Rejection(1, 3, "control character 0x0 in a string")),
        ("\"\\n\u{1F}\"", Rejection(1, 4, "control character 0x1f in a string")),
        ("{\"a\r\":1}", Rejection(1, 4, "control character 0xd in a string")),
        // Escapes
        (#""\x41""#, Rejection(1, 3, #"expected one of "\/bfnrtu after the backslash, found "x""#)),
        (#""\'""#, Rejection(1, 3, #"expected one of "\/bfnrtu after the backslash"#)),
        (#""\0""#, Rejection(1, 3, #"expected one of "\/bfnrtu after the backslash"#)),
        (#""\U0041""#, Rejection(1, 3, #"expected one of "\/bfnrtu after the backslash"#)),
        ("\"\\\n\"", Rejection(1, 3, #"expected one of "\/bfnrtu after the backslash"#)),
        ("\"\\é\"", Rejection(1, 3, #"expected one of "\/bfnrtu after the backslash"#)),
        (#""\u""#, Rejection(1, 4, #"expected four hexadecimal digits, found "\"""#)),
        (#""\u12""#, Rejection(1, 6, "expected four hexadecimal digits")),
        (#""\u00G0""#, Rejection(1, 6, #"expected four hexadecimal digits, found "G""#)),
        (#""\u{41}""#, Rejection(1, 4, "expected four hexadecimal digits")),
        (#""\u-041""#, Rejection(1, 4, "expected four hexadecimal digits")),
        (#""\u"#, Rejection(1, 4, "expected four hexadecimal digits, found the end of the text")),
        // Surrogates alone or the wrong way round
        (#""\ud83d""#, Rejection(1, 2, "a high surrogate without a low one")),
        (#""\uD800x""#, Rejection(1, 2, "a high surrogate without a low one")),
        (#""a\ud83d\n""#, Rejection(1, 3, "a high surrogate without a low one")),
        (#""\ud83d\ud83d""#, Rejection(1, 2, "a high surrogate without a low one")),
        (#""\ud83d\u0041""#, Rejection(1, 2, "a high surrogate without a low one")),
        (#""\ud83d\u12""#, Rejection(1, 12, "expected four hexadecimal digits")),
        (#""ab\ude00""#, Rejection(1, 4, "a low surrogate without a high one")),
        (#""\ude00\ud83d""#, Rejection(1, 2, "a low surrogate without a high one")),
        // Lines, and columns after multibyte characters
        ("[1,\n2,\n x]", Rejection(3, 2, #"expected a value, found "x""#)),
        ("[\r\n1,\r\n  }", Rejection(3, 3, #"expected a value, found "}""#)),
        ("[\"é\", x]", Rejection(1, 7, #"expected a value, found "x""#)),
        ("[\"€😀é\",\n\"名前\" x]", Rejection(2, 6, #"expected ',' or ']', found "x""#)),
        ("[\"e\u{301}\", x]", Rejection(1, 8, #"expected a value, found "x""#)),
        ("[\"é\\ud83d\"]", Rejection(1, 4, "a high surrogate without a low one")),
    ]

    static func rejection(_ json: [UInt8]) throws -> Rejection? {
        do {
            _ = try AcceptedJSONTests.read(json)
            return nil
        } catch let error as JSONError {
            return Rejection(error.line, error.column, error.message)
        }
    }

    @Test(arguments: texts)
    func `invalid JSON is rejected with the position of the error`(
        json: String, rejection: Rejection
    ) throws {
        let found = try #require(try Self.rejection(Array(json.utf8)))
        let start = String(found.message.prefix(rejection.message.count))
        #expect(Rejection(found.line, found.column, start) == rejection)
    }

    /// Invalid UTF-8: bytes that cannot begin a sequence, stray and missing bytes, overlong
    /// sequences,
    /// surrogates, code points above U+10FFFF.
    static let invalid = [
        "80", "BF", "C0", "C1", "F5", "FE", "FF", "C3", "C328", "C080", "C1BF", "C3C3A9", "E282",
        "E28261", "E08080", "E09FBF", "EDA080", "EDBFBF", "EDA0BDEDB880", "F09F98", "F09F9861",
        "F0808080", "F08FBFBF", "F4908080", "F5808080", "F8888080", "FC8080808080",
    ]

    @Test(arguments: invalid)
    func `a string that is not UTF-8 is rejected`(hex: String) throws {
        let json = Array("[\"ab".utf8) + [UInt8](hex: hex) + Array("\"]".utf8)
        #expect(try Self.rejection(json) == Rejection(1, 5, "invalid UTF-8 in a string"))
    }

    @Test(arguments: invalid)
    func `a string with escapes that is not UTF-8 is rejected`(hex: String) throws {
        let json = Array("[\"\\n".utf8) + [UInt8](hex: hex) + Array("\\n\"]".utf8)
        #expect(try Self.rejection(json) == Rejection(1, 5, "invalid UTF-8 in a string"))
    }

    @Test(arguments: invalid)
    func `a key that is not UTF-8 is rejected`(hex: String) throws {
        let json = Array("{\"ab".utf8) + [UInt8](hex: hex) + Array("\":1}".utf8)
        #expect(try Self.rejection(json) == Rejection(1, 5, "invalid UTF-8 in a string"))
    }

    @Test(arguments: invalid)
    func `invalid UTF-8 between values is rejected`(hex: String) throws {
        let rejection = try Self.rejection(Array("[1, ".utf8) + [UInt8](hex: hex))
        #expect(rejection.map { [$0.line, $0.column] } == [1, 5])
    }

    /// The text is `[1]` in little-endian and big-endian order, without and with a byte order mark.
    @Test(arguments: ["5B0031005D00", "005B0031005D", "FFFE5B0031005D00", "FEFF005B0031005D"])
    func `JSON in UTF-16 is rejected`(hex: String) throws {
        #expect(try Self.rejection([UInt8](hex: hex)) != nil)
    }

    @Test(arguments: 0..<32)
    func `a control character in a string is rejected`(code: UInt8) throws {
        let rejection = try Self.rejection(Array("\"abc".utf8) + [code] + Array("\"".utf8))
        let message = "control character 0x\(String(code, radix: 16)) in a string"
        #expect(rejection?.message.hasPrefix(message) == true)
    }

    /// Positions around the block size of the scanner, next to characters that differ in one bit.
    @Test(arguments: ["x", " ", "!", "?", "@"])
    func `a control character is found at every position of a string`(neighbour: String) throws {
        let missed = try (0..<32).filter { code in
            try (0..<20).contains { location in
                let before = String(repeating: neighbour, count: location)
                let after = String(repeating: neighbour, count: 20 - location)
                let json = Array("\"\(before)".utf8) + [UInt8(code)] + Array("\(after)\"".utf8)
                return try Self.rejection(json)?.column != location + 2
            }
        }
        #expect(missed == [])
    }

    /// Every proper prefix of a text.
    @Test(arguments: [#"{"a":[1.5e3,"x\u00e9\\",true,{"b":null}]}"#, #"["é",-0.5,false]"#])
    func `truncated JSON is rejected`(json: String) throws {
        let json = Array(json.utf8)
        let accepted = try (0..<json.count).filter { try Self.rejection(Array(json[..<$0])) == nil }
        #expect(accepted == [])
    }

    @Test(arguments: [513, 514, 100_000])
    func `513 levels of nesting are rejected`(depth: Int) throws {
        let json = [UInt8](repeating: UInt8(ascii: "["), count: depth)
        #expect(try Self.rejection(json) == Rejection(1, 513, "nested more than 512 levels deep"))
    }

    @Test func `an error contains its position in bytes, too`() {
        let error = #expect(throws: JSONError.self) { try FleeceStorage(json: "[\"é\",\n x]") }
        #expect(error?.offset == 8)
    }

    @Test func `the description of an error contains its position`() {
        let error = #expect(throws: JSONError.self) { try FleeceStorage(json: "[1,\n]") }
        #expect(error?.description == #"expected a value, found "]" at line 2, column 1"#)
    }
}
