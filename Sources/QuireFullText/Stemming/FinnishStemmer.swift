/// The stemmer for Finnish.
enum FinnishStemmer {
    private static let vowels = LetterSet("aeiouyäö")
    private static let caseVowels = LetterSet("aeiouäö")
    private static let particleLetters = LetterSet("aeiouyäönt")
    private static let finalVowels = LetterSet("aäei")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let (r1, r2) = word.regions(vowels)
        removeParticle(&word, r1, r2)
        removePossessive(&word, r1)
        let hasCase = removeCase(&word, r1)
        removeOtherEnding(&word, r2)
        if hasCase {
            if word.ends(in: "i", from: r1) || word.ends(in: "j", from: r1) {
                word.truncate(to: word.count - 1)
            }
        } else {
            removePluralT(&word, r1, r2)
        }
        removeFinalLetters(&word, r1)
    }

    private static let particles = SuffixTable<Bool>([
        (false, "kin kaan kään ko kö han hän pa pä"), (true, "sti"),
    ])

    private static func removeParticle(_ word: inout StemmedWord, _ r1: Int, _ r2: Int) {
        guard let (start, isSti) = word.suffix(of: particles, from: r1),
            isSti ? start >= r2 : word.isOne(of: particleLetters, at: start - 1)
        else { return }
        word.truncate(to: start)
    }

    private enum Possessive { case si, ni, delete, an, än, en }
    private static let possessives = SuffixTable<Possessive>([
        (.si, "si"), (.ni, "ni"), (.delete, "nsa nsä mme nne"), (.an, "an"), (.än, "än"),
        (.en, "en"),
    ])
    private static let beforeAn = SuffixTable("ta ssa sta lla lta na")
    private static let beforeÄn = SuffixTable("tä ssä stä llä ltä nä")
    private static let beforeEn = SuffixTable("lle ine")

    private static func removePossessive(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, action) = word.suffix(of: possessives, from: r1) else { return }
        switch action {
        case .si: if word.letter(start - 1) != "k" { word.truncate(to: start) }
        case .ni:
            word.truncate(to: start)
            if word.ends(in: "kse") { word.replace(from: start - 3, with: "ksi") }
        case .delete: word.truncate(to: start)
        case .an: if word.suffix(of: beforeAn, before: start) != nil { word.truncate(to: start) }
        case .än: if word.suffix(of: beforeÄn, before: start) != nil { word.truncate(to: start) }
        case .en: if word.suffix(of: beforeEn, before: start) != nil { word.truncate(to: start) }
        }
    }

    // MARK: Cases

    private enum Case { case after(Unicode.Scalar), afterI, afterLong, n, a, delete }
    private static let cases = SuffixTable<Case>([
        (.after("a"), "han"), (.after("e"), "hen tta ttä"), (.after("i"), "hin"),
        (.after("o"), "hon"), (.after("ä"), "hän"), (.after("ö"), "hön"),
        (.afterI, "siin den tten"), (.afterLong, "seen"), (.n, "n"), (.a, "a ä"),
        (.delete, "ta tä ssa ssä sta stä lla llä lta ltä lle na nä ksi ine"),
    ])
    private static let longVowels = SuffixTable("aa ee ii oo uu ää öö")

    private static func removeCase(_ word: inout StemmedWord, _ r1: Int) -> Bool {
        guard let (start, action) = word.suffix(of: cases, from: r1) else { return false }
        switch action {
        case .after(let letter):
            guard word.letter(start - 1) == letter else { return false }
        case .afterI
        where word.letter(start - 1) == "i" && word.isOne(of: caseVowels, at: start - 2):
            break
        case .afterLong where word.suffix(of: longVowels, before: start) != nil: break
        case .afterI, .afterLong, .n: return removeN(&word)
        case .a:
            guard word.isOne(of: vowels, at: start - 1), word.isNone(of: vowels, at: start - 2)
            else { return false }
        case .delete: break
        }
        word.truncate(to: start)
        return true
    }

    private static func removeN(_ word: inout StemmedWord) -> Bool {
        let start = word.count - 1
        let isLong =
            word.suffix(of: longVowels, before: start) != nil || word.ends(in: "ie", before: start)
        word.truncate(to: isLong ? start - 1 : start)
        return true
    }

    // MARK: Other endings

    private static let others = SuffixTable<Bool>([
        (true, "mpi mpa mpä mmi mma mmä"), (false, "impi impa impä immi imma immä eja ejä"),
    ])

    private static func removeOtherEnding(_ word: inout StemmedWord, _ r2: Int) {
        guard let (start, isNotAfterPo) = word.suffix(of: others, from: r2),
            !isNotAfterPo || !word.ends(in: "po", before: start)
        else { return }
        word.truncate(to: start)
    }

    private static let beforeT = SuffixTable<Bool>([(true, "mma"), (false, "imma")])

    private static func removePluralT(_ word: inout StemmedWord, _ r1: Int, _ r2: Int) {
        let last = word.count - 1
        guard word.ends(in: "t", from: r1), last - 1 >= r1, word.isOne(of: vowels, at: last - 1)
        else { return }
        word.truncate(to: last)
        guard let (start, isNotAfterPo) = word.suffix(of: beforeT, from: r2),
            !isNotAfterPo || !word.ends(in: "po", before: start)
        else { return }
        word.truncate(to: start)
    }

    /// Removes one letter of a long vowel, a vowel after a consonant and other letters at the end, and
    /// one letter of a doubled consonant.
    private static func removeFinalLetters(_ word: inout StemmedWord, _ r1: Int) {
        if word.suffix(of: longVowels, from: r1) != nil { word.truncate(to: word.count - 1) }
        let last = word.count - 1
        if last - 1 >= r1, word.isOne(of: finalVowels, at: last),
            word.isNone(of: vowels, at: last - 1)
        {
            word.truncate(to: last)
        }
        if word.ends(in: "oj", from: r1) || word.ends(in: "uj", from: r1) {
            word.truncate(to: word.count - 1)
        }
        if word.ends(in: "jo", from: r1) { word.truncate(to: word.count - 1) }
        // A doubled consonant, possibly before vowels at the end.
        guard let consonant = word.letters.lastIndex(where: { !vowels.contains($0) }),
            consonant > 0, word.letters[consonant] == word.letters[consonant - 1]
        else { return }
        word.remove(at: consonant)
    }
}
