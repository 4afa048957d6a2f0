/// The stemmer for Spanish.
enum SpanishStemmer {
    private static let vowels = LetterSet("aeiouáéíóúü")
    private static let unaccented: [Unicode.Scalar: Unicode.Scalar] = [
        "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u",
    ]

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let (r1, r2) = word.regions(vowels)
        let rv = word.romanceRegion(vowels)
        removePronoun(&word, rv)
        if !removeStandardSuffix(&word, r1, r2), !removeVerbSuffixWithY(&word, rv) {
            removeVerbSuffix(&word, rv)
        }
        removeResidualSuffix(&word, rv)
        word.replaceEach(unaccented)
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

    private static func removePronoun(_ word: inout StemmedWord, _ rv: Int) {
        guard let (end, _) = word.suffix(of: pronouns),
            let (start, action) = word.suffix(of: beforePronoun, before: end), start >= rv
        else { return }
        switch action {
        case .accented(let text): word.replace(from: start, with: text)
        case .delete: word.truncate(to: end)
        case .yendo: if word.letter(start - 1) == "u" { word.truncate(to: end) }
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

    private static func removeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: standard),
            start >= (action == .amente ? r1 : r2)
        else { return false }
        word.truncate(to: start)
        switch action {
        case .delete: break
        case .deleteIc: word.remove("ic", in: r2)
        case .logía: word.replace(from: start, with: "log")
        case .ución: word.replace(from: start, with: "u")
        case .encia: word.replace(from: start, with: "ente")
        case .amente:
            if word.remove(beforeAmente, in: r2) == true { word.remove("at", in: r2) }
        case .mente: word.remove(beforeMente, in: r2)
        case .idad: word.remove(beforeIdad, in: r2)
        case .iva: word.remove("at", in: r2)
        }
        return true
    }

    // MARK: Suffixes of verbs

    private static let verbWithY = SuffixTable("ya ye yan yen yeron yendo yo yó yas yes yais yamos")

    private static func removeVerbSuffixWithY(_ word: inout StemmedWord, _ rv: Int) -> Bool {
        guard let (start, _) = word.suffix(of: verbWithY, from: rv), word.letter(start - 1) == "u"
        else { return false }
        word.truncate(to: start)
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

    private static func removeVerbSuffix(_ word: inout StemmedWord, _ rv: Int) {
        guard let (start, action) = word.suffix(of: verb, from: rv) else { return }
        let isAfterGu = action == .deleteAfterGu && word.ends(in: "gu", before: start)
        word.truncate(to: isAfterGu ? start - 1 : start)
    }

    private static let residual = SuffixTable<Bool>([(false, "os a o á í ó"), (true, "e é")])

    private static func removeResidualSuffix(_ word: inout StemmedWord, _ rv: Int) {
        guard let (start, isE) = word.suffix(of: residual), start >= rv else { return }
        word.truncate(to: start)
        if isE, word.ends(in: "gu"), start - 1 >= rv { word.truncate(to: start - 1) }
    }
}
