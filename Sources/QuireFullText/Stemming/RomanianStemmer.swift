// U and I are the letters u and i where they are consonants. ş and ţ have a cedilla.

/// The stemmer for Romanian.
enum RomanianStemmer {
    private static let vowels = LetterSet("aeiouâîă")
    private static let consonants: [Unicode.Scalar: Unicode.Scalar] = ["u": "U", "i": "I"]
    private static let unmarked: [Unicode.Scalar: Unicode.Scalar] = ["I": "i", "U": "u"]

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        word.replaceEach(consonants, between: vowels)
        let (r1, r2) = word.regions(vowels)
        let rv = word.romanceRegion(vowels)
        removeInflection(&word, r1)
        if !removeStandardSuffix(&word, r1, r2) { removeVerbSuffix(&word, rv) }
        if let (start, _) = word.suffix(of: finalVowels), start >= rv { word.truncate(to: start) }
        word.replaceEach(unmarked)
    }

    private static let inflections = SuffixTable<String>([
        ("", "ul ului"), ("a", "aua"), ("e", "ea ele elor"),
        ("i", "ii iua iei iile iilor ilor ile"),
        ("at", "atei"), ("aţi", "aţie aţia"),
    ])

    private static func removeInflection(_ word: inout StemmedWord, _ r1: Int) {
        guard let (start, text) = word.suffix(of: inflections), start >= r1 else { return }
        if start == word.count - 3, word.ends(in: "abile") { return }
        word.replace(from: start, with: text)
    }

    private static let combinations = SuffixTable<String>([
        ("abil", "abilitate abilitati abilităi abilităţi"), ("ibil", "ibilitate"),
        ("iv", "ivitate ivitati ivităi ivităţi"),
        (
            "ic",
            """
            icitate icitati icităi icităţi icator icatori iciv iciva icive icivi icivă ical icala icale \
            icali icală
            """
        ), ("at", "ativ ativa ative ativi ativă aţiune atoare ator atori ătoare ător ători"),
        ("it", "itiv itiva itive itivi itivă iţiune itoare itor itori"),
    ])

    private enum Standard { case delete, iune, ist }
    private static let standard = SuffixTable<Standard>([
        (
            .delete,
            """
            at ata ată ati ate ut uta ută uti ute it ita ită iti ite ic ica ice ici ică abil abila \
            abile abili abilă ibil ibila ibile ibili ibilă oasa oasă oase os osi oşi ant anta ante anti \
            antă ator atori itate itati ităi ităţi iv iva ive ivi ivă
            """
        ), (.iune, "iune iuni"), (.ist, "ism isme ist ista iste isti istă işti"),
    ])

    private static func removeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int
    ) -> Bool {
        var isReplaced = false
        while let (start, text) = word.suffix(of: combinations), start >= r1 {
            word.replace(from: start, with: text)
            isReplaced = true
        }
        guard let (start, action) = word.suffix(of: standard), start >= r2 else {
            return isReplaced
        }
        switch action {
        case .delete: word.truncate(to: start)
        case .iune:
            guard word.letter(start - 1) == "ţ" else { return isReplaced }
            word.replace(from: start - 1, with: "t")
        case .ist: word.replace(from: start, with: "ist")
        }
        return true
    }

    private static let verb = SuffixTable<Bool>([
        (
            true,
            """
            are ere ire âre ind ând indu ându eze ească ez ezi ează esc eşti eşte ăsc ăşti ăşte am ai \
            au eam eai ea eaţi eau iam iai ia iaţi iau ui aşi arăm arăţi ară uşi urăm urăţi ură işi \
            irăm irăţi iră âi âşi ârăm ârăţi âră asem aseşi ase aserăm aserăţi aseră isem iseşi ise \
            iserăm iserăţi iseră âsem âseşi âse âserăm âserăţi âseră usem useşi use userăm userăţi \
            useră
            """
        ),
        (
            false,
            """
            ăm aţi em eţi im iţi âm âţi seşi serăm serăţi seră sei se sesem seseşi sese seserăm \
            seserăţi seseră
            """
        ),
    ])

    private static func removeVerbSuffix(_ word: inout StemmedWord, _ rv: Int) {
        guard let (start, isAfterConsonant) = word.suffix(of: verb, from: rv) else { return }
        if isAfterConsonant {
            // A u also counts as a consonant.
            guard start - 1 >= rv,
                word.isNone(of: vowels, at: start - 1) || word.letter(start - 1) == "u"
            else { return }
        }
        word.truncate(to: start)
    }

    private static let finalVowels = SuffixTable("a e i ie ă")
}
