#if Replication
    import Testing

    @testable import QuireReplication

    @Suite struct BLIPPropertiesTests {
        static let encodings: [(properties: BLIPProperties, text: String)] = [
            ([:], ""),
            (["Profile": "rev"], "Profile\0rev\0"),
            (["a": "1", "b": ""], "a\01\0b\0\0"),
            (["": "x", "ö": "\u{1F600}"], "\0x\0ö\0\u{1F600}\0"),
        ]

        @Test(arguments: encodings)
        func `properties are strings that end with NUL`(
            properties: BLIPProperties, text: String
        ) throws {
            #expect(try properties.encoded() == Array(text.utf8))
        }

        @Test(arguments: encodings)
        func `properties are read from strings that end with NUL`(
            properties: BLIPProperties, text: String
        ) throws {
            let bytes = Array("xx".utf8) + Array(text.utf8)
            #expect(try BLIPProperties(encoded: bytes.dropFirst(2)) == properties)
        }

        static let invalid: [(bytes: [UInt8], message: String)] = [
            (Array("a\01".utf8), "The properties of a message do not end with NUL."),
            (Array("a".utf8), "The properties of a message do not end with NUL."),
            (Array("a\0".utf8), "The last property of a message has no value."),
            (Array("a\01\0b\0".utf8), "The last property of a message has no value."),
            ([0xff, 0, 0x31, 0], "The properties of a message are not UTF-8."),
            ([0x61, 0, 0xc3, 0], "The properties of a message are not UTF-8."),
            ([0xc0, 0x80, 0, 0x31, 0], "The properties of a message are not UTF-8."),
            ([0xed, 0xa0, 0x80, 0, 0x31, 0], "The properties of a message are not UTF-8."),
        ]

        @Test(arguments: invalid)
        func `invalid properties are rejected`(bytes: [UInt8], message: String) {
            #expect(throws: BLIPViolation(code: 1003, message: message)) {
                try BLIPProperties(encoded: bytes[...])
            }
        }

        @Test func `the replacement character is valid`() throws {
            let bytes = Array("a\0\u{FFFD}\0".utf8)
            #expect(try BLIPProperties(encoded: bytes[...])["a"] == "\u{FFFD}")
        }

        @Test func `the first of several equal keys counts`() throws {
            let bytes = Array("a\01\0a\02\0".utf8)
            let properties = try BLIPProperties(encoded: bytes[...])
            #expect(properties["a"] == "1")
            #expect(properties.elements.map(\.value) == ["1", "2"])
        }

        @Test func `setting a value keeps its place, and nil removes it`() {
            var properties: BLIPProperties = ["a": "1", "b": "2"]
            properties["a"] = "3"
            properties["c"] = "4"
            properties["b"] = nil
            #expect(properties.elements.map(\.key) == ["a", "c"])
            #expect(properties.elements.map(\.value) == ["3", "4"])
        }

        static let booleans: [(text: String, value: Bool?)] = [
            ("true", true), ("TRUE", true), ("Yes", true), ("1", true), ("-7", true),
            (" 12", true), ("+1", true), ("99999999999999999999999", true),
            ("false", false), ("NO", false), ("0", false), ("000", false), ("-0", false),
            ("", nil), ("x", nil), ("1.5", nil), ("1 ", nil), ("-", nil), ("yess", nil),
            ("١", nil),
        ]

        @Test(arguments: booleans)
        func `a Boolean value is a word or an integer`(text: String, value: Bool?) {
            let properties: BLIPProperties = ["a": text]
            #expect(properties.bool("a", default: true) == value ?? true)
            #expect(properties.bool("a", default: false) == value ?? false)
        }

        @Test func `a missing Boolean value is the default`() {
            let properties: BLIPProperties = ["a": "1"]
            #expect(properties.bool("b") == false)
            #expect(properties.bool("b", default: true))
        }

        static let integers: [(text: String, value: Int?)] = [
            ("0", 0), ("-12", -12), ("9223372036854775807", .max), ("9223372036854775808", nil),
            ("", nil), ("x", nil),
        ]

        @Test(arguments: integers)
        func `an integer is decimal`(text: String, value: Int?) {
            let properties: BLIPProperties = ["a": text]
            #expect(properties.integer("a") == value)
        }

        static let untransmittable: [(properties: BLIPProperties, error: BLIPMessageError)] = [
            (["a\0": "1"], .nulInProperty), (["a": "1\0"], .nulInProperty),
            (["a": String(repeating: "x", count: 102_400)], .propertiesTooLong(102_403)),
        ]

        @Test(arguments: untransmittable)
        func `a message that peers cannot read is an error`(
            properties: BLIPProperties, error: BLIPMessageError
        ) {
            #expect(throws: error) { try BLIPMessage(properties: properties).encodedHead() }
        }

        @Test func `the longest properties are transmitted`() throws {
            let properties: BLIPProperties = ["a": String(repeating: "x", count: 102_397)]
            #expect(try BLIPMessage(properties: properties).encodedHead().count == 102_403)
        }

        static let errors: [(message: BLIPMessage, error: BLIPError)] = [
            (
                BLIPMessage(
                    properties: ["Error-Domain": "HTTP", "Error-Code": "404"],
                    body: Array("missing".utf8)),
                BLIPError(domain: "HTTP", code: 404, message: "missing")
            ),
            (
                BLIPMessage(properties: ["Error-Code": "501"]),
                BLIPError(domain: "BLIP", code: 501, message: "")
            ),
            (
                BLIPMessage(properties: ["Error-Code": "x"], body: [0xff]),
                BLIPError(domain: "BLIP", code: 0, message: "\u{FFFD}")
            ),
        ]

        @Test(arguments: errors)
        func `an error response has a domain, a code and a message`(
            message: BLIPMessage, error: BLIPError
        ) {
            #expect(BLIPError(message) == error)
            #expect(BLIPError(error.response) == error)
        }
    }
#endif
