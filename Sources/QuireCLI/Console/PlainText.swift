/// Text for display on a terminal.
enum PlainText {
    /// The maximum length of a message.
    private static let messageLimit = 2000

    /// Escapes control characters, which would move the cursor, start terminal commands, or change
    /// the order of the text.
    ///
    /// - Parameters:
    ///   - text: A text.
    ///   - keepsLines: Whether the text can have several lines.
    /// - Returns: The text for a terminal.
    static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where keepsLines: result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isControl(scalar):
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a message, which can contain text of a server, of another database or of a document,
    /// without control characters and with a limited length.
    static func message(_ text: String, keepsLines: Bool = true) -> String {
        // A combining character belongs to the one before it, so a text of one character can be long.
        let start = text.unicodeScalars.prefix(messageLimit)
        let isCut = start.endIndex != text.unicodeScalars.endIndex
        return escaped(String(start), keepsLines: keepsLines) + (isCut ? "…" : "")
    }

    /// Returns whether a character is a control character, or changes the direction of text.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        // Marks, embeddings, overrides and isolates of right-to-left text, and separators of lines.
        case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns the number of columns that a text occupies.
    static func width(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// Returns the number of columns that a character occupies.
    static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        // Full-width East Asian scripts and punctuation.
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD,
        ]
        return wide.contains { $0 ~= scalar.value } ? 2 : 1
    }

    /// Truncates a text to a number of columns, with an ellipsis at the end.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        var result = ""
        var room = columns - 1
        for character in text {
            room -= width(character)
            if room < 0 { break }
            result.append(character)
        }
        return result + "…"
    }
}
