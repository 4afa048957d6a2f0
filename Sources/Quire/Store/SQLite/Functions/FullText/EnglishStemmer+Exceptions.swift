// Words for which the rules give a stem that misleads.

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

    /// Replaces a word whose stem is listed.
    ///
    /// - Returns: Whether it is.
    mutating func replaceException() -> Bool {
        guard count <= 6,
            let exception = Self.stems.first(where: { isOne(of: [$0.word]) })
        else { return false }
        replace(from: 0, with: exception.stem)
        return true
    }

    /// Whether nothing more is taken from the word, now that it is in the singular.
    var isInvariant: Bool {
        6...7 ~= count && isOne(of: Self.invariantWords)
    }
}
