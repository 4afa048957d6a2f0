// U and I are the letters u and i where they are consonants.

/// The stemmer for Italian.
enum ItalianStemmer {
    private static let vowels = LetterSet("aeiouàèìòù")
    private static let finalVowels = LetterSet("aeioàèìò")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        word.replaceEach(["á": "à", "é": "è", "í": "ì", "ó": "ò", "ú": "ù"])
        word.replaceEach("qu", with: "qU")
        markConsonants(&word)
        let (r1, r2) = word.regions(vowels)
        let rv = word.romanceRegion(vowels)
        takePronoun(&word, rv)
        if !takeStandardSuffix(&word, r1, r2, rv),
            let (start, _) = word.suffix(of: verb, from: rv)
        {
            word.cut(at: start)
        }
        takeVowels(&word, rv)
        word.replaceEach(["I": "i", "U": "u"])
    }

    private static func markConsonants(_ word: inout StemmedWord) {
        for index in 0..<max(0, word.count - 2)
        where word.isOne(of: vowels, at: index) && word.isOne(of: vowels, at: index + 2) {
            switch word.letters[index + 1] {
            case "u": word.replace(at: index + 1, with: "U")
            case "i": word.replace(at: index + 1, with: "I")
            default: break
            }
        }
    }

    // MARK: Pronouns

    private static let pronouns = SuffixTable(
        """
        ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo \
        mene tela tele teli telo tene cela cele celi celo cene vela vele veli velo vene
        """)
    private static let beforePronoun = SuffixTable<Bool>([(false, "ando endo"), (true, "ar er ir")])

    private static func takePronoun(_ word: inout StemmedWord, _ rv: Int) {
        guard let (end, _) = word.suffix(of: pronouns),
            let (start, isInfinitive) = word.suffix(of: beforePronoun, before: end), start >= rv
        else { return }
        word.replace(from: end, with: isInfinitive ? "e" : "")
    }

    // MARK: Suffixes of nouns and adjectives

    private enum Standard {
        case delete, deleteIc, logia, uzione, enza, amento, amente, ità, ivo
    }
    private static let standard = SuffixTable<Standard>([
        (
            .delete,
            """
            anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti \
            istà istè istì oso osi osa ose mente atrice atrici ante anti
            """
        ),
        (.deleteIc, "azione azioni atore atori"), (.logia, "logia logie"),
        (.uzione, "uzione uzioni usione usioni"), (.enza, "enza enze"),
        (.amento, "amento amenti imento imenti"), (.amente, "amente"), (.ità, "ità"),
        (.ivo, "ivo ivi iva ive"),
    ])
    private static let beforeAmente = SuffixTable<Bool>([(true, "iv"), (false, "os ic abil")])
    private static let beforeIta = SuffixTable("abil ic iv")

    private static func takeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int, _ rv: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: standard),
            start >= (action == .amente ? r1 : action == .amento ? rv : r2)
        else { return false }
        word.cut(at: start)
        switch action {
        case .delete, .amento: break
        case .deleteIc: if word.ends(in: "ic", from: r2) { word.cut(at: start - 2) }
        case .logia: word.replace(from: start, with: "log")
        case .uzione: word.replace(from: start, with: "u")
        case .enza: word.replace(from: start, with: "ente")
        case .amente:
            guard let (start, isIv) = word.suffix(of: beforeAmente), start >= r2 else { break }
            word.cut(at: start)
            if isIv, word.ends(in: "at", from: r2) { word.cut(at: start - 2) }
        case .ità:
            if let (start, _) = word.suffix(of: beforeIta), start >= r2 { word.cut(at: start) }
        case .ivo:
            guard word.ends(in: "at", from: r2) else { break }
            word.cut(at: start - 2)
            if word.ends(in: "ic", from: r2) { word.cut(at: start - 4) }
        }
        return true
    }

    private static let verb = SuffixTable(
        """
        ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi avo \
        emmo enda ende endi endo erà erai eranno ere erebbe erebbero erei eremmo eremo ereste eresti \
        erete erò erono essero ete eva evamo evano evate evi evo Yamo iamo immo irà irai iranno ire \
        irebbe irebbero irei iremmo iremo ireste iresti irete irò irono isca iscano isce isci isco \
        iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti uto ar ir
        """)

    private static func takeVowels(_ word: inout StemmedWord, _ rv: Int) {
        if word.count > rv, word.isOne(of: finalVowels, at: word.count - 1) {
            word.cut(at: word.count - 1)
            if word.ends(in: "i", from: rv) { word.cut(at: word.count - 1) }
        }
        if word.ends(in: "ch", from: rv) || word.ends(in: "gh", from: rv) {
            word.cut(at: word.count - 1)
        }
    }
}
