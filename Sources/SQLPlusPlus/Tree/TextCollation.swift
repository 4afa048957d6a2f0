/// How texts are compared.
public struct TextCollation: Hashable, Sendable {
    /// Whether texts are compared as Unicode has it, otherwise by their bytes.
    public var isUnicodeAware: Bool

    /// Whether upper and lower case differ; without Unicode that is about ASCII letters only.
    public var isCaseSensitive: Bool

    /// Whether letters with other accents differ; without Unicode they always do.
    public var isDiacriticSensitive: Bool

    /// The language whose order is meant, such as `sv`; only with Unicode.
    public var locale: String?

    /// Creates a collation.
    ///
    /// - Parameters:
    ///   - isUnicodeAware: Whether texts are compared as Unicode has it.
    ///   - isCaseSensitive: Whether upper and lower case differ.
    ///   - isDiacriticSensitive: Whether letters with other accents differ.
    ///   - locale: The language whose order is meant.
    public init(
        isUnicodeAware: Bool = false, isCaseSensitive: Bool = true,
        isDiacriticSensitive: Bool = true, locale: String? = nil
    ) {
        self.isUnicodeAware = isUnicodeAware
        self.isCaseSensitive = isCaseSensitive
        self.isDiacriticSensitive = isDiacriticSensitive
        self.locale = locale
    }
}
