#if PostgreSQL
    /// The words of a text, which Quire and the server separate at the same characters.
    ///
    /// The parser of the server depends on the locale of the database. So an index replaces separators
    /// by spaces before the server parses the text:
    ///
    /// ```text
    /// the text     Sea-view rooms, 120 m² – “quiet”
    /// the words    Sea  view  rooms  120  m²  quiet
    /// ```
    struct TextWords {
        /// A word with its location in the text.
        struct Word {
            let text: String
            /// The offsets in the UTF-8 bytes of the text.
            let range: Range<Int>
        }

        /// A longer word is in no query.
        ///
        /// The server does not index words above 2,046 bytes, and normalizing can double the length.
        static let maximumLength = 1000

        /// The code points that separate words: control characters, punctuation, symbols and emoji.
        static let separators: [ClosedRange<UInt32>] = [
            // ASCII and Latin-1.
            0x00...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0xa9, 0xab...0xb1, 0xb4...0xb4,
            0xb6...0xb8, 0xbb...0xbb, 0xbf...0xbf, 0xd7...0xd7, 0xf7...0xf7,
            // Greek, Armenian, Hebrew, Arabic, Indic and Southeast Asian punctuation.
            0x37e...0x37e, 0x387...0x387, 0x55a...0x55f, 0x589...0x58a, 0x5be...0x5be,
            0x5c0...0x5c0, 0x5c3...0x5c3, 0x5f3...0x5f4, 0x600...0x60f, 0x61b...0x61f,
            0x66a...0x66d, 0x6d4...0x6d4, 0x964...0x965, 0x970...0x970, 0xe3f...0xe3f,
            0xe4f...0xe4f, 0xe5a...0xe5b, 0x1360...0x1368, 0x1680...0x1680, 0x17d4...0x17d6,
            0x17d8...0x17db,
            0x1800...0x180e,
            // General punctuation, currencies, arrows, mathematical and technical symbols.
            0x2000...0x206f, 0x20a0...0x20cf, 0x2190...0x2bff, 0x2e00...0x2e7f,
            // Chinese, Japanese and Korean punctuation, and compatibility forms.
            0x3000...0x3004, 0x3008...0x3020, 0x3030...0x3030, 0x303d...0x303f, 0x30fb...0x30fb,
            0xfe00...0xfe1f, 0xfe30...0xfe6f, 0xfeff...0xfeff, 0xff01...0xff0f, 0xff1a...0xff20,
            0xff3b...0xff40, 0xff5b...0xff65, 0xffe0...0xffff,
            // Game tiles, emoji and tags.
            0x1f000...0x1faff, 0xe0000...0xe01ef,
        ]

        /// The accents that a decomposed letter is followed by.
        static let accents: ClosedRange<UInt32> = 0x300...0x36f

        /// A regular expression of the server for one or more separators.
        static let separatorPattern =
            "[" + separators.map { pattern(max($0.lowerBound, 1)...$0.upperBound) }.joined() + "]+"

        /// A regular expression of the server for one or more accents.
        static let accentPattern = "[\(pattern(accents))]+"

        private static func pattern(_ range: ClosedRange<UInt32>) -> String {
            func escaped(_ code: UInt32) -> String {
                let digits = String(code, radix: 16)
                return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
            return "\(escaped(range.lowerBound))-\(escaped(range.upperBound))"
        }

        /// Returns whether a character separates words.
        static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                return
                    !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
            }
            // The first range that does not end before the character.
            var (low, high) = (0, separators.count)
            while low < high {
                let middle = (low + high) / 2
                if separators[middle].upperBound < scalar.value {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low < separators.count && separators[low].contains(scalar.value)
        }

        /// Returns the words of a text.
        ///
        /// - Complexity: O(*n*) in the length of the text.
        static func words(of text: String) -> [Word] {
            var words: [Word] = []
            var word = String.UnicodeScalarView()
            var start = 0
            // Accents without a letter are not a word: an index that ignores accents removes them.
            var hasLetter = false
            func end(at offset: Int) {
                if hasLetter { words.append(Word(text: String(word), range: start..<offset)) }
                word = String.UnicodeScalarView()
                hasLetter = false
            }
            var offset = 0
            for scalar in text.unicodeScalars {
                if isSeparator(scalar) {
                    if !word.isEmpty { end(at: offset) }
                } else {
                    if word.isEmpty { start = offset }
                    word.append(scalar)
                    if !accents.contains(scalar.value) { hasLetter = true }
                }
                offset += UTF8.width(scalar)
            }
            end(at: offset)
            return words
        }
    }
#endif
