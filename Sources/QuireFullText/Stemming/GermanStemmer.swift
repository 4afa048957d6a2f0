/// The stemmer for German.
enum GermanStemmer {
    private static let vowels = LetterSet("aeiouyäöü")
    private static let consonants: [Unicode.Scalar: Unicode.Scalar] = ["u": "U", "y": "Y"]
    private static let unmarked: [Unicode.Scalar: Unicode.Scalar] = [
        "Y": "y", "U": "u", "ä": "a", "ö": "o", "ü": "u",
    ]
    private static let lettersBeforeS = LetterSet("bdfghklmnrt")
    private static let lettersBeforeSt = LetterSet("bdfghklmnt")

    private enum First { case delete, deleteNis, afterLetter }
    private static let first = SuffixTable<First>([
        (.delete, "em ern er"), (.deleteNis, "e en es"), (.afterLetter, "s"),
    ])

    private enum Second { case delete, afterLetter }
    private static let second = SuffixTable<Second>([
        (.delete, "en er est"), (.afterLetter, "st"),
    ])

    private enum Third { case ung, ig, lich, keit }
    private static let third = SuffixTable<Third>([
        (.ung, "end ung"), (.ig, "ig ik isch"), (.lich, "lich heit"), (.keit, "keit"),
    ])
    private static let beforeKeit = SuffixTable("lich ig")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        word.replaceEach("ß", with: "ss")
        word.replaceEach(consonants, between: vowels)
        let (r1, r2) = regions(word)
        removeFirst(&word, r1)
        removeSecond(&word, r1)
        removeThird(&word, r1, r2)
        word.replaceEach(unmarked)
    }

    private static func regions(_ word: StemmedWord) -> (r1: Int, r2: Int) {
        guard word.count >= 3 else { return (word.count, word.count) }
        let (r1, r2) = word.regions(vowels)
        return (max(r1, 3), r2)
    }

    private static func removeFirst(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, action) = word.suffix(of: first), start >= r1 else { return }
        switch action {
        case .delete: word.truncate(to: start)
        case .deleteNis:
            word.truncate(to: start)
            if word.ends(in: "niss") { word.truncate(to: word.count - 1) }
        case .afterLetter:
            if word.isOne(of: lettersBeforeS, at: start - 1) { word.truncate(to: start) }
        }
    }

    private static func removeSecond(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, action) = word.suffix(of: second), start >= r1 else { return }
        switch action {
        case .delete: word.truncate(to: start)
        case .afterLetter:
            if start >= 4, word.isOne(of: lettersBeforeSt, at: start - 1) {
                word.truncate(to: start)
            }
        }
    }

    private static func removeThird(_ word: inout StemmedWord, _ r1: Int, _ r2: Int) {
        guard let (start, action) = word.suffix(of: third), start >= r2 else { return }
        switch action {
        case .ung:
            word.truncate(to: start)
            if word.ends(in: "ig", from: r2), word.letter(start - 3) != "e" {
                word.truncate(to: start - 2)
            }
        case .ig: if word.letter(start - 1) != "e" { word.truncate(to: start) }
        case .lich:
            word.truncate(to: start)
            if word.ends(in: "er", from: r1) || word.ends(in: "en", from: r1) {
                word.truncate(to: start - 2)
            }
        case .keit:
            word.truncate(to: start)
            if let (start, _) = word.suffix(of: beforeKeit), start >= r2 {
                word.truncate(to: start)
            }
        }
    }
}
