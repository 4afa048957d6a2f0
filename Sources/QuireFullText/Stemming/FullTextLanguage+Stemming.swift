extension FullTextLanguage {
    /// Reduces a word to its stem.
    ///
    /// - Parameter word: The word in lowercase. English words have their own function, which works on
    ///   bytes: `EnglishStemmer.stem(_:)`.
    func stem(_ word: inout StemmedWord) {
        switch self {
        case .danish: DanishStemmer.stem(&word)
        case .dutch: DutchStemmer.stem(&word)
        case .english: break
        case .finnish: FinnishStemmer.stem(&word)
        case .french: FrenchStemmer.stem(&word)
        case .german: GermanStemmer.stem(&word)
        case .hungarian: HungarianStemmer.stem(&word)
        case .italian: ItalianStemmer.stem(&word)
        case .norwegian: NorwegianStemmer.stem(&word)
        case .portuguese: PortugueseStemmer.stem(&word)
        case .romanian: RomanianStemmer.stem(&word)
        case .russian: RussianStemmer.stem(&word)
        case .spanish: SpanishStemmer.stem(&word)
        case .swedish: SwedishStemmer.stem(&word)
        case .turkish: TurkishStemmer.stem(&word)
        }
    }
}
