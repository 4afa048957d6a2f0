// The letters ã and õ are two letters while a word is stemmed: a~ and o~.

/// The stemmer for Portuguese.
///
/// Couchbase Lite's version of the stemmer recognizes some Spanish suffixes in place of the
/// Portuguese ones, such as `logía` instead of `logia`.
enum PortugueseStemmer {
    private static let vowels = LetterSet("aeiouáéíóúâêô")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        word.replaceEach("ã", with: "a~")
        word.replaceEach("õ", with: "o~")
        let (r1, r2) = word.regions(vowels)
        let rv = word.romanceRegion(vowels)
        if removeStandardSuffix(&word, r1, r2, rv) || removeVerbSuffix(&word, rv) {
            if word.ends(in: "ci"), word.count - 1 >= rv { word.truncate(to: word.count - 1) }
        } else if let (start, _) = word.suffix(of: residual), start >= rv {
            word.truncate(to: start)
        }
        removeResidualForm(&word, rv)
        word.replaceEach("a~", with: "ã")
        word.replaceEach("o~", with: "õ")
    }

    private enum Standard { case delete, logía, ución, ência, amente, mente, idade, iva, ira }
    private static let standard = SuffixTable<Standard>([
        (
            .delete,
            """
            eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento \
            amentos imento imentos adora ador aça~o adoras adores aço~es ante antes ância
            """
        ),
        (.logía, "logía logías"), (.ución, "ución uciones"), (.ência, "ência ências"),
        (.amente, "amente"), (.mente, "mente"), (.idade, "idade idades"),
        (.iva, "iva ivo ivas ivos"), (.ira, "ira iras"),
    ])
    private static let beforeAmente = SuffixTable<Bool>([(true, "iv"), (false, "os ic ad")])
    private static let beforeMente = SuffixTable("ante avel ível")
    private static let beforeIdade = SuffixTable("abil ic iv")

    private static func removeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int, _ rv: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: standard) else { return false }
        if action == .ira {
            guard start >= rv, word.letter(start - 1) == "e" else { return false }
            word.replace(from: start, with: "ir")
            return true
        }
        guard start >= (action == .amente ? r1 : r2) else { return false }
        word.truncate(to: start)
        switch action {
        case .delete, .ira: break
        case .logía: word.replace(from: start, with: "log")
        case .ución: word.replace(from: start, with: "u")
        case .ência: word.replace(from: start, with: "ente")
        case .amente:
            if word.remove(beforeAmente, in: r2) == true { word.remove("at", in: r2) }
        case .mente: word.remove(beforeMente, in: r2)
        case .idade: word.remove(beforeIdade, in: r2)
        case .iva: word.remove("at", in: r2)
        }
        return true
    }

    private static let verb = SuffixTable(
        """
        ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei erei \
        irei am iam ariam eriam iriam aram eram iram avam em arem erem irem assem essem issem ado \
        ido ando endo indo ara~o era~o ira~o ar er ir as adas idas ias arias erias irias arás aras \
        erás eras irás avas es ardes erdes irdes ares eres ires asses esses isses astes estes istes \
        is ais eis íeis aríeis eríeis iríeis áreis areis éreis ereis íreis ireis ásseis ésseis \
        ísseis áveis ados idos ámos amos íamos aríamos eríamos iríamos áramos éramos íramos ávamos \
        emos aremos eremos iremos ássemos êssemos íssemos imos armos ermos irmos eu iu ou ira iras
        """)

    private static func removeVerbSuffix(_ word: inout StemmedWord, _ rv: Int) -> Bool {
        guard let (start, _) = word.suffix(of: verb, from: rv) else { return false }
        word.truncate(to: start)
        return true
    }

    private static let residual = SuffixTable("os a i o á í ó")

    private static func removeResidualForm(_ word: inout StemmedWord, _ rv: Int) {
        let last = word.count - 1
        switch word.letter(last) {
        case "ç": word.replace(from: last, with: "c")
        case "e", "é", "ê":
            guard last >= rv else { return }
            word.truncate(to: last)
            if word.ends(in: "gu") || word.ends(in: "ci"), last - 1 >= rv {
                word.truncate(to: last - 1)
            }
        default: break
        }
    }
}
