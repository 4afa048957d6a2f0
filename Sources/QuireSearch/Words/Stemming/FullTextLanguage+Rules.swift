extension FullTextLanguage {
    /// The rules by which words of the language are stemmed.
    var rules: SuffixRules {
        switch self {
        case .danish: .danish
        case .dutch: .dutch
        case .english: .english
        case .finnish: .finnish
        case .french: .french
        case .german: .german
        case .hungarian: .hungarian
        case .italian: .italian
        case .norwegian: .norwegian
        case .portuguese: .portuguese
        case .romanian: .romanian
        case .russian: .russian
        case .spanish: .spanish
        case .swedish: .swedish
        case .turkish: .turkish
        }
    }
}
