// The stemmers are those of the Snowball project. They remove or replace suffixes, each within a
// region of the word. A region is the index of its first letter, or the length of the word if the
// word has no such region.

/// A word that a stemmer reduces to its stem.
struct StemmedWord {
    /// The letters.
    private(set) var letters: [Unicode.Scalar]

    init(_ letters: [Unicode.Scalar]) {
        self.letters = letters
    }

    /// The number of letters.
    var count: Int { letters.count }

    /// Returns the letter at an index, or `nil` outside of the word.
    func letter(_ index: Int) -> Unicode.Scalar? {
        letters.indices.contains(index) ? letters[index] : nil
    }

    /// Returns whether a set contains the letter at an index, which is false outside of the word.
    func isOne(of set: LetterSet, at index: Int) -> Bool {
        letter(index).map(set.contains) ?? false
    }

    /// Returns whether the word has a letter at an index that is not in a set.
    func isNone(of set: LetterSet, at index: Int) -> Bool {
        letter(index).map { !set.contains($0) } ?? false
    }

    // MARK: Regions

    /// Returns the index after the next letter that is in a set, or `nil` if none exists.
    func index(after set: LetterSet, from start: Int) -> Int? {
        guard start <= count else { return nil }
        return letters[start...].firstIndex(where: set.contains).map { $0 + 1 }
    }

    /// Returns the index after the next letter that is not in a set, or `nil` if none exists.
    func index(afterOther set: LetterSet, from start: Int) -> Int? {
        guard start <= count else { return nil }
        return letters[start...].firstIndex { !set.contains($0) }.map { $0 + 1 }
    }

    /// Returns the index after the first consonant that follows a vowel, or `nil` if none exists.
    func index(afterSyllableOf vowels: LetterSet, from start: Int) -> Int? {
        index(after: vowels, from: start).flatMap { index(afterOther: vowels, from: $0) }
    }

    /// Returns the regions R1 and R2, which begin after the first and second consonant that follows a
    /// vowel.
    func regions(_ vowels: LetterSet) -> (r1: Int, r2: Int) {
        guard let r1 = index(afterSyllableOf: vowels, from: 0) else { return (count, count) }
        return (r1, index(afterSyllableOf: vowels, from: r1) ?? count)
    }

    /// Returns the region RV of the Romance languages.
    ///
    /// If the second letter is a consonant, the region begins after the next vowel. If the first
    /// two letters are vowels, it begins after the next consonant. Otherwise, it begins after the
    /// third letter.
    func romanceRegion(_ vowels: LetterSet) -> Int {
        guard count > 1 else { return count }
        let isVowel = (vowels.contains(letters[0]), vowels.contains(letters[1]))
        switch isVowel {
        case (_, false): return index(after: vowels, from: 2) ?? count
        case (true, true): return index(afterOther: vowels, from: 2) ?? count
        case (false, true): return count > 2 ? 3 : count
        }
    }

    // MARK: Suffixes

    /// Returns whether the letters before an index end in a suffix.
    ///
    /// - Parameters:
    ///   - suffix: The suffix.
    ///   - end: The index, or `nil` for the end of the word.
    ///   - limit: The index at which the suffix can begin at the earliest.
    /// - Returns: `true` if they end in the suffix.
    func ends(in suffix: String, before end: Int? = nil, from limit: Int = 0) -> Bool {
        var index = end ?? count
        for letter in suffix.unicodeScalars.reversed() {
            index -= 1
            guard index >= limit, index < count, letters[index] == letter else { return false }
        }
        return true
    }

    /// Returns the longest suffix of a table in which the word ends.
    ///
    /// - Parameters:
    ///   - table: The suffixes.
    ///   - end: The index at which the suffix ends, or `nil` for the end of the word.
    ///   - limit: The index at which the suffix can begin at the earliest.
    /// - Returns: The index at which the suffix begins, and its action.
    func suffix<Action>(
        of table: SuffixTable<Action>, before end: Int? = nil, from limit: Int = 0
    ) -> (start: Int, action: Action)? {
        table.longest(in: letters[..<(end ?? count)], from: limit)
    }

    /// Removes the letters from an index to the end.
    mutating func truncate(to start: Int) {
        letters.removeSubrange(start...)
    }

    /// Removes a suffix, unless it begins before a region.
    ///
    /// - Returns: Whether the suffix was removed.
    @discardableResult
    mutating func remove(_ suffix: String, in region: Int) -> Bool {
        guard ends(in: suffix, from: region) else { return false }
        truncate(to: count - suffix.unicodeScalars.count)
        return true
    }

    /// Removes the longest suffix of a table, unless it begins before a region.
    ///
    /// - Returns: The action of the removed suffix, or `nil`.
    @discardableResult
    mutating func remove<Action>(_ table: SuffixTable<Action>, in region: Int) -> Action? {
        guard let (start, action) = suffix(of: table), start >= region else { return nil }
        truncate(to: start)
        return action
    }

    /// Removes one letter.
    mutating func remove(at index: Int) {
        letters.remove(at: index)
    }

    /// Replaces the letters from an index to the end.
    mutating func replace(from start: Int, with text: String) {
        letters.replaceSubrange(start..., with: text.unicodeScalars)
    }

    /// Replaces one letter.
    mutating func replace(at index: Int, with letter: Unicode.Scalar) {
        letters[index] = letter
    }

    /// Replaces every occurrence of certain letters.
    mutating func replaceEach(_ replacements: [Unicode.Scalar: Unicode.Scalar]) {
        for index in letters.indices {
            if let letter = replacements[letters[index]] { letters[index] = letter }
        }
    }

    /// Replaces every occurrence of certain letters between two vowels.
    ///
    /// In several languages, such letters are consonants, and the stemmer marks them.
    mutating func replaceEach(
        _ replacements: [Unicode.Scalar: Unicode.Scalar], between vowels: LetterSet
    ) {
        for index in 0..<max(0, count - 2)
        where isOne(of: vowels, at: index) && isOne(of: vowels, at: index + 2) {
            if let letter = replacements[letters[index + 1]] { letters[index + 1] = letter }
        }
    }

    /// Replaces every occurrence of a string.
    mutating func replaceEach(_ text: String, with other: String) {
        guard let first = text.unicodeScalars.first, letters.contains(first) else { return }
        letters.replace(Array(text.unicodeScalars), with: Array(other.unicodeScalars))
    }
}

/// A set of letters, such as the vowels of a language.
struct LetterSet: Sendable {
    private let letters: Set<Unicode.Scalar>

    init(_ letters: String) {
        self.letters = Set(letters.unicodeScalars)
    }

    func contains(_ letter: Unicode.Scalar) -> Bool { letters.contains(letter) }
}

/// The suffixes of one step of a stemmer, each with an action.
struct SuffixTable<Action: Sendable>: Sendable {
    private struct Suffix: Sendable {
        let letters: [Unicode.Scalar]
        let action: Action
    }

    /// The suffixes by their last letters, longer ones first.
    private let suffixes: [Unicode.Scalar: [Suffix]]

    /// Creates a table.
    ///
    /// - Parameter groups: The actions and their suffixes, separated by spaces.
    init(_ groups: [(action: Action, suffixes: String)]) {
        var suffixes: [Unicode.Scalar: [Suffix]] = [:]
        for group in groups {
            for text in group.suffixes.split(separator: " ") {
                let letters = Array(text.unicodeScalars)
                guard let last = letters.last else { continue }
                suffixes[last, default: []].append(Suffix(letters: letters, action: group.action))
            }
        }
        self.suffixes = suffixes.mapValues { list in
            list.sorted { $0.letters.count > $1.letters.count }
        }
    }

    func longest(
        in letters: ArraySlice<Unicode.Scalar>, from limit: Int
    ) -> (start: Int, action: Action)? {
        guard let last = letters.last, let candidates = suffixes[last] else { return nil }
        for suffix in candidates {
            let start = letters.endIndex - suffix.letters.count
            if start >= limit, start >= letters.startIndex,
                letters[start...].elementsEqual(suffix.letters)
            {
                return (start, suffix.action)
            }
        }
        return nil
    }
}

extension SuffixTable<Void> {
    /// Creates a table without actions.
    ///
    /// - Parameter suffixes: The suffixes, separated by spaces.
    init(_ suffixes: String) {
        self.init([((), suffixes)])
    }
}
