// U and I are the letters u and i where they are consonants.

/// The stemmer for Italian.
enum ItalianStemmer {
    private static let vowels = LetterSet("aeiouàèìòù")
    private static let graveAccents: [Unicode.Scalar: Unicode.Scalar] = [
        "á": "à", "é": "è", "í": "ì", "ó": "ò", "ú": "ù",
    ]
    private static let consonants: [Unicode.Scalar: Unicode.Scalar] = ["u": "U", "i": "I"]
    private static let unmarked: [Unicode.Scalar: Unicode.Scalar] = ["I": "i", "U": "u"]
    private static let finalVowels = LetterSet("aeioàèìò")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        word.replaceEach(graveAccents)
        word.replaceEach("qu", with: "qU")
        word.replaceEach(consonants, between: vowels)
        let (r1, r2) = word.regions(vowels)
        let rv = word.romanceRegion(vowels)
        removePronoun(&word, rv)
        if !removeStandardSuffix(&word, r1, r2, rv),
            let (start, _) = word.suffix(of: verb, from: rv)
        {
            word.truncate(to: start)
        }
        removeVowels(&word, rv)
        word.replaceEach(unmarked)
    }

    // MARK: Pronouns

    private static let pronouns = SuffixTable(
        """
        ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo \
        mene tela tele teli telo tene cela cele celi celo cene vela vele veli velo vene
        """)
    private static let beforePronoun = SuffixTable<Bool>([(false, "ando endo"), (true, "ar er ir")])

    private static func removePronoun(_ word: inout StemmedWord, _ rv: Int) {
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

    private static func removeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int, _ rv: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: standard),
            start >= (action == .amente ? r1 : action == .amento ? rv : r2)
        else { return false }
        word.truncate(to: start)
        switch action {
        case .delete, .amento: break
        case .deleteIc: word.remove("ic", in: r2)
        case .logia: word.replace(from: start, with: "log")
        case .uzione: word.replace(from: start, with: "u")
        case .enza: word.replace(from: start, with: "ente")
        case .amente:
            if word.remove(beforeAmente, in: r2) == true { word.remove("at", in: r2) }
        case .ità: word.remove(beforeIta, in: r2)
        case .ivo: if word.remove("at", in: r2) { word.remove("ic", in: r2) }
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

    private static func removeVowels(_ word: inout StemmedWord, _ rv: Int) {
        if word.count > rv, word.isOne(of: finalVowels, at: word.count - 1) {
            word.truncate(to: word.count - 1)
            if word.ends(in: "i", from: rv) { word.truncate(to: word.count - 1) }
        }
        if word.ends(in: "ch", from: rv) || word.ends(in: "gh", from: rv) {
            word.truncate(to: word.count - 1)
        }
    }
}
