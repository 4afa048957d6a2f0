/// An editable line of text with a cursor.
struct EditedLine: Equatable {
    private(set) var characters: [Character]
    /// The number of characters before the cursor.
    private(set) var cursor: Int
    /// The characters that were cut last.
    private var cut: [Character] = []

    init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }

    var textBeforeCursor: String { String(characters[..<cursor]) }

    mutating func insert(_ text: some Sequence<Character>) {
        let new = Array(text)
        characters.insert(contentsOf: new, at: cursor)
        cursor += new.count
    }

    /// Replaces the text from an index up to the cursor.
    mutating func replace(from start: Int, with text: String) {
        characters.removeSubrange(start..<cursor)
        cursor = start
        insert(text)
    }

    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
    }

    mutating func deleteForward() {
        if cursor < characters.count { characters.remove(at: cursor) }
    }

    mutating func moveLeft() { cursor = max(0, cursor - 1) }
    mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
    mutating func moveToStart() { cursor = 0 }
    mutating func moveToEnd() { cursor = characters.count }
    mutating func moveWordLeft() { cursor = wordStart }

    mutating func moveWordRight() {
        while cursor < characters.count, !Self.isWord(characters[cursor]) { cursor += 1 }
        while cursor < characters.count, Self.isWord(characters[cursor]) { cursor += 1 }
    }

    /// Cuts the text after the cursor.
    mutating func cutToEnd() { cut(cursor..<characters.count) }

    /// Cuts the text before the cursor.
    mutating func cutToStart() { cut(0..<cursor) }

    /// Cuts the word before the cursor.
    mutating func cutWord() { cut(wordStart..<cursor) }

    /// Inserts the text that was cut last.
    mutating func paste() { insert(cut) }

    private mutating func cut(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        cut = Array(characters[range])
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    private var wordStart: Int {
        var start = cursor
        while start > 0, !Self.isWord(characters[start - 1]) { start -= 1 }
        while start > 0, Self.isWord(characters[start - 1]) { start -= 1 }
        return start
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}

extension EditedLine {
    /// Applies a key to the line; keys without an effect are ignored.
    mutating func edit(_ key: Key) {
        switch key {
        case .character(let character): insert([character])
        case .backspace: deleteBackward()
        case .delete: deleteForward()
        case .left, .control("b"): moveLeft()
        case .right, .control("f"): moveRight()
        case .wordLeft: moveWordLeft()
        case .wordRight: moveWordRight()
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        case .control("k"): cutToEnd()
        case .control("u"): cutToStart()
        case .control("w"): cutWord()
        case .control("y"): paste()
        default: break
        }
    }
}
