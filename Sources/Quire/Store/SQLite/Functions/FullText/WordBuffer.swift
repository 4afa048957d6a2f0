/// The memory in which a cursor stems one word after another.
final class WordBuffer {
    private var characters = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64)
    private var text = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)

    deinit {
        characters.deallocate()
        text.deallocate()
    }

    /// Returns the English stem of a word.
    ///
    /// - Parameter word: The word's UTF-8 bytes, folded.
    /// - Returns: The stem's bytes, which are valid until the next call.
    func stem(_ word: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        if word.count > characters.count { grow(to: word.count) }
        var isPlain = true
        for index in word.indices {
            characters[index] = word[index]
            if word[index] >= 0x80 { isPlain = false }
        }
        guard isPlain else { return stemOther(word) }
        let count = EnglishStemmer.stem(.init(rebasing: characters[..<word.count]))
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(characters)[..<count])
    }

    /// Returns the stem of a word that contains characters outside ASCII.
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
