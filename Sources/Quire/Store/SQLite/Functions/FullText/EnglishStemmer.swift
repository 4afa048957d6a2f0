// The stemmer that is called Porter 2, or "English" in the Snowball project: suffixes are replaced
// or taken away in steps, each of them within a region of the word.
//
//   R1 begins behind the first consonant that follows a vowel, R2 behind the next such place.
//
//   b e a u t i f u l        R1 is "iful", R2 "ul"
//             ^   ^
//
// Vowels are a e i o u y; a y at the beginning of a word or behind a vowel is a consonant, and is
// written Y until the end. Words have no apostrophes: they end at one.

/// Reduces English words to their stems, in place.
struct EnglishStemmer {
    /// The word: a byte for each character, 0xFF for one that is not ASCII.
    let word: UnsafeMutableBufferPointer<UInt8>
    /// How many of its characters are left.
    private(set) var count: Int
    /// Where R1 and R2 begin.
    private(set) var r1 = 0
    private(set) var r2 = 0

    /// Reduces a word to its stem.
    ///
    /// - Parameter word: The word in small letters: a byte for each character, 0xFF for one that is
    ///   not ASCII. It is changed; no byte moves.
    /// - Returns: How many bytes of it are the stem.
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
        takePlural()
        if !isInvariant {
            takeParticiple()
            replaceFinalY()
            replaceLongSuffix()
            replaceMiddleSuffix()
            takeShortSuffix()
            takeFinalLetter()
        }
        for index in 0..<count where word[index] == UInt8(ascii: "Y") {
            word[index] = UInt8(ascii: "y")
        }
    }

    // MARK: Letters and regions

    /// Whether there is a vowel at a place.
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

    /// The place behind the next consonant that follows a vowel.
    private func endOfSyllable(from start: Int) -> Int {
        var index = start
        while index < count, !isVowel(index) { index += 1 }
        while index < count, isVowel(index) { index += 1 }
        return min(index + 1, count)
    }

    /// Whether the word, or its first characters, end in a short syllable: a vowel between
    /// consonants of which the second is not w, x or Y, or a vowel at the beginning before a last
    /// consonant.
    func endsInShortSyllable(_ end: Int) -> Bool {
        guard end >= 2, !isVowel(end - 1), isVowel(end - 2) else { return false }
        if end == 2 { return true }
        switch word[end - 1] {
        case UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "Y"): return false
        default: return !isVowel(end - 3)
        }
    }

    /// Whether there is a vowel among the first characters.
    func hasVowel(before end: Int) -> Bool {
        (0..<max(0, end)).contains(where: isVowel)
    }

    // MARK: Suffixes

    /// Whether the word ends in a suffix.
    func ends(in suffix: StaticString) -> Bool {
        let start = count - suffix.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return suffix.withUTF8Buffer { $0.elementsEqual(word[start..<count]) }
    }

    /// The first one of some suffixes that the word ends in; longer ones come first.
    func suffix<Action>(
        of list: [(suffix: StaticString, action: Action)]
    ) -> (start: Int, action: Action)? {
        guard let found = list.first(where: { ends(in: $0.suffix) }) else { return nil }
        return (count - found.suffix.utf8CodeUnitCount, found.action)
    }

    /// Puts another text in the place of the word's end; it is not longer than what was there.
    mutating func replace(from start: Int, with text: StaticString) {
        text.withUTF8Buffer { bytes in
            for (offset, byte) in bytes.enumerated() { word[start + offset] = byte }
        }
        count = start + text.utf8CodeUnitCount
    }

    /// Takes the word's end away.
    mutating func cut(at end: Int) {
        count = end
    }

    /// Whether the whole word is one of some.
    func isOne(of words: [StaticString]) -> Bool {
        words.contains { $0.utf8CodeUnitCount == count && ends(in: $0) }
    }
}
