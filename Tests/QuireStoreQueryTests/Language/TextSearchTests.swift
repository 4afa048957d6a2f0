import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireQuery
@testable import QuireQuery

/// Searching bytes and patterns in texts, and splitting long texts.
@Suite struct TextSearchTests {
    private static func text(
        _ characters: [String], _ length: Int, _ random: inout SplitMix64
    )
        -> String
    {
        (0..<length).map { _ in characters[random.next(below: characters.count)] }.joined()
    }

    // MARK: LIKE

    /// The definition of LIKE, implemented by exhaustive search.
    private static func isMatch(
        _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "%":
            return (text.startIndex...text.endIndex).contains { isMatch(text[$0...], rest) }
        case "_": return !text.isEmpty && isMatch(text.dropFirst(), rest)
        case "\\":
            guard let escaped = rest.first else { return false }
            return text.first == escaped && isMatch(text.dropFirst(), rest.dropFirst())
        default: return text.first == first && isMatch(text.dropFirst(), rest)
        }
    }

    @Test(arguments: 1...4)
    func `a pattern matches according to its definition`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<3_000 {
            let text = Self.text(["a", "b", "é", "😀", "_", "%"], random.next(below: 7), &random)
            let pattern = Self.text(
                ["a", "b", "é", "😀", "%", "%", "_", "\\"], random.next(below: 7), &random)
            let expected = Self.isMatch(
                Array(text.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
            #expect(LikePattern(pattern).matches(text) == expected, "\(text) LIKE \(pattern)")
        }
    }

    @Test func `without an escape character a backslash is a character`() {
        let pattern = LikePattern(#"a\%"#, escape: nil)
        #expect(pattern.matches(#"a\b"#) && !pattern.matches("a%"))
    }

    // MARK: Bytes

    @Test(arguments: 1...4)
    func `bytes are found at their first occurrence`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let unit = Self.text(["a", "b"], 1 + random.next(below: 4), &random)
            let text = Array(
                (String(repeating: unit, count: random.next(below: 60))
                    + Self.text(["a", "b"], random.next(below: 60), &random)).utf8)
            let start = random.next(below: text.count + 1)
            let part = Array(
                (String(repeating: unit, count: random.next(below: 20))
                    + Self.text(["a", "b"], random.next(below: 3), &random)).utf8)
            let expected = (start...text.count).first { text[$0...].starts(with: part) }
            let found = try text.withUnsafeBytes { text in
                try part.withUnsafeBytes { part in
                    try ByteSearch.firstOffset(of: part, in: text, from: start)
                }
            }
            #expect(found == expected, "\(text) \(part) from \(start)")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a nearly repetitive text takes linear time`() {
        let text = String(repeating: "a", count: 2_000_000)
        let part = String(repeating: "a", count: 1_000_000)
        #expect(!ByteSearch.contains(text, part + "b") && !ByteSearch.contains(text, "b" + part))
        #expect(ByteSearch.contains(text + "b", part + "b"))
    }

    // MARK: Parts

    static let units = [
        "abc ", "é", "e\u{301}", "ΑΣ", "ΑΣ.", "Σ\u{301}", "İ", "👨‍👩‍👧", "각", "\u{1100}\u{1161}\u{11A8}",
        "ŉǰΐ", "\u{301}", "旅館", "a'b.c:d",
    ]

    @Test(arguments: units)
    func `converting the parts of a text equals converting the text`(unit: String) {
        // Without the space, some texts could not be split.
        var text = String(repeating: "a" + String(repeating: unit, count: 5) + " a", count: 2_000)
        let (lower, folded) = text.withUTF8 { bytes in
            var (lower, folded) = ("", "")
            var parts = TextParts(UnsafeRawBufferPointer(bytes), length: 1_000)
            while let part = parts.next() {
                let text = String(decoding: part, as: UTF8.self)
                lower += text.lowercased(with: TextComparison.root)
                folded += text.folding(
                    options: .diacriticInsensitive, locale: TextComparison.root)
            }
            return (lower, folded)
        }
        let isLower = lower.utf8.elementsEqual(text.lowercased(with: TextComparison.root).utf8)
        #expect(isLower)
        let expected = text.folding(
            options: .diacriticInsensitive, locale: TextComparison.root)
        let isFolded = folded.utf8.elementsEqual(expected.utf8)
        #expect(isFolded, "\(folded.utf8.count) bytes instead of \(expected.utf8.count)")
    }
}
