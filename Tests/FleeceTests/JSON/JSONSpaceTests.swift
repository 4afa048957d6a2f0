import Fleece
import QuireTestSupport
import Testing

@Suite struct JSONSpaceTests {
    @Test(arguments: SpacedJSON.texts)
    func `white space around tokens is ignored`(json: SpacedJSON) throws {
        #expect(try FleeceStorage(json: json.text).root?.json(.canonical) == json.compact)
        #expect(
            try AcceptedJSONTests.read(json.text.utf8) == AcceptedJSONTests.read(json.compact.utf8))
    }

    @Test(arguments: SpacedJSON.texts.filter(\.isOneLine))
    func `white space around tokens is ignored in JSON lines`(json: SpacedJSON) throws {
        #expect(try JSONLinesTests.outcomes(json.text, chunk: 3) == ["1: \(json.compact)"])
    }

    /// Space characters of Unicode and control characters that JSON does not count as white space.
    @Test(arguments: [
        "\u{0}", "\u{8}", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{2028}", "\u{3000}", "\u{FEFF}",
    ])
    func `other space characters are rejected in every position`(space: String) {
        let texts = SpacedJSON.texts(spacedBy: space).map(\.text)
        #expect(texts.filter { (try? FleeceStorage(json: $0)) != nil } == [])
    }
}
