/// The text forms of names.
enum Identifier {
    /// Returns the text form of a name, in backticks if the plain text would not be read as a name.
    static func text(for name: String) -> String {
        isPlain(name) ? name : "`\(doubling("`", in: name))`"
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.beginsIdentifier else { return false }
        return name.utf8.allSatisfy(\.continuesIdentifier) && Keyword(word: name) == nil
            && !["ALL", "SOME"].contains(name.uppercased())
    }

    /// Returns a text with each quotation mark doubled.
    static func doubling(_ quote: Unicode.Scalar, in text: String) -> String {
        var doubled = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            doubled.append(scalar)
            if scalar == quote { doubled.append(scalar) }
        }
        return String(doubled)
    }
}
