// Step 1: plurals, participles, and y at the end.

extension EnglishStemmer {
    /// Step 1a.
    mutating func removePlural() {
        if ends(in: "sses") {
            truncate(to: count - 2)
        } else if ends(in: "ied") || ends(in: "ies") {
            // As in "cries", but not in "ties".
            truncate(to: count > 4 ? count - 2 : count - 1)
        } else if ends(in: "us") || ends(in: "ss") {
            return
        } else if ends(in: "s"), hasVowel(before: count - 2) {
            // As in "gaps", but not in "gas".
            truncate(to: count - 1)
        }
    }

    private enum Participle {
        case doubleE, other
    }

    private static let participles: [(suffix: StaticString, action: Participle)] = [
        ("eedly", .doubleE), ("ingly", .other), ("edly", .other), ("eed", .doubleE),
        ("ing", .other), ("ed", .other),
    ]

    /// Step 1b.
    mutating func removeParticiple() {
        guard let (start, kind) = suffix(of: Self.participles) else { return }
        switch kind {
        case .doubleE:
            if start >= r1 { replace(from: start, with: "ee") }
        case .other:
            guard hasVowel(before: start) else { return }
            truncate(to: start)
            if ends(in: "at") || ends(in: "bl") || ends(in: "iz") {
                replace(from: count, with: "e")
            } else if endsInDoubleConsonant {
                truncate(to: count - 1)
            } else if count == r1, endsInShortSyllable(count) {
                replace(from: count, with: "e")
            }
        }
    }

    /// Whether the word ends in a doubled consonant, as "hopp" in "hopping".
    private var endsInDoubleConsonant: Bool {
        guard count >= 2, word[count - 1] == word[count - 2] else { return false }
        switch word[count - 1] {
        case UInt8(ascii: "b"), UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "g"),
            UInt8(ascii: "m"), UInt8(ascii: "n"), UInt8(ascii: "p"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            return true
        default: return false
        }
    }

    /// Step 1c: as in "cry", but not in "by" and "say".
    mutating func replaceFinalY() {
        guard count > 2, word[count - 1] | 0x20 == UInt8(ascii: "y"), !isVowel(count - 2) else {
            return
        }
        replace(from: count - 1, with: "i")
    }
}
