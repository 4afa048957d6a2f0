import Quire
import Testing

@testable import QuireStore
import QuireTestSupport

@Suite struct SQLTokenizerTests {
    /// Returns the tokens of a text, each with a letter for its kind.
    static func tokens(_ sql: String) throws(SchemaDefect) -> [String] {
        let bytes = Array(sql.utf8)
        let tokens = try bytes.withUnsafeBufferPointer { bytes throws(SchemaDefect) in
            try SQLTokenizer.tokens(bytes).tokens
        }
        return tokens.map { "\($0.kind)".prefix(1) + " " + $0.text }
    }

    static let texts: [(String, [String])] = [
        ("", []), (" \t\n\u{C}\r", []), ("a_1$B", ["w a_1$B"]), ("x", ["w x"]),
        ("x y", ["w x", "w y"]),
        (#""a""b""#, [#"q a"b"#]), ("`a``b`", ["q a`b"]), ("[a]", ["q a"]), ("[\"a]", ["q \"a"]),
        ("'a''b'", ["s a'b"]), ("''", ["s "]), ("''''", ["s '"]),
        ("\"\"\"\u{301}\"", ["q \"\u{301}"]),
        ("'--' -- '", ["s --"]), ("1/*'*/2", ["n 1", "n 2"]), ("/*/*/1", ["n 1"]),
        ("/***/1", ["n 1"]),
        ("a--b\nc", ["w a", "w c"]), ("1-1", ["n 1", "s -", "n 1"]),
        ("1- -1", ["n 1", "s -", "s -", "n 1"]),
        ("1.5e-3", ["n 1.5e-3"]), (".5", ["n .5"]), ("a.5", ["w a", "n .5"]), ("5.", ["n 5."]),
        ("0x1F", ["n 0x1F"]), ("x'1f'", ["b 1f"]), ("X''", ["b "]), ("x '1'", ["w x", "s 1"]),
        ("a<=b<>c||d>>e", ["w a", "s <=", "w b", "s <>", "w c", "s ||", "w d", "s >>", "w e"]),
        ("a->>b", ["w a", "s ->", "s >", "w b"]), ("(,;.)", ["s (", "s ,", "s ;", "s .", "s )"]),
    ]

    @Test(arguments: texts)
    func `text is tokenized as by SQLite`(sql: String, tokens: [String]) throws {
        #expect(try Self.tokens(sql) == tokens)
    }

    static let refused = [
        "'a", "\"a", "`a", "[a", "/* a", "/*", "a\0b", "'a\0b'", "-- a\0", "1a", "0x", "1e", "0x1g",
        "x'1'",
        "x'1g'", "x'12", "?", "?1", ":a", "@a", "$a", "#", "!", "{", "\\", "é", "\u{FEFF}a",
        "\u{B}", "^",
    ]

    @Test(arguments: refused)
    func `tokens that the format does not use are rejected`(sql: String) {
        #expect(throws: SchemaDefect.self) { try Self.tokens(sql) }
    }

    @Test func `a name that is not UTF-8 is rejected`() {
        let bytes: [UInt8] = [0x22, 0xFF, 0x22]
        #expect(throws: SchemaDefect.self) {
            try bytes.withUnsafeBufferPointer { try SQLTokenizer.tokens($0).tokens }
        }
    }

    @Test(arguments: [
        ("a", "A", true), ("é", "É", false), ("é", "e\u{301}", false), ("K", "\u{212A}", false),
    ])
    func `names are compared as by SQLite`(left: String, right: String, areEqual: Bool) {
        #expect((SQLName(left) == SQLName(right)) == areEqual)
    }

    @Test func `text of any bytes is tokenized or rejected`() {
        var generator = SplitMix64(seed: 7)
        let originals = (SchemaCase.plain + SchemaCase.recognized + SchemaCase.hostile)
            .flatMap { $0.sql.split(separator: ";").map { Array($0.utf8) + [0x20] } }
        var recognized = 0
        for _ in 0..<4000 {
            var text = originals[Int.random(in: originals.indices, using: &generator)]
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let location = Int.random(in: text.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: text[location] = UInt8.random(in: 0...255, using: &generator)
                case 1:
                    text.insert(text[Int.random(in: text.indices, using: &generator)], at: location)
                case 2 where text.count > 1: text.remove(at: location)
                default: text.swapAt(location, Int.random(in: text.indices, using: &generator))
                }
            }
            var objects = SchemaObjects(SchemaNames(RegisteredNames()))
            let isKnown = text.withUnsafeBufferPointer { text in
                (try? objects.add(text)) != nil && (try? objects.check(separateTables: [:])) != nil
            }
            if isKnown { recognized += 1 }
        }
        #expect((1..<4000).contains(recognized))
    }
}
