// Steps 2 to 5: suffixes that derive words from other words.

extension EnglishStemmer {
    private enum Change {
        case replace(StaticString)
        /// Removes the suffix after an l.
        case ogi
        /// Removes the suffix if it follows a letter that can precede the ending "li".
        case li
        /// Removes the suffix in R2.
        case ative
        /// Removes the suffix after s and t.
        case ion
    }

    private static let longSuffixes: [(suffix: StaticString, action: Change)] = [
        ("ational", .replace("ate")), ("fulness", .replace("ful")), ("iveness", .replace("ive")),
        ("ization", .replace("ize")), ("ousness", .replace("ous")), ("biliti", .replace("ble")),
        ("lessli", .replace("less")), ("tional", .replace("tion")), ("alism", .replace("al")),
        ("aliti", .replace("al")), ("ation", .replace("ate")), ("entli", .replace("ent")),
        ("fulli", .replace("ful")), ("iviti", .replace("ive")), ("ousli", .replace("ous")),
        ("abli", .replace("able")), ("alli", .replace("al")), ("anci", .replace("ance")),
        ("ator", .replace("ate")), ("enci", .replace("ence")), ("izer", .replace("ize")),
        ("bli", .replace("ble")), ("ogi", .ogi), ("li", .li),
    ]

    private static let middleSuffixes: [(suffix: StaticString, action: Change)] = [
        ("ational", .replace("ate")), ("tional", .replace("tion")), ("alize", .replace("al")),
        ("ative", .ative), ("icate", .replace("ic")), ("iciti", .replace("ic")),
        ("ical", .replace("ic")), ("ness", .replace("")), ("ful", .replace("")),
    ]

    private static let shortSuffixes: [(suffix: StaticString, action: Change)] = [
        ("ement", .replace("")), ("able", .replace("")), ("ance", .replace("")),
        ("ence", .replace("")), ("ible", .replace("")), ("ment", .replace("")),
        ("ant", .replace("")), ("ate", .replace("")), ("ent", .replace("")), ("ion", .ion),
        ("ism", .replace("")), ("iti", .replace("")), ("ive", .replace("")), ("ize", .replace("")),
        ("ous", .replace("")), ("al", .replace("")), ("er", .replace("")), ("ic", .replace("")),
    ]

    /// Step 2.
    mutating func replaceLongSuffix() { apply(Self.longSuffixes, in: r1) }

    /// Step 3.
    mutating func replaceMiddleSuffix() { apply(Self.middleSuffixes, in: r1) }

    /// Step 4.
    mutating func removeShortSuffix() { apply(Self.shortSuffixes, in: r2) }

    private mutating func apply(
        _ list: [(suffix: StaticString, action: Change)], in region: Int
    ) {
        guard let (start, change) = suffix(of: list), start >= region else { return }
        let before = start > 0 ? word[start - 1] : 0
        switch change {
        case .replace(let text): replace(from: start, with: text)
        case .ogi: if before == UInt8(ascii: "l") { truncate(to: count - 1) }
        case .li: if Self.isBeforeLi(before) { truncate(to: start) }
        case .ative: if start >= r2 { truncate(to: start) }
        case .ion:
            if before == UInt8(ascii: "s") || before == UInt8(ascii: "t") { truncate(to: start) }
        }
    }

    private static func isBeforeLi(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "c"), UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "g"),
            UInt8(ascii: "h"), UInt8(ascii: "k"), UInt8(ascii: "m"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        default: false
        }
    }

    /// Step 5.
    mutating func removeFinalLetter() {
        let last = count - 1
        guard last > 0 else { return }
        switch word[last] {
        case UInt8(ascii: "e"):
            if last >= r2 || last >= r1 && !endsInShortSyllable(last) { truncate(to: last) }
        case UInt8(ascii: "l"):
            if last >= r2, word[last - 1] == UInt8(ascii: "l") { truncate(to: last) }
        default: break
        }
    }
}
