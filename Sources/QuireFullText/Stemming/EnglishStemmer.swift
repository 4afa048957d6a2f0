// The stemmer known as Porter 2, or "English" in the Snowball project. It replaces or removes
// suffixes in several steps, each within a region of the word.
//
//   R1 begins after the first consonant that follows a vowel, R2 after the next such consonant.
//
//   b e a u t i f u l        R1 is "iful", R2 "ul"
//             ^   ^
//
// Vowels are a e i o u y. A y at the beginning of a word or after a vowel is a consonant, and is
// written as Y until the end. Words contain no apostrophes, because the tokenizer splits them
// there.

/// A stemmer that reduces English words to their stems in place.
struct EnglishStemmer {
    /// The word, with one byte for each character, and 0xFF for one outside ASCII.
    let word: UnsafeMutableBufferPointer<UInt8>
    /// The number of remaining characters.
    private(set) var count: Int
    /// The index at which R1 begins.
    private(set) var r1 = 0
    /// The index at which R2 begins.
    private(set) var r2 = 0

    /// Reduces a word to its stem.
    ///
    /// - Parameter word: The word in lowercase, with one byte for each character and 0xFF for
    ///   characters that are not ASCII. The stemmer changes bytes in place and does not move them.
    /// - Returns: The length of the stem in bytes.
    static func stem(_ word: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard word.count > 2 else { return word.count }
        var stemmer = EnglishStemmer(word: word, count: word.count)
        if stemmer.replaceException() { return stemmer.count }
        stemmer.run()
        return stemmer.count
    }

    private init(word: UnsafeMutableBufferPointer<UInt8>, count: Int) {
        self.word = word
        self.count = count
    }

    private mutating func run() {
        markConsonantY()
        markRegions()
        removePlural()
        if !isInvariant {
            removeParticiple()
            replaceFinalY()
            replaceLongSuffix()
            replaceMiddleSuffix()
            removeShortSuffix()
            removeFinalLetter()
        }
        for index in 0..<count where word[index] == UInt8(ascii: "Y") {
            word[index] = UInt8(ascii: "y")
        }
    }

    // MARK: Letters and regions

    /// Returns whether the character at an index is a vowel.
    func isVowel(_ index: Int) -> Bool {
        switch word[index] {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
            UInt8(ascii: "u"), UInt8(ascii: "y"):
            true
        default: false
        }
    }

    private func markConsonantY() {
        for index in 0..<count where word[index] == UInt8(ascii: "y") {
            if index == 0 || isVowel(index - 1) { word[index] = UInt8(ascii: "Y") }
        }
    }

    private mutating func markRegions() {
        let prefix = (["gener", "commun", "arsen"] as [StaticString]).first(where: hasPrefix)
        r1 = prefix?.utf8CodeUnitCount ?? endOfSyllable(from: 0)
        r2 = endOfSyllable(from: r1)
    }

    private func hasPrefix(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        return count >= length
            && prefix.withUTF8Buffer { $0.elementsEqual(word[..<length]) }
    }

    /// Returns the index after the next consonant that follows a vowel.
    private func endOfSyllable(from start: Int) -> Int {
        var index = start
        while index < count, !isVowel(index) { index += 1 }
        while index < count, isVowel(index) { index += 1 }
        return min(index + 1, count)
    }

    /// Returns whether a prefix of the word ends in a short syllable.
    ///
    /// A short syllable is a vowel between two consonants, of which the second is not w, x or Y. It
    /// is also a vowel at the beginning of the word, followed by the last consonant.
    func endsInShortSyllable(_ end: Int) -> Bool {
        guard end >= 2, !isVowel(end - 1), isVowel(end - 2) else { return false }
        if end == 2 { return true }
        switch word[end - 1] {
        case UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "Y"): return false
        default: return !isVowel(end - 3)
        }
    }

    /// Returns whether the characters before an index contain a vowel.
    func hasVowel(before end: Int) -> Bool {
        (0..<max(0, end)).contains(where: isVowel)
    }

    // MARK: Suffixes

    /// Returns whether the word ends in a suffix.
    func ends(in suffix: StaticString) -> Bool {
        let start = count - suffix.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return suffix.withUTF8Buffer { $0.elementsEqual(word[start..<count]) }
    }

    /// Returns the first suffix of a list in which the word ends.
    ///
    /// Longer suffixes are first in the list.
    func suffix<Action>(
        of list: [(suffix: StaticString, action: Action)]
    ) -> (start: Int, action: Action)? {
        guard let found = list.first(where: { ends(in: $0.suffix) }) else { return nil }
        return (count - found.suffix.utf8CodeUnitCount, found.action)
    }

    /// Replaces the end of the word by a string that is not longer.
    mutating func replace(from start: Int, with text: StaticString) {
        text.withUTF8Buffer { bytes in
            for (offset, byte) in bytes.enumerated() { word[start + offset] = byte }
        }
        count = start + text.utf8CodeUnitCount
    }

    /// Removes the end of the word.
    mutating func truncate(to end: Int) {
        count = end
    }

    /// Returns whether the word is in a list.
    func isOne(of words: [StaticString]) -> Bool {
        words.contains { $0.utf8CodeUnitCount == count && ends(in: $0) }
    }
}
