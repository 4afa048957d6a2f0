/// The language of the text in a full-text index.
///
/// An index with a language contains the stems of words, so that a search for `room` finds `rooms`.
/// It also omits stop words such as `the` if the language is English or French.
///
/// ```swift
/// try hotels.createFullTextIndex(on: \.description, language: .english)
/// ```
///
/// The raw value is the language's ISO 639 code. These are the languages of Couchbase Lite, which
/// finds the same words in the index.
public enum FullTextLanguage: String, CaseIterable, Hashable, Sendable {
    case danish = "da"
    case dutch = "nl"
    case english = "en"
    case finnish = "fi"
    case french = "fr"
    case german = "de"
    case hungarian = "hu"
    case italian = "it"
    case norwegian = "no"
    case portuguese = "pt"
    case romanian = "ro"
    case russian = "ru"
    case spanish = "es"
    case swedish = "sv"
    case turkish = "tr"
}
