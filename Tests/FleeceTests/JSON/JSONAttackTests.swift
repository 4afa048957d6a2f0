import Fleece
import Testing

/// Hostile JSON: each text is quickly rejected or read correctly.
@Suite(.timeLimit(.minutes(10))) struct JSONAttackTests {
    /// A text that is too long to be printed, with a descriptive name.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let json: String
        /// The canonical JSON of the value, if any.
        var canonical = ""

        init(_ name: String, _ json: String, _ canonical: String = "") {
            testDescription = name
            self.json = json
            self.canonical = canonical
        }
    }

    static func repeating(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    /// Rejected texts by name.
    static let refused = [
        Example("100,000 arrays that open", repeating("[", 100_000)),
        Example("100,000 dictionaries that open", repeating("{\"a\":", 100_000)),
        Example("100,000 of both", repeating("[{\"a\":", 100_000)),
        Example("100,000 arrays", repeating("[", 100_000) + repeating("]", 100_000)),
        Example("arrays that close", repeating("]", 100_000)),
        Example("signs", repeating("-", 100_000)),
        Example("zeros", repeating("0", 100_000)),
        Example("nines", repeating("9", 100_000)),
        Example("points", "1" + repeating(".", 100_000)),
        Example("an exponent of 100,000 digits", "1e" + repeating("9", 100_000)),
        Example("a string that is not closed", "\"" + repeating("x", 1_000_000)),
        Example("quotes that are escaped", "\"" + repeating("\\\"", 500_000)),
        Example("backslashes", repeating("\\", 100_000)),
        Example("high surrogates", "\"" + repeating("\\ud800", 100_000) + "\""),
        Example("white space", repeating(" \n", 500_000)),
        Example("commas", "[" + repeating(",", 100_000) + "]"),
        Example("colons", "{\"a\"" + repeating(":", 100_000) + "1}"),
    ]

    @Test(arguments: refused)
    func `hostile JSON is rejected`(example: Example) {
        #expect(throws: JSONError.self) { try FleeceStorage(json: example.json) }
    }

    /// Unusual but valid texts by name, with the JSON of their values.
    static let accepted = [
        Example("white space", repeating(" \n", 500_000) + "1" + repeating("\t\r", 500_000), "1"),
        Example("a small exponent of 100,000 digits", "1e-" + repeating("9", 100_000), "0.0"),
        Example("an exponent of 100,000 zeros", "1e" + repeating("0", 100_000) + "2", "100.0"),
        Example("a NUL in a key", #"{"a\u0000b":1}"#, #"{"a\u0000b":1}"#),
        Example(
            "escapes", "\"" + repeating("\\u0041", 100_000) + "\"",
            "\"" + repeating("A", 100_000) + "\""),
        Example(
            "empty arrays", "[" + repeating("[],", 100_000) + "[]]",
            "[" + repeating("[],", 100_000) + "[]]"),
        Example(
            "one key 100,000 times", "{" + repeating("\"a\":1,", 100_000) + "\"a\":2}", #"{"a":2}"#),
        Example(
            "a key of a megabyte", "{\"" + repeating("k", 1 << 20) + "\":1}",
            "{\"" + repeating("k", 1 << 20) + "\":1}"),
        Example(
            "keys of other stores", #"{"_id":"x","_rev":"1-a","_attachments":{}}"#,
            #"{"_attachments":{},"_id":"x","_rev":"1-a"}"#),
    ]

    @Test(arguments: accepted)
    func `unusual JSON is accepted`(example: Example) throws {
        let json = try FleeceStorage(json: example.json).root?.json(.canonical)
        let isRight = json == example.canonical
        #expect(isRight)
    }

    @Test func `50,000 keys in descending order are all preserved`() throws {
        let pairs = (10000..<60000).reversed().map { "\"key \($0)\":\($0)" }
        let storage = try FleeceStorage(json: "{" + pairs.joined(separator: ",") + "}")
        let dictionary = try #require(storage.root?.dictionary)
        #expect(dictionary.map(\.value.int64) == (10000..<60000).map { $0 })
    }
}
