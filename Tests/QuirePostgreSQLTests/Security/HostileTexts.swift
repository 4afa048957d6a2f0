#if PostgreSQL
    import QuireTestSupport

    /// Texts that have a meaning in SQL, in JSON or in Unicode.
    ///
    /// Swift compares strings by grapheme clusters, so a quotation mark before a combining accent is
    /// another `Character`. The server reads bytes.
    enum HostileTexts {
        static let accent = "\u{301}"

        static let all: [String] = [
            "", " ", "'", "''", "\"", "\"\"", "`", "\\", "\\'", "\\\\'", ";", "--", "/*", "*/",
            "$$",
            "$1", "$0", "$a$x$a$", "%", "_", "%s", "{}", "[0]", "a.b", "#>>", "?", "@", "=", ",",
            "(",
            ")", "NULL", "null", "missing", "'; DROP TABLE quire.property; --", "') OR ('1'='1",
            "' OR true --", "\"; DROP SCHEMA quire CASCADE; --", "E'\\''", "U&'\\0041'", "\\u0000",
            "\\x27", "a\0b", "\0", "'\0'", "\u{1}\u{1f}\u{7f}", "\t\r\n", "\r\n'", "é", "e\u{301}",
            "\u{212b}", "Å", "'\(accent)", "''\(accent)", "\"\(accent)", "\\\(accent)'",
            "'\(accent) OR true --", "a'\(accent); DROP TABLE quire.property; --\(accent)",
            "$\(accent)$\(accent)", "'\u{200d}'", "'\u{fe0f}", "\u{202e}txet", "שלום 'עולם'",
            "مرحبا\"",
            "🏔", "👩‍👩‍👧‍👦'", "🇳🇴\"", "\u{feff}'", "\u{fffd}", "\u{ffff}", "\u{10ffff}", "ﷺ", "ﬃ'",
            String(repeating: "x'\"\\", count: 2_500), String(repeating: "'", count: 10_000),
            String(repeating: "é\(accent)", count: 5_000),
        ]

        private static let pieces: [String] = [
            "'", "\"", "\\", ";", "$", "-", "/", "*", "\0", "\n", "a", "b", "0", "1", ".", " ", "%",
            "_",
            "é", "e", accent, "\u{200d}", "\u{202e}", "🏔", "→", "{", "}", "[", "]", ":", ",", "(",
            ")",
        ]

        /// Returns a text that is a random sequence of characters, or one of the list.
        static func random(_ random: inout SplitMix64) -> String {
            if random.once(in: 4) { return all[random.next(below: all.count)] }
            return (0..<random.next(below: 8)).map { _ in pieces[random.next(below: pieces.count)] }
                .joined()
        }
    }
#endif
