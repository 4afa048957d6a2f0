import Fleece
import Testing

@Suite struct AcceptedJSONTests {
    /// JSON texts and their values.
    static let texts: [(json: String, value: ValueTree)] = [
        ("null", .null),
        ("true", .boolean(true)),
        ("false", .boolean(false)),
        (" \t\r\n null \n", .null),
        // Collections
        ("[]", .array([])),
        ("[ ]", .array([])),
        ("[\n]", .array([])),
        ("{}", .dictionary([:])),
        ("[[],{},[{}]]", .array([.array([]), .dictionary([:]), .array([.dictionary([:])])])),
        ("[1,2]", .array([.integer(1), .integer(2)])),
        (" [ 1 , 2 ] ", .array([.integer(1), .integer(2)])),
        (#"{"a":1,"b":[2]}"#, .dictionary(["a": .integer(1), "b": .array([.integer(2)])])),
        (
            " {\n\"a\" :\t1 ,\r\n\"b\" : { \"c\" : null } } ",
            .dictionary(["a": .integer(1), "b": .dictionary(["c": .null])])
        ),
        (#"{"":0}"#, .dictionary(["": .integer(0)])),
        // The last of several pairs with one key is kept.
        (#"{"a":1,"a":2}"#, .dictionary(["a": .integer(2)])),
        (
            #"{"a":1,"b":2,"a":3,"b":[4]}"#,
            .dictionary(["a": .integer(3), "b": .array([.integer(4)])])
        ),
        (#"{"a":1,"\u0061":2}"#, .dictionary(["a": .integer(2)])),
        // Strings
        (#""""#, .string("")),
        (#""a""#, .string("a")),
        (#""two words""#, .string("two words")),
        (#""é€😀""#, .string("é€😀")),
        (
            "\"\u{7F}\u{80}\u{FFFD}\u{FFFF}\u{10FFFF}\"",
            .string("\u{7F}\u{80}\u{FFFD}\u{FFFF}\u{10FFFF}")
        ),
        ("\"\u{FEFF}\"", .string("\u{FEFF}")),
        ("\"\u{2028}\"", .string("\u{2028}")),
        // Escapes
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
        (#""\u0000""#, .string("\0")),
        (#""a\u0000b""#, .string("a\0b")),
        (#""\u0041\u00e9\u20AC""#, .string("Aé€")),
        (#""\uABCD\uabcd""#, .string("\u{ABCD}\u{ABCD}")),
        (#""\ud83d\ude00""#, .string("😀")),
        (#""\uD800\uDC00\uDBFF\uDFFF""#, .string("\u{10000}\u{10FFFF}")),
        (#""\uFFFF\uFFFE""#, .string("\u{FFFF}\u{FFFE}")),
        (#""\uD7FF\uE000""#, .string("\u{D7FF}\u{E000}")),
        (#""x\ud83d\ude00y é \n z""#, .string("x😀y é \n z")),
        (#""\\u0041""#, .string("\\u0041")),
        (#"{"\u0000":"\"","\\":1}"#, .dictionary(["\0": .string("\""), "\\": .integer(1)])),
    ]

    static func read(_ json: some Sequence<UInt8>) throws -> ValueTree {
        let writer = FleeceWriter()
        try Array(json).withUnsafeBytes { try JSONReader.read($0, into: writer) }
        return ValueTree(try writer.finish())
    }

    @Test(arguments: texts)
    func `JSON is parsed to its value`(json: String, value: ValueTree) throws {
        #expect(try Self.read(json.utf8) == value)
    }

    @Test(arguments: texts)
    func `JSON can be passed as a Swift string`(json: String, value: ValueTree) throws {
        let root = try #require(FleeceStorage(json: json).root)
        #expect(ValueTree(root) == value)
    }

    /// Strings of every length around the block size of the scanner, with special characters at
    /// every
    /// position.
    @Test(arguments: ["é", "😀", "\\n", "\\\"", "\\u0000", "\u{7F}"])
    func `special characters are found at every position of a string`(part: String) throws {
        let wrong = try (0..<40).filter { place in
            let plain = (
                String(repeating: "x", count: place), String(repeating: "y", count: 40 - place)
            )
            let special = try #require(FleeceStorage(json: "\"\(part)\"").root?.string)
            let value = try Self.read("\"\(plain.0)\(part)\(plain.1)\"".utf8)
            return value != .string(Text(plain.0 + special + plain.1))
        }
        #expect(wrong == [])
    }

    @Test func `a value is read into the open collection`() throws {
        let writer = FleeceWriter()
        writer.beginArray()
        try JSONReader.read("{\"a\":1}", into: writer)
        try JSONReader.read("2", into: writer)
        writer.endArray()
        let value = ValueTree(try writer.finish())
        #expect(value == .array([.dictionary(["a": .integer(1)]), .integer(2)]))
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `512 levels of nesting are accepted`(opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        let text =
            String(repeating: opening, count: 511) + (opening == "[" ? "[]" : "{}")
            + String(repeating: closing, count: 511)
        #expect(try FleeceStorage(json: text).root?.json() == text)
    }

    @Test func `a string of ten megabytes is read`() throws {
        let count = 10 << 20
        let json = "\"" + String(repeating: "x", count: count) + "\""
        #expect(try FleeceStorage(json: json).root?.withStringBytes { $0.count } == count)
    }
}
