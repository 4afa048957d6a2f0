/// The range of the strings that begin like a LIKE pattern.
///
/// SQLite can use an index for a range, but not for a function that compares strings.
struct LikePrefix {
    /// The characters before the first wildcard.
    let start: String
    /// The least string that is greater than all strings with these characters.
    let end: String

    /// Creates the range of a pattern.
    ///
    /// The result is `nil` if the pattern begins with a wildcard, or can match the string form of a
    /// number.
    ///
    /// The range contains only strings, not numbers.
    init?(_ pattern: String) {
        var prefix = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            if !isEscaped, scalar == "%" || scalar == "_" { break }
            isEscaped = !isEscaped && scalar == "\\"
            if !isEscaped { prefix.append(scalar) }
        }
        let start = String(prefix)
        // The string form of a number begins with one of these characters. `Inf` is infinity.
        guard let first = prefix.first, !"+-.0123456789".unicodeScalars.contains(first),
            !"Inf".hasPrefix(start), let end = TextRange.end(ofTextsWithPrefix: start)
        else { return nil }
        self.start = start
        self.end = end
    }
}
