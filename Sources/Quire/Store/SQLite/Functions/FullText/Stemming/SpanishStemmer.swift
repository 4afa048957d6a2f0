/// The stemmer for Spanish.
enum SpanishStemmer {
    private static let vowels = LetterSet("aeiouáéíóúü")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let (r1, r2) = word.regions(vowels)
        let rv = word.romanceRegion(vowels)
        takePronoun(&word, rv)
        if !takeStandardSuffix(&word, r1, r2), !takeVerbSuffixWithY(&word, rv) {
            takeVerbSuffix(&word, rv)
        }
        takeResidualSuffix(&word, rv)
        word.replaceEach(["á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"])
    }

    // MARK: Pronouns

    private static let pronouns = SuffixTable(
        "me se sela selo selas selos la le lo las les los nos")
    private enum BeforePronoun { case accented(String), delete, yendo }
    private static let beforePronoun = SuffixTable<BeforePronoun>([
        (.accented("iendo"), "iéndo"), (.accented("ando"), "ándo"), (.accented("ar"), "ár"),
        (.accented("er"), "ér"), (.accented("ir"), "ír"), (.delete, "ando iendo ar er ir"),
        (.yendo, "yendo"),
    ])

    private static func takePronoun(_ word: inout StemmedWord, _ rv: Int) {
        guard let (end, _) = word.suffix(of: pronouns),
            let (start, action) = word.suffix(of: beforePronoun, before: end), start >= rv
        else { return }
        switch action {
        case .accented(let text): word.replace(from: start, with: text)
        case .delete: word.cut(at: end)
        case .yendo: if word.letter(start - 1) == "u" { word.cut(at: end) }
        }
    }

    // MARK: Suffixes of nouns and adjectives

    private enum Standard { case delete, deleteIc, logía, ución, encia, amente, mente, idad, iva }
    private static let standard = SuffixTable<Standard>([
        (
            .delete,
            """
            anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos \
            osas amiento amientos imiento imientos
            """
        ),
        (.deleteIc, "adora ador ación adoras adores aciones ante antes ancia ancias"),
        (.logía, "logía logías"), (.ución, "ución uciones"), (.encia, "encia encias"),
        (.amente, "amente"), (.mente, "mente"), (.idad, "idad idades"), (.iva, "iva ivo ivas ivos"),
    ])
    private static let beforeAmente = SuffixTable<Bool>([(true, "iv"), (false, "os ic ad")])
    private static let beforeMente = SuffixTable("ante able ible")
    private static let beforeIdad = SuffixTable("abil ic iv")

    private static func takeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: standard),
            start >= (action == .amente ? r1 : r2)
        else { return false }
        word.cut(at: start)
        switch action {
        case .delete: break
        case .deleteIc: if word.ends(in: "ic", from: r2) { word.cut(at: start - 2) }
        case .logía: word.replace(from: start, with: "log")
        case .ución: word.replace(from: start, with: "u")
        case .encia: word.replace(from: start, with: "ente")
        case .amente:
            guard let (start, isIv) = word.suffix(of: beforeAmente), start >= r2 else { break }
            word.cut(at: start)
            if isIv, word.ends(in: "at", from: r2) { word.cut(at: start - 2) }
        case .mente:
            if let (start, _) = word.suffix(of: beforeMente), start >= r2 { word.cut(at: start) }
        case .idad:
            if let (start, _) = word.suffix(of: beforeIdad), start >= r2 { word.cut(at: start) }
        case .iva: if word.ends(in: "at", from: r2) { word.cut(at: start - 2) }
        }
        return true
    }

    // MARK: Suffixes of verbs

    private static let verbWithY = SuffixTable("ya ye yan yen yeron yendo yo yó yas yes yais yamos")

    private static func takeVerbSuffixWithY(_ word: inout StemmedWord, _ rv: Int) -> Bool {
        guard let (start, _) = word.suffix(of: verbWithY, from: rv), word.letter(start - 1) == "u"
        else { return false }
        word.cut(at: start)
        return true
    }

    private enum Verb { case deleteAfterGu, delete }
    private static let verb = SuffixTable<Verb>([
        (.deleteAfterGu, "en es éis emos"),
        (
            .delete,
            """
            arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán erás \
            eríais ería eréis eríamos eremos erá eré irían irías irán irás iríais iría iréis \
            iríamos iremos irá iré aba ada ida ía ara iera ad ed id ase iese aste iste an aban ían \
            aran ieran asen iesen aron ieron ado ido ando iendo ió ar er ir as abas adas idas ías \
            aras ieras ases ieses ís áis abais íais arais ierais aseis ieseis asteis isteis ados \
            idos amos ábamos íamos imos áramos iéramos iésemos ásemos
            """
        ),
    ])

    private static func takeVerbSuffix(_ word: inout StemmedWord, _ rv: Int) {
        guard let (start, action) = word.suffix(of: verb, from: rv) else { return }
        let isAfterGu = action == .deleteAfterGu && word.ends(in: "gu", before: start)
        word.cut(at: isAfterGu ? start - 1 : start)
    }

    private static let residual = SuffixTable<Bool>([(false, "os a o á í ó"), (true, "e é")])

    private static func takeResidualSuffix(_ word: inout StemmedWord, _ rv: Int) {
        guard let (start, isE) = word.suffix(of: residual), start >= rv else { return }
        word.cut(at: start)
        if isE, word.ends(in: "gu"), start - 1 >= rv { word.cut(at: start - 1) }
    }
}
