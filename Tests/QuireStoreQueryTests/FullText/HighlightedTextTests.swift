import Quire
import Testing

@Suite struct HighlightedTextTests {
    private func text(_ text: String, _ words: String...) -> HighlightedText {
        let bytes = Array(text.utf8)
        let offsets = words.flatMap { word -> [Range<Int>] in
            let word = Array(word.utf8)
            return bytes.indices.filter { bytes[$0...].starts(with: word) }
                .map { $0..<$0 + word.count }
        }
        return HighlightedText(text, of: "a", highlighting: offsets)
    }

    @Test(arguments: [
        ("", "", ""), ("a b c", "b", "a **b** c"), ("æ 🌊 ø", "🌊", "æ **🌊** ø"),
        ("b b", "b", "**b** **b**"), ("bbb", "bb", "**bbb**"), ("e\u{301}b", "e\u{301}", "**é**b"),
    ])
    func `highlights are marked, and overlapping ones are joined`(
        content: String, word: String, expected: String
    ) {
        let text = word.isEmpty ? text(content) : text(content, word)
        #expect(text.marked() == expected && text.description == expected)
        #expect(text.segments.map(\.text).joined() == content)
    }

    @Test(arguments: [-5..<2, 1..<2, 0..<9_000, 3..<3, 7_000..<8_000, -9 ..< -2])
    func `offsets outside the text or within its characters do not change it`(offsets: Range<Int>) {
        let text = HighlightedText("å 海", of: "a", highlighting: [offsets, offsets])
        #expect(text.segments.map(\.text).joined() == "å 海")
    }

    static let long = (1...100).map { "word\($0)" }.joined(separator: " ")

    @Test(arguments: [
        ("word50", 40), ("word1 ", 40), ("word100", 40), ("word", 25), ("none", 20), ("word50", 1),
        ("word50 word51 word52", 10), ("word50", 700),
    ])
    func `a snippet contains a highlight between whole words`(word: String, length: Int) {
        let snippet = text(Self.long, word).snippet(maxLength: length)
        let bare = snippet.text.replacing("… ", with: "").replacing(" …", with: "")
        #expect(bare.count <= max(length, word.count))
        #expect(Self.long.contains(bare))
        let words = Set(Self.long.split(separator: " "))
        #expect(bare.split(separator: " ").allSatisfy { words.contains($0) || word == "none" })
        #expect(snippet.highlights.isEmpty == (word == "none"))
    }

    @Test func `a snippet contains most of the found words`() {
        let content = "sea " + Self.long + " the view of the sea is a sea view " + Self.long
        let snippet = text(content, "sea", "view").snippet(maxLength: 60)
        #expect(snippet.highlights.count == 4)
        #expect(snippet.text.hasPrefix("… ") && snippet.text.hasSuffix(" …"))
    }

    @Test(arguments: ["海の見える部屋", "🏳️‍🌈🏳️‍🌈🏳️‍🌈海🏳️‍🌈🏳️‍🌈🏳️‍🌈", String(repeating: "x", count: 50) + "海"])
    func `text without spaces is cut between characters`(content: String) {
        for length in 0...8 {
            let snippet = text(content, "海").snippet(maxLength: length)
            #expect(snippet.highlights.map { snippet.text[$0] } == ["海"])
        }
    }

    @Test func `a short text is its own snippet`() {
        let short = text("a b", "b")
        #expect(short.snippet() == short && short.snippet(maxLength: 3) == short)
    }
}
