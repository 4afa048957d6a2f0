// Couchbase Lite's version of the stemmer has õ and û in place of ő and ű. Indexes of both programs
// must contain the same stems, so this version is the same.

/// The stemmer for Hungarian.
enum HungarianStemmer {
    private static let vowels = LetterSet("aeiouáéíóöõúüû")
    private static let compoundConsonants = ["cs", "gy", "ly", "ny", "sz", "ty", "zs", "dzs"]

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let r1 = region(word)
        removeDoubled(instrumentals, from: &word, r1)
        if remove(cases, from: &word, r1) { _ = remove(accents, from: &word, r1) }
        _ = remove(accentedCases, from: &word, r1)
        _ = remove(comitatives, from: &word, r1)
        removeDoubled(factives, from: &word, r1)
        _ = remove(owned, from: &word, r1)
        _ = remove(singularOwners, from: &word, r1)
        _ = remove(pluralOwners, from: &word, r1)
        _ = remove(plurals, from: &word, r1)
    }

    /// Returns the region R1.
    ///
    /// If the word begins with a vowel, the region begins after the first consonant; otherwise, it
    /// begins after the first vowel.
    private static func region(_ word: StemmedWord) -> Int {
        guard let first = word.letters.first else { return 0 }
        guard vowels.contains(first) else {
            return word.index(after: vowels, from: 1) ?? word.count
        }
        guard let next = word.index(afterOther: vowels, from: 1) else { return word.count }
        let longest = compoundConsonants.filter { compound in
            word.letters[(next - 1)...].starts(with: compound.unicodeScalars)
        }.map(\.unicodeScalars.count).max()
        return next - 1 + (longest ?? 1)
    }

    /// Suffixes with their replacements.
    private typealias Suffixes = SuffixTable<String>

    /// Replaces a suffix in R1, and returns whether the word had it.
    private static func remove(
        _ suffixes: Suffixes, from word: inout StemmedWord, _ r1: Int
    ) -> Bool {
        guard let (start, text) = word.suffix(of: suffixes), start >= r1 else { return false }
        word.replace(from: start, with: text)
        return true
    }

    private static let doubled = SuffixTable(
        "bb cc ccs dd ff gg ggy jj kk ll lly mm nn nny pp rr ss ssz tt tty vv zz zzs")

    /// Removes a suffix after a doubled consonant, and one of the two letters.
    private static func removeDoubled(
        _ suffixes: SuffixTable<Void>, from word: inout StemmedWord, _ r1: Int
    ) {
        guard let (start, _) = word.suffix(of: suffixes), start >= r1,
            word.suffix(of: doubled, before: start) != nil
        else { return }
        word.truncate(to: start)
        word.remove(at: start - 2)
    }

    private static let instrumentals = SuffixTable("al el")
    private static let factives = SuffixTable("á é")

    private static let cases = Suffixes([
        (
            "",
            """
            ban ben ba be ra re nak nek val vel tól tõl ról rõl ból bõl hoz hez höz nál nél ig at et \
            ot öt ért képp képpen kor ul ül vá vé onként enként anként ként en on an ön n t
            """
        )
    ])
    private static let accents = Suffixes([("a", "á"), ("e", "é")])
    private static let accentedCases = Suffixes([("e", "én"), ("a", "án ánként")])
    private static let comitatives = Suffixes([
        ("", "astul estül stul stül"), ("a", "ástul"), ("e", "éstül"),
    ])
    private static let plurals = Suffixes([("a", "ák"), ("e", "ék"), ("", "ök ak ok ek k")])
    private static let owned = Suffixes([
        ("", "oké öké aké eké ké éi é"), ("e", "éké ééi éé"), ("a", "áké áéi"),
    ])
    private static let singularOwners = Suffixes([
        ("", "ünk unk nk juk jük uk ük em om am m od ed ad öd d ja je a e o"),
        ("a", "ánk ájuk ám ád á"), ("e", "énk éjük ém éd é"),
    ])
    private static let pluralOwners = Suffixes([
        (
            "",
            """
            jaim jeim aim eim im jaid jeid aid eid id jai jei ai ei i jaink jeink eink aink ink jaitok \
            jeitek aitok eitek itek jeik jaik aik eik ik
            """
        ), ("a", "áim áid ái áink áitok áik"), ("e", "éim éid éi éink éitek éik"),
    ])
}
