/// The rules for comparing strings.
///
/// ```swift
/// let ignoringCase = TextCollation(isUnicodeAware: true, isCaseSensitive: false)
/// let name = QueryTerm.collated(.value(at: try PropertyPath("name")), ignoringCase)
/// ```
public struct TextCollation: Hashable, Sendable {
    /// Whether strings are compared by the Unicode collation rules instead of by their bytes.
    public var isUnicodeAware: Bool

    /// Whether the comparison is case-sensitive.
    ///
    /// Without Unicode, this applies only to ASCII letters.
    public var isCaseSensitive: Bool

    /// Whether the comparison is diacritic-sensitive.
    ///
    /// Without Unicode, it always is.
    public var isDiacriticSensitive: Bool

    /// The language whose collation rules are used, such as `sv`.
    ///
    /// This applies only with Unicode.
    public var locale: String?

    /// Creates a collation.
    ///
    /// - Parameters:
    ///   - isUnicodeAware: Whether strings are compared by the Unicode collation rules.
    ///   - isCaseSensitive: Whether the comparison is case-sensitive.
    ///   - isDiacriticSensitive: Whether the comparison is diacritic-sensitive.
    ///   - locale: The language whose collation rules are used.
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
