/// The stemmer for Turkish.
struct TurkishStemmer {
    static let vowels = LetterSet("aeıioöuü")

    var word: StemmedWord

    init(_ word: StemmedWord) {
        self.word = word
    }

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        guard word.letters.count(where: vowels.contains) >= 2 else { return }
        var stemmer = TurkishStemmer(word)
        if stemmer.removeVerbSuffixes() {
            stemmer.removeNounSuffixes()
            stemmer.finish()
        }
        word = stemmer.word
    }

    /// The index after the last letter.
    var end: Int { word.count }

    // MARK: Suffixes of verbs

    /// Removes the suffixes of verbs, and returns whether the rest is a noun that other steps reduce.
    private mutating func removeVerbSuffixes() -> Bool {
        if let start = ymUş(end) ?? yDU(end) ?? ysA(end) ?? yken(end) {
            word.truncate(to: start)
        } else if let start = cAsInA(end).flatMap({ ymUş(person($0)) }) {
            word.truncate(to: start)
        } else if let start = lAr(end) {
            word.truncate(to: start)
            if let start = dUr(end) ?? yDU(end) ?? ysA(end) ?? ymUş(end) {
                word.truncate(to: start)
            }
            return false
        } else if let start = nUz(end).flatMap({ yDU($0) ?? ysA($0) }) {
            word.truncate(to: start)
        } else if let start = sUnUz(end) ?? yUz(end) ?? sUn(end) ?? yUm(end) {
            word.truncate(to: start)
            if let start = ymUş(end) { word.truncate(to: start) }
        } else if let start = dUr(end) {
            word.truncate(to: start)
            if let start = ymUş(person(end)) { word.truncate(to: start) }
        }
        return true
    }

    // MARK: The end of the stem

    /// Adds a vowel to stems that end in d or g, and replaces voiced consonants at the end.
    private mutating func finish() {
        if isReserved { return }
        if word.ends(in: "d") || word.ends(in: "g"),
            let vowel = word.letters.last(where: Self.vowels.contains)
        {
            let harmonious =
                switch vowel {
                case "a", "ı": "ı"
                case "e", "i": "i"
                case "o", "u": "u"
                default: "ü"
                }
            word.replace(from: end, with: harmonious)
        }
        switch word.letters.last {
        case "b": word.replace(at: end - 1, with: "p")
        case "c": word.replace(at: end - 1, with: "ç")
        case "d": word.replace(at: end - 1, with: "t")
        case "ğ": word.replace(at: end - 1, with: "k")
        default: break
        }
    }

    private var isReserved: Bool {
        word.ends(in: "ad") && (end == 2 || end == 5 && word.ends(in: "soyad"))
    }
}
