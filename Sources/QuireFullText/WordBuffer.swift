/// The memory in which a cursor stems one word after another.
package final class WordBuffer {
    private var characters = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
    private var text = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)

    package init() {}

    deinit {
        characters.deallocate()
        text.deallocate()
    }

    /// Returns the stem of a word.
    ///
    /// - Parameters:
    ///   - word: The word's UTF-8 bytes, folded.
    ///   - language: The language of the word.
    /// - Returns: The stem's bytes, which are valid until the next call.
    package func stem(
        _ word: UnsafeRawBufferPointer, _ language: FullTextLanguage
    ) -> UnsafeRawBufferPointer {
        // A stem can be one letter longer than its word.
        if word.count + 4 > characters.count { grow(to: word.count + 4) }
        guard language == .english else { return stemLetters(of: word, language) }
        var isPlain = true
        for index in word.indices {
            characters[index] = word[index]
            if word[index] >= 0x80 { isPlain = false }
        }
        guard isPlain else { return stemOther(word) }
        let count = EnglishStemmer.stem(.init(rebasing: characters[..<word.count]))
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(characters)[..<count])
    }

    private func stemLetters(
        of word: UnsafeRawBufferPointer, _ language: FullTextLanguage
    ) -> UnsafeRawBufferPointer {
        var stem = StemmedWord(Array(String(decoding: word, as: UTF8.self).unicodeScalars))
        language.stem(&stem)
        var count = 0
        for byte in stem.letters.lazy.flatMap({
            UTF8.encode($0) ?? UTF8.encodedReplacementCharacter
        }) {
            if count == text.count { break }
            text[count] = byte
            count += 1
        }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count])
    }

    /// Returns the English stem of a word that contains characters outside ASCII.
    ///
    /// The stemmer receives one byte for each character, even if UTF-8 encodes it with several.
    private func stemOther(_ word: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = 0
        for byte in word where byte & 0xC0 != 0x80 {
            characters[count] = byte < 0x80 ? byte : 0xFF
            count += 1
        }
        let stem = EnglishStemmer.stem(.init(rebasing: characters[..<count]))
        var (source, target) = (0, 0)
        for index in 0..<stem {
            // Letters that the stemmer changed are ASCII, and each character is still at its index.
            if characters[index] != 0xFF {
                text[target] = characters[index]
                (source, target) = (source + 1, target + 1)
                continue
            }
            repeat {
                text[target] = word[source]
                (source, target) = (source + 1, target + 1)
            } while source < word.count && word[source] & 0xC0 == 0x80
        }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<target])
    }

    private func grow(to count: Int) {
        characters.deallocate()
        text.deallocate()
        characters = .allocate(capacity: 2 * count)
        text = .allocate(byteCount: 2 * count, alignment: 1)
    }
}
