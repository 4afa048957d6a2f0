// The arguments of the tokenizer, as they stand in a table's text behind `tokenize=unicodesn`:
//
//   "remove_diacritics=0"   é is not e; without it, or with 1, it is
//   "stopwords=LANGUAGE"    leaves frequent words out: of English and French, of others none
//   "stemmer=LANGUAGE"      reduces words to their stems: here in English only
//   "stopwordlist=WORDS"    leaves these words out: not here
//
// A language is its ISO 639 code or its English name.

/// What a full-text table asks of its tokenizer.
struct TokenizerOptions: Equatable {
    /// Whether letters lose their accents.
    var removesDiacritics = true
    /// The words that are left out.
    var stopWords: StopWords?
    /// Whether words are reduced to their English stems.
    var stemsEnglish = false

    /// An argument that asks for what is not there.
    struct Unavailable: Error {
        let argument: String
    }

    /// Says what a language gives a table here.
    ///
    /// - Parameters:
    ///   - language: An ISO 639 code or an English name, in small letters, or `nil` for none.
    ///   - ignoresAccents: Whether letters lose their accents.
    /// - Returns: The arguments, in the order in which Couchbase Lite writes them.
    static func arguments(language: String?, ignoresAccents: Bool) -> [String] {
        var arguments: [String] = []
        if let language {
            arguments.append("stopwords=\(language)")
            if isEnglish(language) { arguments.append("stemmer=\(language)") }
        }
        if !ignoresAccents { arguments.append("remove_diacritics=0") }
        return arguments
    }

    /// What a table has that asks for nothing.
    init() {}

    /// Reads a table's arguments.
    ///
    /// - Parameter arguments: The arguments without their quotes.
    /// - Throws: ``Unavailable`` with the first one that cannot be fulfilled.
    init(_ arguments: [String]) throws(Unavailable) {
        for argument in arguments {
            guard let sign = argument.firstIndex(of: "=") else {
                throw Unavailable(argument: argument)
            }
            let value = String(argument[argument.index(after: sign)...])
            switch (argument[..<sign], value) {
            case ("remove_diacritics", "0"): removesDiacritics = false
            case ("remove_diacritics", "1"): removesDiacritics = true
            case ("stopwords", _): stopWords = stopWords ?? StopWords.of(value)
            case ("stemmer", _) where Self.isEnglish(value): stemsEnglish = true
            default: throw Unavailable(argument: argument)
            }
        }
    }

    private static func isEnglish(_ language: String) -> Bool {
        language == "en" || language == "english"
    }
}
