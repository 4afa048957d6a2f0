/// A stemmer for one language, with the memory in which it stems one word after another.
///
/// The stemmers are those of the Snowball project, as in Couchbase Lite.
package final class Stemmer {
    private let isEnglish: Bool
    private let interpreter: SuffixInterpreter
    private var text = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)

    package init(_ language: FullTextLanguage) {
        isEnglish = language == .english
        interpreter = SuffixInterpreter(language.rules)
    }

    deinit {
        text.deallocate()
    }

    /// Returns the stem of a word.
    ///
    /// - Parameter word: The word's UTF-8 bytes, folded.
    /// - Returns: The stem's bytes, which are valid until the next call.
    package func stem(_ word: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        interpreter.removeAll(reserving: word.count)
        if isEnglish {
            // The rules of English change no characters outside ASCII, so these are not decoded.
            for byte in word where byte & 0xC0 != 0x80 {
                interpreter.append(byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}")
            }
        } else {
            for letter in String(decoding: word, as: UTF8.self).unicodeScalars {
                interpreter.append(letter)
            }
        }
        return encode(interpreter.stem(), of: word)
    }

    private func encode(
        _ letters: Slice<UnsafeMutableBufferPointer<Unicode.Scalar>>,
        of word: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        reserve(4 * letters.count + word.count)
        var (count, source) = (0, 0)
        for letter in letters {
            if letter.value < 0x80 {
                text[count] = UInt8(truncatingIfNeeded: letter.value)
                (count, source) = (count + 1, source + 1)
            } else if isEnglish {
                // The letters of the stem are in the places that they have in the word.
                repeat {
                    text[count] = word[source]
                    (count, source) = (count + 1, source + 1)
                } while source < word.count && word[source] & 0xC0 == 0x80
            } else {
                for byte in UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter {
                    text[count] = byte
                    count += 1
                }
            }
        }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count])
    }

    private func reserve(_ byteCount: Int) {
        guard byteCount > text.count else { return }
        text.deallocate()
        text = .allocate(byteCount: 2 * byteCount, alignment: 1)
    }
}
