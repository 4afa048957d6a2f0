import Quire
import Testing

@testable import QuireQuery

@Suite struct RegularExpressionTests {
    private static func match(_ pattern: String, _ text: String) throws -> [Int]? {
        let program = try PatternProgram(pattern)
        var text = text
        return try text.withUTF8 { bytes in
            var matcher = PatternMatcher(
                program, text: UnsafeRawBufferPointer(bytes), slots: 2 * (program.captureCount + 1))
            return try matcher.match(from: 0)
        }
    }

    /// Expressions, texts, and the byte ranges of the match and its groups.
    static let matches: [(pattern: String, text: String, locations: [Int]?)] = [
        ("b", "abc", [1, 2]), ("", "abc", [0, 0]), ("x", "abc", nil), ("^b", "abc", nil),
        ("a.c", "xabc", [1, 4]), (".", "\n", nil), ("a|bc|c", "xbc", [1, 3]),
        ("a*", "aaab", [0, 3]), ("a*?", "aaab", [0, 0]), ("a+?b", "aaab", [0, 4]),
        ("a{2}", "aaab", [0, 2]), ("a{2,}", "aaab", [0, 3]), ("a{1,2}", "aaab", [0, 2]),
        ("a{0}b", "ab", [1, 2]), ("(a)(b)?", "ac", [0, 1, 0, 1, -1, -1]),
        ("(a|ab)(c|bcd)", "abcd", [0, 4, 0, 1, 1, 4]), ("(?:ab)+", "ababx", [0, 4]),
        ("[a-c]+", "xbcad", [1, 4]), ("[^a-c]+", "abxyc", [2, 4]),
        (#"[a\]]+"#, "x]a", [1, 3]), ("[-a]+", "b-a", [1, 3]), ("[a-]+", "b-a", [1, 3]),
        (#"[\d_]+"#, "a1_2", [1, 4]), (#"[^\D]"#, "a1", [1, 2]), (#"\d+"#, "a12b", [1, 3]),
        (#"\w+"#, "é a_1", [3, 6]), (#"\s"#, "a b", [1, 2]), (#"\bb"#, "ab b", [3, 4]),
        (#"\Bb"#, "b ab", [3, 4]), ("é", "aé", [1, 3]), (".", "é", [0, 2]),
        ("[à-ü]", "aé", [1, 3]),
        (#"\u00e9"#, "é", [0, 2]), (#"\x41"#, "A", [0, 1]), (#"\."#, "a.", [1, 2]),
        ("a$", "aa", [1, 2]), ("$", "ab", [2, 2]), ("😀+", "x😀😀", [1, 9]),
        ("(^a|b)+", "ab", [0, 2, 1, 2]),
    ]

    @Test(arguments: matches)
    func `an expression finds the first and best match`(
        pattern: String, text: String, locations: [Int]?
    ) throws {
        #expect(try Self.match(pattern, text) == locations)
    }

    static let wrong = [
        "(", ")", "a)", "(a", "[a", "[b-a]", "*", "+a", "a**", "a{", "a{2", "a{2,1}",
        "a{1001}", "a{99999999999999999999}", #"\"#, #"\1"#, #"(a)\1"#, "(?=a)", "(?<n>a)",
        "[[:alpha:]]", #"\q"#, #"\x4"#, #"\uZZZZ"#, "((a{1000}){1000}){1000}",
        String(repeating: "(", count: 100_000), String(repeating: "a|", count: 100_000),
        "(?:(?:(?:(?:){1000}){1000}){1000}){1000}", "((|){1000}|){1000}*",
        "(?:(?:(?:){0,1000}){0,1000}){0,1000}", "(?:(?:(?:)*){1000}){1000}",
        "[\(String(repeating: "a", count: 100_000))]",
    ]

    @Test(arguments: wrong)
    func `an invalid expression is rejected with a reason`(pattern: String) {
        let error = #expect(throws: PatternError.self) { try PatternProgram(pattern) }
        #expect(error?.description.contains("regular expression") == true)
    }

    @Test func `a set of many ranges matches each of its characters`() throws {
        // Every third code point from U+0100 on, in descending order.
        let scalars = (0..<2_000).compactMap { Unicode.Scalar(0x100 + 3 * $0 as UInt32) }
        let characters = scalars.reversed().map { "\($0)" }.joined()
        let (node, _) = try PatternParser.parse("[\(characters)]")
        guard case .set(let set) = node else { throw PatternError(description: "no set") }
        #expect((0..<7_000).filter(set.contains) == scalars.map(\.value))
    }

    @Test func `invalid UTF-8 is matched byte by byte`() throws {
        let program = try PatternProgram("a.b")
        let bytes: [UInt8] = [0xFF, 0x61, 0xE2, 0x62, 0xC3]
        let locations = try bytes.withUnsafeBytes { bytes in
            var matcher = PatternMatcher(program, text: bytes, slots: 2)
            return try matcher.match(from: 0)
        }
        #expect(locations == [1, 4])
    }
}
