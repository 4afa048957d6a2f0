// Functions such as `dAn` find a suffix that ends at a position, and return the position before it.
// Their names follow Turkish grammars: A is a or e, U is ı, i, u or ü, and d or D is d or t.

extension TurkishStemmer {
    private static let highVowels = LetterSet("ıiuü")

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

    // MARK: Suffixes

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
    func possessive(_ end: Int) -> Int? {
        find(Self.possessives, end, isHarmonious: false).flatMap(afterOptionalVowel)
    }

    private static let high = SuffixTable("ı i u ü")
    func sU(_ end: Int) -> Int? { find(Self.high, end).flatMap { afterOptional("s", $0) } }
    func yU(_ end: Int) -> Int? { find(Self.high, end).flatMap { afterOptional("y", $0) } }

    private static let theirs = SuffixTable("leri ları")
    func lArI(_ end: Int) -> Int? { find(Self.theirs, end, isHarmonious: false) }

    private static let accusatives = SuffixTable("nı ni nu nü")
    func nU(_ end: Int) -> Int? { find(Self.accusatives, end) }

    private static let genitives = SuffixTable("ın in un ün")
    func nUn(_ end: Int) -> Int? {
        find(Self.genitives, end).flatMap { afterOptional("n", $0) }
    }

    private static let datives = SuffixTable("a e")
    func yA(_ end: Int) -> Int? {
        find(Self.datives, end).flatMap { afterOptional("y", $0) }
    }

    private static let datives2 = SuffixTable("na ne")
    func nA(_ end: Int) -> Int? { find(Self.datives2, end) }

    private static let locatives = SuffixTable("da de ta te")
    func dA(_ end: Int) -> Int? { find(Self.locatives, end) }

    private static let locatives2 = SuffixTable("nda nde")
    func ndA(_ end: Int) -> Int? { find(Self.locatives2, end) }

    private static let ablatives = SuffixTable("dan den tan ten")
    func dAn(_ end: Int) -> Int? { find(Self.ablatives, end) }

    private static let ablatives2 = SuffixTable("ndan nden")
    func ndAn(_ end: Int) -> Int? { find(Self.ablatives2, end) }

    private static let instrumentals = SuffixTable("la le")
    func ylA(_ end: Int) -> Int? {
        find(Self.instrumentals, end).flatMap { afterOptional("y", $0) }
    }

    private static let manners = SuffixTable("ca ce")
    func ncA(_ end: Int) -> Int? {
        find(Self.manners, end).flatMap { afterOptional("n", $0) }
    }

    func ki(_ end: Int) -> Int? {
        word.ends(in: "ki", before: end) ? end - 2 : nil
    }

    private static let firstPersons = SuffixTable("ım im um üm")
    func yUm(_ end: Int) -> Int? {
        find(Self.firstPersons, end).flatMap { afterOptional("y", $0) }
    }

    private static let secondPersons = SuffixTable("sın sin sun sün")
    func sUn(_ end: Int) -> Int? { find(Self.secondPersons, end) }

    private static let firstPlurals = SuffixTable("ız iz uz üz")
    func yUz(_ end: Int) -> Int? {
        find(Self.firstPlurals, end).flatMap { afterOptional("y", $0) }
    }

    private static let secondPlurals = SuffixTable("sınız siniz sunuz sünüz")
    func sUnUz(_ end: Int) -> Int? { find(Self.secondPlurals, end, isHarmonious: false) }

    private static let plurals = SuffixTable("ler lar")
    func lAr(_ end: Int) -> Int? { find(Self.plurals, end) }

    private static let secondPossessives = SuffixTable("nız niz nuz nüz")
    func nUz(_ end: Int) -> Int? { find(Self.secondPossessives, end) }

    private static let copulas = SuffixTable("tır tir tur tür dır dir dur dür")
    func dUr(_ end: Int) -> Int? { find(Self.copulas, end) }

    private static let likes = SuffixTable("casına cesine")
    func cAsInA(_ end: Int) -> Int? { find(Self.likes, end, isHarmonious: false) }

    private static let pasts = SuffixTable(
        """
        tım tim tum tüm dım dim dum düm tın tin tun tün dın din dun dün tık tik tuk tük dık dik duk dük \
        tı ti tu tü dı di du dü
        """)
    func yDU(_ end: Int) -> Int? {
        find(Self.pasts, end).flatMap { afterOptional("y", $0) }
    }

    private static let conditionals = SuffixTable("sam san sak sem sen sek sa se")
    func ysA(_ end: Int) -> Int? {
        find(Self.conditionals, end, isHarmonious: false).flatMap { afterOptional("y", $0) }
    }

    private static let reported = SuffixTable("mış miş muş müş")
    func ymUş(_ end: Int) -> Int? {
        find(Self.reported, end).flatMap { afterOptional("y", $0) }
    }

    func yken(_ end: Int) -> Int? {
        word.ends(in: "ken", before: end) ? afterOptional("y", end - 3) : nil
    }

    func person(_ end: Int) -> Int {
        sUnUz(end) ?? lAr(end) ?? yUm(end) ?? sUn(end) ?? yUz(end) ?? end
    }
}
