import Testing

@testable import QuireCLI

@Suite struct EditedLineTests {
    /// Pressed keys, and the resulting line with `|` for the cursor.
    static let cases: [([Key], String)] = [
        ([], "one two|"),
        ([.left, .left, .character("x")], "one txl|wo".replacingFirst("l")),
        ([.backspace, .backspace], "one t|"),
        ([.home, .delete], "|ne two"),
        ([.home, .backspace], "|one two"),
        ([.end, .delete, .right], "one two|"),
        ([.wordLeft], "one |two"),
        ([.wordLeft, .wordLeft], "|one two"),
        ([.home, .wordRight], "one| two"),
        ([.control("w")], "one |"),
        ([.control("w"), .control("y"), .control("y")], "one twotwo|"),
        ([.wordLeft, .control("u")], "|two"),
        ([.wordLeft, .control("u"), .end, .control("y")], "twoone |"),
        ([.home, .control("k")], "|"),
        ([.control("a"), .control("f"), .control("e"), .control("b")], "one tw|o"),
        ([.character("é"), .character("東"), .backspace], "one twoé|"),
    ]

    @Test(arguments: cases)
    func `keys edit the line`(keys: [Key], expected: String) throws {
        var line = EditedLine("one two")
        for key in keys { line.edit(key) }
        #expect(line.textBeforeCursor + "|" + line.text.dropFirst(line.cursor) == expected)
    }
}

extension String {
    /// Returns the text without the first occurrence of a letter.
    fileprivate func replacingFirst(_ letter: Character) -> String {
        var text = self
        if let index = text.firstIndex(of: letter) { text.remove(at: index) }
        return text
    }
}
