/// A line editor for terminals, with the usual key bindings of shells.
///
/// The editor uses one row and scrolls longer lines horizontally. The terminal is in raw mode only
/// while the editor waits for keys.
final class LineEditor {
    /// The result of editing a line.
    enum Outcome: Equatable {
        case line(String)
        /// Ctrl-C: the line is discarded.
        case cancelled
        /// Ctrl-D, or the end of the input.
        case ended
    }

    /// A function that completes the text before the cursor.
    ///
    /// It returns the index at which the word begins, and the possible completions.
    typealias Completer = (String) -> (start: Int, words: [String])

    private let console: Console
    private let mode: any TerminalMode
    private var keys: KeyReader
    private let complete: Completer
    private var history: History
    private var prompt = ""
    private var line = EditedLine()

    init(
        _ console: Console, mode: any TerminalMode, history: History,
        completer: @escaping Completer
    ) {
        self.console = console
        self.mode = mode
        self.history = history
        complete = completer
        keys = KeyReader(console.input)
    }

    /// Adds a line to the history.
    func remember(_ line: String) { history.add(line) }

    /// Reads a line.
    ///
    /// - Parameter prompt: The text that is drawn before the line.
    /// - Returns: The result.
    /// - Throws: ``Failure`` if reading from the terminal fails.
    func read(prompt: String) throws -> Outcome {
        self.prompt = prompt
        line = EditedLine()
        mode.begin()
        defer { mode.end() }
        draw()
        while let key = try keys.next() {
            if let outcome = try handle(key) {
                console.noteText("\n")
                return outcome
            }
            draw()
        }
        return .ended
    }

    private func handle(_ key: Key) throws -> Outcome? {
        switch key {
        case .enter:
            line.moveToEnd()
            draw()
            return .line(line.text)
        case .control("c"): return .cancelled
        case .control("d"):
            if line.characters.isEmpty { return .ended }
            line.deleteForward()
        case .control("r"): return try search()
        case .tab: completeWord()
        case .up, .control("p"): if let old = history.previous(line.text) { show(old) }
        case .down, .control("n"): if let new = history.next() { show(new) }
        case .control("l"): console.noteText("\u{1B}[H\u{1B}[2J")
        default: line.edit(key)
        }
        return nil
    }

    private func show(_ text: String) { line = EditedLine(text) }

    // MARK: Completion

    private func completeWord() {
        let (start, words) = complete(line.textBeforeCursor)
        guard let first = words.first else { return }
        let common = words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let typed = line.cursor - start
        if words.count == 1 || common.count > typed {
            line.replace(from: start, with: common + (words.count == 1 ? " " : ""))
        } else {
            let shown = words.prefix(40).joined(separator: "  ") + (words.count > 40 ? "  …" : "")
            console.noteText("\n\(shown)\n")
        }
    }

    // MARK: Searching the history

    private func search() throws -> Outcome? {
        var text = ""
        var location = history.lines.count
        let originalLine = line
        while true {
            console.noteText("\r(search) '\(text)': \(line.text)\u{1B}[K")
            guard let key = try keys.next() else { return .ended }
            switch key {
            case .character(let character):
                text.append(character)
                location = history.lines.count
            case .backspace:
                _ = text.popLast()
                location = history.lines.count
            case .control("r"): break
            case .control("g"), .control("c"), .escape:
                line = originalLine
                return nil
            default:
                // Enter accepts the found line, and other keys edit it.
                return try handle(key)
            }
            if let found = history.search(text, before: location) {
                location = found.location
                show(found.line)
            }
        }
    }

    // MARK: Drawing

    private func draw() {
        let promptWidth = PlainText.width(prompt)
        let visible = visiblePart(fitting: max(8, console.terminals.width() - promptWidth - 1))
        let shown = String(line.characters[visible.range])
        let cursorColumn = promptWidth + visible.widthBeforeCursor
        let moveToCursor = cursorColumn > 0 ? "\u{1B}[\(cursorColumn)C" : ""
        console.noteText(
            "\r\(console.diagnosticStyle.bold(prompt))\(shown)\u{1B}[K\r\(moveToCursor)")
    }

    /// Returns the characters of the line to display: as many as possible before the cursor, and those
    /// that still fit after it.
    private func visiblePart(
        fitting maximumWidth: Int
    ) -> (range: Range<Int>, widthBeforeCursor: Int) {
        var start = line.cursor
        var width = 0
        while start > 0 {
            let next = PlainText.width(line.characters[start - 1])
            if width + next > maximumWidth { break }
            width += next
            start -= 1
        }
        let widthBeforeCursor = width
        var end = line.cursor
        while end < line.characters.count {
            let next = PlainText.width(line.characters[end])
            if width + next > maximumWidth { break }
            width += next
            end += 1
        }
        return (start..<end, widthBeforeCursor)
    }
}

extension String {
    /// Returns the common prefix of two strings, ignoring case.
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
}
