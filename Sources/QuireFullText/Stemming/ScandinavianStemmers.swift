extension StemmedWord {
    /// Returns the region R1 of the Scandinavian languages, which has at least three letters before
    /// it.
    fileprivate func scandinavianRegion(_ vowels: LetterSet) -> Int {
        guard count >= 3, let start = letters.firstIndex(where: vowels.contains) else {
            return count
        }
        return index(afterOther: vowels, from: start).map { max($0, 3) } ?? count
    }
}

/// The stemmer for Swedish.
enum SwedishStemmer {
    private static let vowels = LetterSet("aeiouyäåö")
    private static let lettersBeforeS = LetterSet("bcdfghjklmnoprtvy")
    private static let main = SuffixTable<Bool>([
        (
            false,
            """
            a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er heter \
            or as arnas ernas ornas es ades andes ens arens hetens erns at andet het ast
            """
        ), (true, "s"),
    ])
    private static let pairs = SuffixTable("dd gd nn dt gt kt tt")
    private static let others = SuffixTable<String>([
        ("", "lig ig els"), ("lös", "löst"), ("full", "fullt"),
    ])

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let r1 = word.scandinavianRegion(vowels)
        if let (start, isS) = word.suffix(of: main, from: r1),
            !isS || word.isOne(of: lettersBeforeS, at: start - 1)
        {
            word.truncate(to: start)
        }
        if word.suffix(of: pairs, from: r1) != nil { word.truncate(to: word.count - 1) }
        if let (start, text) = word.suffix(of: others, from: r1) {
            word.replace(from: start, with: text)
        }
    }
}

/// The stemmer for Norwegian.
enum NorwegianStemmer {
    private static let vowels = LetterSet("aeiouyæåø")
    private static let lettersBeforeS = LetterSet("bcdfghjlmnoprtvyz")
    private enum Main { case delete, s, ert }
    private static let main = SuffixTable<Main>([
        (
            .delete,
            """
            a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes ens \
            hetens ers ets et het ast
            """
        ), (.s, "s"), (.ert, "erte ert"),
    ])
    private static let pairs = SuffixTable("dt vt")
    private static let others = SuffixTable("leg eleg ig eig lig elig els lov elov slov hetslov")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let r1 = word.scandinavianRegion(vowels)
        if let (start, action) = word.suffix(of: main, from: r1) {
            switch action {
            case .delete: word.truncate(to: start)
            case .s:
                if word.isOne(of: lettersBeforeS, at: start - 1)
                    || word.letter(start - 1) == "k" && word.isNone(of: vowels, at: start - 2)
                {
                    word.truncate(to: start)
                }
            case .ert: word.replace(from: start, with: "er")
            }
        }
        if word.suffix(of: pairs, from: r1) != nil { word.truncate(to: word.count - 1) }
        if let (start, _) = word.suffix(of: others, from: r1) { word.truncate(to: start) }
    }
}

/// The stemmer for Danish.
enum DanishStemmer {
    private static let vowels = LetterSet("aeiouyæåø")
    private static let lettersBeforeS = LetterSet("abcdfghjklmnoprtvyzå")
    private static let main = SuffixTable<Bool>([
        (
            false,
            """
            hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es endes \
            erendes enes ernes eres ens hedens erens ers ets erets et eret
            """
        ), (true, "s"),
    ])
    private static let pairs = SuffixTable("gd dt gt kt")
    private static let others = SuffixTable<Bool>([(false, "ig lig elig els"), (true, "løst")])

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        let r1 = word.scandinavianRegion(vowels)
        if let (start, isS) = word.suffix(of: main, from: r1),
            !isS || word.isOne(of: lettersBeforeS, at: start - 1)
        {
            word.truncate(to: start)
        }
        removePair(&word, r1)
        if word.ends(in: "igst") { word.truncate(to: word.count - 2) }
        if let (start, isLøst) = word.suffix(of: others, from: r1) {
            word.replace(from: start, with: isLøst ? "løs" : "")
            if !isLøst { removePair(&word, r1) }
        }
        let last = word.count - 1
        if last >= r1, last > 0, word.isNone(of: vowels, at: last),
            word.letters[last] == word.letters[last - 1]
        {
            word.truncate(to: last)
        }
    }

    private static func removePair(_ word: inout StemmedWord, _ r1: Int) {
        if word.suffix(of: pairs, from: r1) != nil { word.truncate(to: word.count - 1) }
    }
}
