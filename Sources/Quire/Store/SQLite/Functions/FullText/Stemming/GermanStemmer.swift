/// The stemmer for German.
enum GermanStemmer {
    private static let vowels = LetterSet("aeiouyäöü")
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
        markConsonants(&word)
        let (r1, r2) = regions(word)
        takeFirst(&word, r1)
        takeSecond(&word, r1)
        takeThird(&word, r1, r2)
        word.replaceEach(["Y": "y", "U": "u", "ä": "a", "ö": "o", "ü": "u"])
    }

    private static func markConsonants(_ word: inout StemmedWord) {
        for index in 0..<max(0, word.count - 2)
        where word.isOne(of: vowels, at: index) && word.isOne(of: vowels, at: index + 2) {
            switch word.letters[index + 1] {
            case "u": word.replace(at: index + 1, with: "U")
            case "y": word.replace(at: index + 1, with: "Y")
            default: break
            }
        }
    }

    private static func regions(_ word: StemmedWord) -> (r1: Int, r2: Int) {
        guard word.count >= 3 else { return (word.count, word.count) }
        let (r1, r2) = word.regions(vowels)
        return (max(r1, 3), r2)
    }

    private static func takeFirst(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, action) = word.suffix(of: first), start >= r1 else { return }
        switch action {
        case .delete: word.cut(at: start)
        case .deleteNis:
            word.cut(at: start)
            if word.ends(in: "niss") { word.cut(at: word.count - 1) }
        case .afterLetter:
            if word.isOne(of: lettersBeforeS, at: start - 1) { word.cut(at: start) }
        }
    }

    private static func takeSecond(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, action) = word.suffix(of: second), start >= r1 else { return }
        switch action {
        case .delete: word.cut(at: start)
        case .afterLetter:
            if start >= 4, word.isOne(of: lettersBeforeSt, at: start - 1) { word.cut(at: start) }
        }
    }

    private static func takeThird(_ word: inout StemmedWord, _ r1: Int, _ r2: Int) {
        guard let (start, action) = word.suffix(of: third), start >= r2 else { return }
        switch action {
        case .ung:
            word.cut(at: start)
            if word.ends(in: "ig", from: r2), word.letter(start - 3) != "e" {
                word.cut(at: start - 2)
            }
        case .ig: if word.letter(start - 1) != "e" { word.cut(at: start) }
        case .lich:
            word.cut(at: start)
            if word.ends(in: "er", from: r1) || word.ends(in: "en", from: r1) {
                word.cut(at: start - 2)
            }
        case .keit:
            word.cut(at: start)
            if let (start, _) = word.suffix(of: beforeKeit), start >= r2 { word.cut(at: start) }
        }
    }
}
