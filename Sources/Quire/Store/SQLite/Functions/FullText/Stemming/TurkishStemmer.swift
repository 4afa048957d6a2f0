// Functions such as `dAn` find a suffix that ends at a position, and return the position before it.
// Their names follow Turkish grammars: A is a or e, U is ı, i, u or ü, and d or D is d or t.

/// The stemmer for Turkish.
struct TurkishStemmer {
    private static let vowels = LetterSet("aeıioöuü")
    private static let highVowels = LetterSet("ıiuü")

    private var word: StemmedWord

    private init(_ word: StemmedWord) {
        self.word = word
    }

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        guard word.letters.count(where: vowels.contains) >= 2 else { return }
        var stemmer = TurkishStemmer(word)
        if stemmer.takeVerbSuffixes() {
            stemmer.takeNounSuffixes()
            stemmer.finish()
        }
        word = stemmer.word
    }

    private var end: Int { word.count }

    // MARK: Vowel harmony

    private static let harmony: [Unicode.Scalar: LetterSet] = [
        "a": LetterSet("aıou"), "e": LetterSet("eiöü"), "ı": LetterSet("aı"), "i": LetterSet("ei"),
        "o": LetterSet("ou"), "ö": LetterSet("öü"), "u": LetterSet("ou"), "ü": LetterSet("öü"),
    ]

    /// Returns whether the last vowel before a position agrees with a vowel before it.
    private func isHarmonious(_ end: Int) -> Bool {
        let letters = word.letters[..<end]
        guard let last = letters.lastIndex(where: Self.vowels.contains),
            let allowed = Self.harmony[letters[last]]
        else { return false }
        return letters[..<last].contains(where: allowed.contains)
    }

    // MARK: Marks

    /// Returns the position before a suffix that can begin with an optional letter.
    private func before(
        _ end: Int, optional isOptional: (Unicode.Scalar) -> Bool,
        after isAllowed: (Unicode.Scalar) -> Bool
    ) -> Int? {
        guard let letter = word.letter(end - 1) else { return nil }
        // With or without the optional letter, the letter in front of it must be allowed.
        guard let previous = word.letter(end - 2), isAllowed(previous) else { return nil }
        return isOptional(letter) ? end - 1 : end
    }

    private func afterOptional(_ letter: Unicode.Scalar, _ end: Int) -> Int? {
        before(end, optional: { $0 == letter }, after: Self.vowels.contains)
    }

    private func afterOptionalVowel(_ end: Int) -> Int? {
        before(end, optional: Self.highVowels.contains) { !Self.vowels.contains($0) }
    }

    private func find(
        _ suffixes: SuffixTable<Void>, _ end: Int, isHarmonious needsHarmony: Bool = true
    ) -> Int? {
        guard !needsHarmony || isHarmonious(end) else { return nil }
        return word.suffix(of: suffixes, before: end)?.start
    }

    private static let possessives = SuffixTable("mız miz muz müz nız niz nuz nüz m n")
    private func possessive(_ end: Int) -> Int? {
        find(Self.possessives, end, isHarmonious: false).flatMap(afterOptionalVowel)
    }

    private static let high = SuffixTable("ı i u ü")
    private func sU(_ end: Int) -> Int? { find(Self.high, end).flatMap { afterOptional("s", $0) } }
    private func yU(_ end: Int) -> Int? { find(Self.high, end).flatMap { afterOptional("y", $0) } }

    private static let theirs = SuffixTable("leri ları")
    private func lArI(_ end: Int) -> Int? { find(Self.theirs, end, isHarmonious: false) }

    private static let accusatives = SuffixTable("nı ni nu nü")
    private func nU(_ end: Int) -> Int? { find(Self.accusatives, end) }

    private static let genitives = SuffixTable("ın in un ün")
    private func nUn(_ end: Int) -> Int? {
        find(Self.genitives, end).flatMap { afterOptional("n", $0) }
    }

    private static let datives = SuffixTable("a e")
    private func yA(_ end: Int) -> Int? {
        find(Self.datives, end).flatMap { afterOptional("y", $0) }
    }

    private static let datives2 = SuffixTable("na ne")
    private func nA(_ end: Int) -> Int? { find(Self.datives2, end) }

    private static let locatives = SuffixTable("da de ta te")
    private func dA(_ end: Int) -> Int? { find(Self.locatives, end) }

    private static let locatives2 = SuffixTable("nda nde")
    private func ndA(_ end: Int) -> Int? { find(Self.locatives2, end) }

    private static let ablatives = SuffixTable("dan den tan ten")
    private func dAn(_ end: Int) -> Int? { find(Self.ablatives, end) }

    private static let ablatives2 = SuffixTable("ndan nden")
    private func ndAn(_ end: Int) -> Int? { find(Self.ablatives2, end) }

    private static let instrumentals = SuffixTable("la le")
    private func ylA(_ end: Int) -> Int? {
        find(Self.instrumentals, end).flatMap { afterOptional("y", $0) }
    }

    private static let manners = SuffixTable("ca ce")
    private func ncA(_ end: Int) -> Int? {
        find(Self.manners, end).flatMap { afterOptional("n", $0) }
    }

    private func ki(_ end: Int) -> Int? {
        word.ends(in: "ki", before: end) ? end - 2 : nil
    }

    private static let firstPersons = SuffixTable("ım im um üm")
    private func yUm(_ end: Int) -> Int? {
        find(Self.firstPersons, end).flatMap { afterOptional("y", $0) }
    }

    private static let secondPersons = SuffixTable("sın sin sun sün")
    private func sUn(_ end: Int) -> Int? { find(Self.secondPersons, end) }

    private static let firstPlurals = SuffixTable("ız iz uz üz")
    private func yUz(_ end: Int) -> Int? {
        find(Self.firstPlurals, end).flatMap { afterOptional("y", $0) }
    }

    private static let secondPlurals = SuffixTable("sınız siniz sunuz sünüz")
    private func sUnUz(_ end: Int) -> Int? { find(Self.secondPlurals, end, isHarmonious: false) }

    private static let plurals = SuffixTable("ler lar")
    private func lAr(_ end: Int) -> Int? { find(Self.plurals, end) }

    private static let secondPossessives = SuffixTable("nız niz nuz nüz")
    private func nUz(_ end: Int) -> Int? { find(Self.secondPossessives, end) }

    private static let copulas = SuffixTable("tır tir tur tür dır dir dur dür")
    private func dUr(_ end: Int) -> Int? { find(Self.copulas, end) }

    private static let likes = SuffixTable("casına cesine")
    private func cAsInA(_ end: Int) -> Int? { find(Self.likes, end, isHarmonious: false) }

    private static let pasts = SuffixTable(
        """
        tım tim tum tüm dım dim dum düm tın tin tun tün dın din dun dün tık tik tuk tük dık dik duk dük \
        tı ti tu tü dı di du dü
        """)
    private func yDU(_ end: Int) -> Int? {
        find(Self.pasts, end).flatMap { afterOptional("y", $0) }
    }

    private static let conditionals = SuffixTable("sam san sak sem sen sek sa se")
    private func ysA(_ end: Int) -> Int? {
        find(Self.conditionals, end, isHarmonious: false).flatMap { afterOptional("y", $0) }
    }

    private static let reported = SuffixTable("mış miş muş müş")
    private func ymUş(_ end: Int) -> Int? {
        find(Self.reported, end).flatMap { afterOptional("y", $0) }
    }

    private func yken(_ end: Int) -> Int? {
        word.ends(in: "ken", before: end) ? afterOptional("y", end - 3) : nil
    }

    private func person(_ end: Int) -> Int {
        sUnUz(end) ?? lAr(end) ?? yUm(end) ?? sUn(end) ?? yUz(end) ?? end
    }

    // MARK: Suffixes of verbs

    /// Removes the suffixes of verbs, and returns whether the rest is a noun that other steps reduce.
    private mutating func takeVerbSuffixes() -> Bool {
        if let start = ymUş(end) ?? yDU(end) ?? ysA(end) ?? yken(end) {
            word.cut(at: start)
        } else if let start = cAsInA(end).flatMap({ ymUş(person($0)) }) {
            word.cut(at: start)
        } else if let start = lAr(end) {
            word.cut(at: start)
            if let start = dUr(end) ?? yDU(end) ?? ysA(end) ?? ymUş(end) { word.cut(at: start) }
            return false
        } else if let start = nUz(end).flatMap({ yDU($0) ?? ysA($0) }) {
            word.cut(at: start)
        } else if let start = sUnUz(end) ?? yUz(end) ?? sUn(end) ?? yUm(end) {
            word.cut(at: start)
            if let start = ymUş(end) { word.cut(at: start) }
        } else if let start = dUr(end) {
            word.cut(at: start)
            if let start = ymUş(person(end)) { word.cut(at: start) }
        }
        return true
    }

    // MARK: Suffixes of nouns

    /// Removes a chain of suffixes that ends in -ki, and returns whether the word has one.
    @discardableResult
    private mutating func takeChainBeforeKi() -> Bool {
        guard let beforeKi = ki(end) else { return false }
        if let start = dA(beforeKi) {
            word.cut(at: start)
            if let start = lAr(end) {
                word.cut(at: start)
                takeChainBeforeKi()
            } else if let start = possessive(end) {
                word.cut(at: start)
                takePluralAndChain()
            }
            return true
        }
        if let start = nUn(beforeKi) {
            word.cut(at: start)
            if let start = lArI(end) {
                word.cut(at: start)
            } else if let start = possessive(end) ?? sU(end) {
                word.cut(at: start)
                takePluralAndChain()
            } else {
                takeChainBeforeKi()
            }
            return true
        }
        guard let start = ndA(beforeKi) else { return false }
        return takeBeforeLocative(start)
    }

    /// Removes the suffixes that end at a position, together with the letters after it.
    private mutating func takeBeforeLocative(_ position: Int) -> Bool {
        if let start = lArI(position) {
            word.cut(at: start)
            return true
        }
        if let start = sU(position) {
            word.cut(at: start)
            takePluralAndChain()
            return true
        }
        return takeChainBeforeKi(at: position)
    }

    /// Removes a chain that ends in -ki at a position, and leaves the letters after it.
    private mutating func takeChainBeforeKi(at position: Int) -> Bool {
        let rest = Array(word.letters[position...])
        var beginning = TurkishStemmer(StemmedWord(Array(word.letters[..<position])))
        guard beginning.takeChainBeforeKi() else { return false }
        word = StemmedWord(beginning.word.letters + rest)
        return true
    }

    private mutating func takePluralAndChain() {
        guard let start = lAr(end) else { return }
        word.cut(at: start)
        takeChainBeforeKi()
    }

    private mutating func takePossessiveAndPlural() -> Bool {
        guard let start = possessive(end) ?? sU(end) else { return false }
        word.cut(at: start)
        takePluralAndChain()
        return true
    }

    private mutating func takeNounSuffixes() {
        if let start = lAr(end) {
            word.cut(at: start)
            takeChainBeforeKi()
            return
        }
        if let start = ncA(end) {
            word.cut(at: start)
            if let start = lArI(end) {
                word.cut(at: start)
            } else if !takePossessiveAndPlural() {
                takePluralAndChain()
            }
            return
        }
        if let position = ndA(end) ?? nA(end), takeBeforeLocative(position) { return }
        if let position = ndAn(end) ?? nU(end) {
            if let start = sU(position) {
                word.cut(at: start)
                takePluralAndChain()
                return
            }
            if lArI(position) != nil { return }
        }
        if let start = dAn(end) {
            word.cut(at: start)
            if let start = possessive(end) {
                word.cut(at: start)
                takePluralAndChain()
            } else if let start = lAr(end) {
                word.cut(at: start)
                takeChainBeforeKi()
            } else {
                takeChainBeforeKi()
            }
            return
        }
        if let start = nUn(end) ?? ylA(end) {
            word.cut(at: start)
            if let start = lAr(end) {
                word.cut(at: start)
                if takeChainBeforeKi() { return }
            }
            if !takePossessiveAndPlural() { takeChainBeforeKi() }
            return
        }
        if let start = lArI(end) {
            word.cut(at: start)
            return
        }
        if takeChainBeforeKi() { return }
        if let start = dA(end) ?? yU(end) ?? yA(end) {
            word.cut(at: start)
            if let start = possessive(end) {
                word.cut(at: start)
                if let start = lAr(end) { word.cut(at: start) }
                takeChainBeforeKi()
            } else if let start = lAr(end) {
                word.cut(at: start)
                takeChainBeforeKi()
            }
            return
        }
        _ = takePossessiveAndPlural()
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
