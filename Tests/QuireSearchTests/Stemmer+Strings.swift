@testable import QuireSearch

extension Stemmer {
    /// Returns the stem of a word.
    static func stem(of word: String, in language: FullTextLanguage) -> String {
        let stemmer = Stemmer(language)
        return withExtendedLifetime(stemmer) {
            Array(word.utf8).withUnsafeBytes { String(decoding: stemmer.stem($0), as: UTF8.self) }
        }
    }
}

extension SuffixRules {
    /// Returns the stem of a word.
    func stem(of word: String) -> String {
        let interpreter = SuffixInterpreter(self)
        interpreter.removeAll(reserving: word.unicodeScalars.count)
        for letter in word.unicodeScalars { interpreter.append(letter) }
        return withExtendedLifetime(interpreter) {
            String(String.UnicodeScalarView(interpreter.stem()))
        }
    }
}
