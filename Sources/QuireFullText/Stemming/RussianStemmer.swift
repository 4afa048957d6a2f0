/// The stemmer for Russian.
enum RussianStemmer {
    private static let vowels = LetterSet("аеиоуыэюя")

    /// Reduces a word to its stem.
    static func stem(_ word: inout StemmedWord) {
        guard let rv = word.index(after: vowels, from: 0) else { return }
        let r2 =
            word.index(afterOther: vowels, from: rv).flatMap {
                word.index(afterSyllableOf: vowels, from: $0)
            } ?? word.count
        if !remove(gerunds, from: &word, rv) {
            _ = remove(reflexives, from: &word, rv)
            if remove(adjectives, from: &word, rv) {
                _ = remove(participles, from: &word, rv)
            } else if !remove(verbs, from: &word, rv) {
                _ = remove(nouns, from: &word, rv)
            }
        }
        if word.ends(in: "и", from: rv) { word.truncate(to: word.count - 1) }
        if let (start, _) = word.suffix(of: derivations, from: rv), start >= r2 {
            word.truncate(to: start)
        }
        removeFinalSuffix(&word, rv)
    }

    /// Suffixes, each with whether it must follow а or я.
    private typealias Suffixes = SuffixTable<Bool>

    private static let gerunds = Suffixes([
        (true, "в вши вшись"), (false, "ив ивши ившись ыв ывши ывшись"),
    ])
    private static let adjectives = Suffixes([
        (
            false,
            "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею"
        )
    ])
    private static let participles = Suffixes([(true, "ем нн вш ющ щ"), (false, "ивш ывш ующ")])
    private static let reflexives = Suffixes([(false, "ся сь")])
    private static let verbs = Suffixes([
        (true, "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно"),
        (
            false,
            """
            ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены \
            ить ыть ишь ую ю
            """
        ),
    ])
    private static let nouns = Suffixes([
        (
            false,
            """
            а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь \
            ию ью ю ия ья я
            """
        )
    ])
    private static let derivations = SuffixTable("ост ость")

    /// Removes a suffix, and returns whether the word had it.
    private static func remove(
        _ suffixes: Suffixes, from word: inout StemmedWord, _ rv: Int
    ) -> Bool {
        guard let (start, isAfterA) = word.suffix(of: suffixes, from: rv) else { return false }
        if isAfterA {
            guard start - 1 >= rv, ["а", "я"].contains(word.letters[start - 1]) else {
                return false
            }
        }
        word.truncate(to: start)
        return true
    }

    private enum Final { case ейш, н, ь }
    private static let finals = SuffixTable<Final>([(.ейш, "ейш ейше"), (.н, "н"), (.ь, "ь")])

    private static func removeFinalSuffix(_ word: inout StemmedWord, _ rv: Int) {
        guard let (start, action) = word.suffix(of: finals, from: rv) else { return }
        switch action {
        case .ейш:
            word.truncate(to: start)
            if word.ends(in: "нн", from: rv) { word.truncate(to: start - 1) }
        case .н: if word.ends(in: "нн", from: rv) { word.truncate(to: start) }
        case .ь: word.truncate(to: start)
        }
    }
}
