// U, I and Y are the letters u, i and y where they are consonants.

/// The stemmer for French.
enum FrenchStemmer {
    private static let vowels = LetterSet("aeiouyâàëéêèïîôûù")
    private static let unmarked: [Unicode.Scalar: Unicode.Scalar] = ["I": "i", "U": "u", "Y": "y"]
    private static let lettersThatKeepS = LetterSet("aiouès")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        markConsonants(&word)
        let (r1, r2) = word.regions(vowels)
        let rv = region(word)
        if removeStandardSuffix(&word, r1, r2, rv) || removeVerbSuffixWithI(&word, rv)
            || removeVerbSuffix(&word, r2, rv)
        {
            switch word.letters.last {
            case "Y": word.replace(at: word.count - 1, with: "i")
            case "ç": word.replace(at: word.count - 1, with: "c")
            default: break
            }
        } else {
            removeResidualSuffix(&word, r2, rv)
        }
        if word.suffix(of: doubled) != nil { word.truncate(to: word.count - 1) }
        removeAccent(&word)
        word.replaceEach(unmarked)
    }

    private static func markConsonants(_ word: inout StemmedWord) {
        var index = 0
        while index < word.count {
            if !markConsonant(&word, index) { index += 1 }
        }
    }

    private static func markConsonant(_ word: inout StemmedWord, _ index: Int) -> Bool {
        let next = word.letter(index + 1)
        if word.isOne(of: vowels, at: index) {
            let isBetweenVowels = word.isOne(of: vowels, at: index + 2)
            if next == "u", isBetweenVowels {
                word.replace(at: index + 1, with: "U")
                return true
            }
            if next == "i", isBetweenVowels {
                word.replace(at: index + 1, with: "I")
                return true
            }
            if next == "y" {
                word.replace(at: index + 1, with: "Y")
                return true
            }
        }
        if word.letters[index] == "y", word.isOne(of: vowels, at: index + 1) {
            word.replace(at: index, with: "Y")
            return true
        }
        if word.letters[index] == "q", next == "u" {
            word.replace(at: index + 1, with: "U")
            return true
        }
        return false
    }

    private static func region(_ word: StemmedWord) -> Int {
        if word.count > 2 {
            if word.isOne(of: vowels, at: 0), word.isOne(of: vowels, at: 1) { return 3 }
            let beginning = String(String.UnicodeScalarView(word.letters[..<3]))
            if ["par", "col", "tap"].contains(beginning) { return 3 }
        }
        return word.index(after: vowels, from: 1) ?? word.count
    }

    // MARK: Suffixes of nouns and adjectives

    private enum Standard {
        case delete, ation, logie, usion, ence, ement, ité, if_, eaux, aux, euse, issement, amment,
            emment, ment
    }

    private static let standard = SuffixTable<Standard>([
        (.delete, "ance iqUe isme able iste eux ances iqUes ismes ables istes"),
        (.ation, "atrice ateur ation atrices ateurs ations"), (.logie, "logie logies"),
        (.usion, "usion ution usions utions"), (.ence, "ence ences"), (.ement, "ement ements"),
        (.ité, "ité ités"), (.if_, "if ive ifs ives"), (.eaux, "eaux"), (.aux, "aux"),
        (.euse, "euse euses"), (.issement, "issement issements"), (.amment, "amment"),
        (.emment, "emment"), (.ment, "ment ments"),
    ])

    private enum BeforeEment { case iv, eus, abl, ièr }
    private static let beforeEment = SuffixTable<BeforeEment>([
        (.iv, "iv"), (.eus, "eus"), (.abl, "abl iqU"), (.ièr, "ièr Ièr"),
    ])

    private static let beforeIté = SuffixTable<String>([("abl", "abil"), ("iqU", "ic"), ("", "iv")])

    private static func removeStandardSuffix(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int, _ rv: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: standard) else { return false }
        switch action {
        case .delete:
            guard start >= r2 else { return false }
            word.truncate(to: start)
        case .ation:
            guard start >= r2 else { return false }
            word.truncate(to: start)
            removeIc(&word, r2)
        case .logie, .usion, .ence:
            guard start >= r2 else { return false }
            word.replace(
                from: start, with: action == .logie ? "log" : action == .usion ? "u" : "ent")
        case .ement:
            guard start >= rv else { return false }
            word.truncate(to: start)
            removeBeforeEment(&word, r1, r2, rv)
        case .ité:
            guard start >= r2 else { return false }
            word.truncate(to: start)
            if let (start, replacement) = word.suffix(of: beforeIté) {
                if start >= r2 {
                    word.truncate(to: start)
                } else if !replacement.isEmpty {
                    word.replace(from: start, with: replacement)
                }
            }
        case .if_:
            guard start >= r2 else { return false }
            word.truncate(to: start)
            if word.ends(in: "at", from: r2) {
                word.truncate(to: start - 2)
                removeIc(&word, r2)
            }
        case .eaux: word.replace(from: start, with: "eau")
        case .aux:
            guard start >= r1 else { return false }
            word.replace(from: start, with: "al")
        case .euse: return removeEuse(&word, start, r1, r2)
        case .issement:
            guard start >= r1, word.isNone(of: vowels, at: start - 1) else { return false }
            word.truncate(to: start)
        case .amment, .emment:
            if start >= rv { word.replace(from: start, with: action == .amment ? "ant" : "ent") }
            return false
        case .ment:
            if word.isOne(of: vowels, at: start - 1), start - 1 >= rv { word.truncate(to: start) }
            return false
        }
        return true
    }

    private static func removeIc(_ word: inout StemmedWord, _ r2: Int) {
        guard word.ends(in: "ic") else { return }
        let start = word.count - 2
        if start >= r2 { word.truncate(to: start) } else { word.replace(from: start, with: "iqU") }
    }

    private static func removeEuse(
        _ word: inout StemmedWord, _ start: Int, _ r1: Int, _ r2: Int
    ) -> Bool {
        if start >= r2 {
            word.truncate(to: start)
        } else if start >= r1 {
            word.replace(from: start, with: "eux")
        } else {
            return false
        }
        return true
    }

    private static func removeBeforeEment(
        _ word: inout StemmedWord, _ r1: Int, _ r2: Int, _ rv: Int
    ) {
        guard let (start, action) = word.suffix(of: beforeEment) else { return }
        switch action {
        case .iv:
            guard start >= r2 else { return }
            word.truncate(to: start)
            if word.ends(in: "at", from: r2) { word.truncate(to: start - 2) }
        case .eus: _ = removeEuse(&word, start, r1, r2)
        case .abl: if start >= r2 { word.truncate(to: start) }
        case .ièr: if start >= rv { word.replace(from: start, with: "i") }
        }
    }

    // MARK: Suffixes of verbs

    private static let verbWithI = SuffixTable(
        """
        îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons \
        iront is issaIent issais issait issant issante issantes issants isse issent isses issez \
        issiez issions issons it
        """)

    private static func removeVerbSuffixWithI(_ word: inout StemmedWord, _ rv: Int) -> Bool {
        guard let (start, _) = word.suffix(of: verbWithI, from: rv), start - 1 >= rv,
            word.isNone(of: vowels, at: start - 1)
        else { return false }
        word.truncate(to: start)
        return true
    }

    private enum Verb { case ions, delete, deleteE }
    private static let verb = SuffixTable<Verb>([
        (.ions, "ions"),
        (
            .delete,
            """
            é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez \
            iez
            """
        ),
        (
            .deleteE,
            """
            âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions
            """
        ),
    ])

    private static func removeVerbSuffix(
        _ word: inout StemmedWord, _ r2: Int, _ rv: Int
    ) -> Bool {
        guard let (start, action) = word.suffix(of: verb, from: rv) else { return false }
        switch action {
        case .ions:
            guard start >= r2 else { return false }
            word.truncate(to: start)
        case .delete: word.truncate(to: start)
        case .deleteE:
            word.truncate(to: start)
            if word.ends(in: "e", from: rv) { word.truncate(to: start - 1) }
        }
        return true
    }

    // MARK: Other letters at the end

    private enum Residual { case ion, ier, e, ë }
    private static let residual = SuffixTable<Residual>([
        (.ion, "ion"), (.ier, "ier ière Ier Ière"), (.e, "e"), (.ë, "ë"),
    ])

    private static func removeResidualSuffix(_ word: inout StemmedWord, _ r2: Int, _ rv: Int) {
        if word.ends(in: "s"), word.isNone(of: lettersThatKeepS, at: word.count - 2) {
            word.truncate(to: word.count - 1)
        }
        guard let (start, action) = word.suffix(of: residual, from: rv) else { return }
        switch action {
        case .ion:
            if start >= r2, start - 1 >= rv, ["s", "t"].contains(word.letter(start - 1)) {
                word.truncate(to: start)
            }
        case .ier: word.replace(from: start, with: "i")
        case .e: word.truncate(to: start)
        case .ë: if word.ends(in: "gu", before: start, from: rv) { word.truncate(to: start) }
        }
    }

    private static let doubled = SuffixTable("enn onn ett ell eill")

    /// Replaces é and è before the consonants at the end by e.
    private static func removeAccent(_ word: inout StemmedWord) {
        guard let last = word.letters.lastIndex(where: vowels.contains), last < word.count - 1,
            ["é", "è"].contains(word.letters[last])
        else { return }
        word.replace(at: last, with: "e")
    }
}
