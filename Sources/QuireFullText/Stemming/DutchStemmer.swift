// I and Y are the letters i and y where they are consonants.

/// The stemmer for Dutch.
enum DutchStemmer {
    private static let vowels = LetterSet("aeiouyè")
    private static let vowelsAndI = LetterSet("aeiouyèI")
    private static let vowelsAndJ = LetterSet("aeiouyèj")
    private static let unaccented: [Unicode.Scalar: Unicode.Scalar] = [
        "ä": "a", "á": "a", "ë": "e", "é": "e", "ï": "i", "í": "i", "ö": "o", "ó": "o", "ü": "u",
        "ú": "u",
    ]
    private static let unmarked: [Unicode.Scalar: Unicode.Scalar] = ["Y": "y", "I": "i"]

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        word.replaceEach(unaccented)
        markConsonants(&word)
        let (r1, r2) = regions(word)
        removeInflection(&word, r1)
        let isWithoutE = removeFinalE(&word, r1)
        if word.ends(in: "heid", from: r2), word.letter(word.count - 5) != "c" {
            word.truncate(to: word.count - 4)
            if word.ends(in: "en") { removeEn(&word, word.count - 2, r1) }
        }
        removeDerivation(&word, r1, r2, isWithoutE)
        removeDoubledVowel(&word)
        word.replaceEach(unmarked)
    }

    private static func markConsonants(_ word: inout StemmedWord) {
        if word.letter(0) == "y" { word.replace(at: 0, with: "Y") }
        for index in 0..<max(0, word.count - 1) where word.isOne(of: vowels, at: index) {
            switch word.letters[index + 1] {
            case "i" where word.isOne(of: vowels, at: index + 2):
                word.replace(at: index + 1, with: "I")
            case "y": word.replace(at: index + 1, with: "Y")
            default: break
            }
        }
    }

    private static func regions(_ word: StemmedWord) -> (r1: Int, r2: Int) {
        let (r1, r2) = word.regions(vowels)
        // R1 begins after the third byte in UTF-8.
        var (index, byteCount) = (0, 0)
        while index < word.count, byteCount < 3 {
            byteCount += UTF8.width(word.letters[index])
            index += 1
        }
        return (max(r1, index), r2)
    }

    private static let doubledConsonants = SuffixTable("kk dd tt")

    private static func removeDoubledConsonant(_ word: inout StemmedWord) {
        if word.suffix(of: doubledConsonants) != nil { word.truncate(to: word.count - 1) }
    }

    private enum Inflection { case heden, en, s }
    private static let inflections = SuffixTable<Inflection>([
        (.heden, "heden"), (.en, "en ene"), (.s, "s se"),
    ])

    private static func removeInflection(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, action) = word.suffix(of: inflections), start >= r1 else { return }
        switch action {
        case .heden: word.replace(from: start, with: "heid")
        case .en: removeEn(&word, start, r1)
        case .s: if word.isNone(of: vowelsAndJ, at: start - 1) { word.truncate(to: start) }
        }
    }

    private static func removeEn(_ word: inout StemmedWord, _ start: Int, _ r1: Int) {
        guard start >= r1, word.isNone(of: vowels, at: start - 1),
            !word.ends(in: "gem", before: start)
        else { return }
        word.truncate(to: start)
        removeDoubledConsonant(&word)
    }

    /// Removes an e at the end, and returns whether it did.
    private static func removeFinalE(_ word: inout StemmedWord, _ r1: Int) -> Bool {
        let last = word.count - 1
        guard word.ends(in: "e", from: r1), word.isNone(of: vowels, at: last - 1) else {
            return false
        }
        word.truncate(to: last)
        removeDoubledConsonant(&word)
        return true
    }

    private enum Derivation { case ing, ig, lijk, baar, bar }
    private static let derivations = SuffixTable<Derivation>([
        (.ing, "end ing"), (.ig, "ig"), (.lijk, "lijk"), (.baar, "baar"), (.bar, "bar"),
    ])

    private static func removeDerivation(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int, _ isWithoutE: Bool
    ) {
        guard let (start, action) = word.suffix(of: derivations), start >= r2 else { return }
        switch action {
        case .ing:
            word.truncate(to: start)
            if word.ends(in: "ig", from: r2), word.letter(start - 3) != "e" {
                word.truncate(to: start - 2)
            } else {
                removeDoubledConsonant(&word)
            }
        case .ig: if word.letter(start - 1) != "e" { word.truncate(to: start) }
        case .lijk:
            word.truncate(to: start)
            _ = removeFinalE(&word, r1)
        case .baar: word.truncate(to: start)
        case .bar: if isWithoutE { word.truncate(to: start) }
        }
    }

    private static let doubledVowels = SuffixTable("aa ee oo uu")

    private static func removeDoubledVowel(_ word: inout StemmedWord) {
        let last = word.count - 1
        guard word.isNone(of: vowelsAndI, at: last),
            let (start, _) = word.suffix(of: doubledVowels, before: last),
            word.isNone(of: vowels, at: start - 1)
        else { return }
        word.remove(at: last - 1)
    }
}
