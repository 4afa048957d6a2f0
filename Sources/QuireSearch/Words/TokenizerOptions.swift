// The arguments of the tokenizer, which follow `tokenize=unicodesn` in the SQL of a table:
//
//   "remove_diacritics=0"   é and e are different; they are the same without it, or with 1
//   "stopwords=LANGUAGE"    omits stop words; there are lists for English and French
//   "stemmer=LANGUAGE"      reduces words to their stems
//   "stopwordlist=WORDS"    omits the given words; not supported
//
// A language is an ISO 639 code or an English name.

/// The options of a full-text table's tokenizer.
package struct TokenizerOptions: Equatable {
    /// Whether accents are removed from letters.
    package var removesDiacritics = true
    /// The words that are omitted, if any.
    package var stopWords: StopWords?
    /// The language whose stemmer reduces words to their stems, if any.
    package var stemmer: FullTextLanguage?

    /// An error for an argument that Quire does not support.
    package struct Unavailable: Error {
        package let argument: String
    }

    /// Returns the arguments of a tokenizer for a language.
    ///
    /// - Parameters:
    ///   - language: An ISO 639 code or an English name in lowercase, or `nil` for no language.
    ///   - ignoresAccents: Whether accents are removed from letters.
    /// - Returns: The arguments, in the order in which Couchbase Lite writes them.
    package static func arguments(language: String?, ignoresAccents: Bool) -> [String] {
        var arguments: [String] = []
        if let language {
            arguments.append("stopwords=\(language)")
            if stemmer(language) != nil { arguments.append("stemmer=\(language)") }
        }
        if !ignoresAccents { arguments.append("remove_diacritics=0") }
        return arguments
    }

    /// Creates the options of a table without arguments.
    package init() {}

    /// Creates options from a table's arguments.
    ///
    /// - Parameter arguments: The arguments without their quotes.
    /// - Throws: ``Unavailable`` with the first argument that is not supported.
    package init(_ arguments: [String]) throws(Unavailable) {
        for argument in arguments {
            guard let sign = argument.firstIndex(of: "=") else {
                throw Unavailable(argument: argument)
            }
            let value = String(argument[argument.index(after: sign)...])
            switch (argument[..<sign], value) {
            case ("remove_diacritics", "0"): removesDiacritics = false
            case ("remove_diacritics", "1"): removesDiacritics = true
            case ("stopwords", _): stopWords = stopWords ?? StopWords.of(value)
            case ("stemmer", _):
                guard let language = Self.stemmer(value) else {
                    throw Unavailable(argument: argument)
                }
                stemmer = language
            default: throw Unavailable(argument: argument)
            }
        }
    }

    private static func stemmer(_ language: String) -> FullTextLanguage? {
        FullTextLanguage.allCases.first { $0.rawValue == language || "\($0)" == language }
    }
}
