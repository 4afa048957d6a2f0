// Words for which the rules produce a misleading stem.

extension EnglishStemmer {
    private static let stems: [(word: StaticString, stem: StaticString)] = [
        ("skis", "ski"), ("skies", "sky"), ("dying", "die"), ("lying", "lie"), ("tying", "tie"),
        ("idly", "idl"), ("gently", "gentl"), ("ugly", "ugli"), ("early", "earli"),
        ("only", "onli"), ("singly", "singl"), ("sky", "sky"), ("news", "news"), ("howe", "howe"),
        ("atlas", "atlas"), ("cosmos", "cosmos"), ("bias", "bias"), ("andes", "andes"),
    ]

    private static let invariantWords: [StaticString] = [
        "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed",
    ]

    /// Replaces the word by its stem if it is in the list of exceptions.
    ///
    /// - Returns: Whether the word is in the list.
    mutating func replaceException() -> Bool {
        guard count <= 6,
            let exception = Self.stems.first(where: { isOne(of: [$0.word]) })
        else { return false }
        replace(from: 0, with: exception.stem)
        return true
    }

    /// Whether the word, now singular, is complete and keeps its remaining letters.
    var isInvariant: Bool {
        6...7 ~= count && isOne(of: Self.invariantWords)
    }
}
