/// The texts that begin as a pattern of LIKE does, as a range.
///
/// An index serves a range, and no function that compares texts.
struct LikePrefix {
    /// The characters before the first wildcard.
    let start: String
    /// The least text that is greater than all texts with these characters.
    let end: String

    /// Reads a pattern; `nil` if it begins with a wildcard, or may match the text of a number.
    ///
    /// Numbers are not in the range, which consists of texts.
    init?(_ pattern: String) {
        var prefix = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if !isEscaped, scalar == "%" || scalar == "_" { break }
            isEscaped = !isEscaped && scalar == "\\"
            if !isEscaped { prefix.append(scalar) }
        }
        let start = String(prefix)
        // SQLite writes numbers with these characters first; `Inf` is infinity.
        guard let first = prefix.first, !"+-.0123456789".unicodeScalars.contains(first),
            !"Inf".hasPrefix(start), let end = TextRange.end(ofTextsWithPrefix: start)
        else { return nil }
        self.start = start
        self.end = end
    }
}
