package import SQLPlusPlus

/// The rules by which a query compares and sorts strings.
///
/// Without a collation, strings are compared by their bytes, so that "Zoo" comes before "apple".
///
/// ```swift
/// let byName = hotels.sorted(by: \.name, collation: .localized)
/// let swedish = hotels.sorted(by: \.name, collation: .locale("sv"))
/// let grand = hotels.filter { $0.name.collating(.localized.ignoringCase) == "grand" }
/// ```
public struct QueryCollation: Hashable, Sendable {
    package private(set) var collation: TextCollation

    /// The Unicode order, which does not depend on a language.
    ///
    /// The language of the process has no effect.
    public static let localized = QueryCollation(
        collation: TextCollation(isUnicodeAware: true, locale: nil))

    /// The order of the strings' bytes, as without a collation.
    ///
    /// With ``ignoringCase``, only ASCII letters are compared without regard to case. Unlike the other
    /// collations, it is the same on all platforms, so an index can use it:
    ///
    /// ```swift
    /// try hotels.createIndex(on: \.name, collation: .ascii.ignoringCase)
    /// let grand = hotels.filter { $0.name.collating(.ascii.ignoringCase) == "grand" }
    /// ```
    public static let ascii = QueryCollation(collation: TextCollation())

    /// Returns the order of a language.
    ///
    /// A language without its own order has that of ``localized``. If the identifier is not valid,
    /// running the query throws ``QuireError`` with code `invalidQuery`.
    ///
    /// - Parameter identifier: The identifier of the language, such as `sv`.
    /// - Returns: The collation.
    public static func locale(_ identifier: String) -> QueryCollation {
        QueryCollation(collation: TextCollation(isUnicodeAware: true, locale: identifier))
    }

    /// A copy of the collation that ignores case.
    public var ignoringCase: QueryCollation {
        var collation = self
        collation.collation.isCaseSensitive = false
        return collation
    }

    /// A copy of the collation that ignores diacritics.
    ///
    /// Running a query with ``ascii`` and this option throws ``QuireError`` with code
    /// `invalidQuery`.
    public var ignoringDiacritics: QueryCollation {
        var collation = self
        collation.collation.isDiacriticSensitive = false
        return collation
    }

    /// Returns a term whose strings are compared with this collation.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the identifier of the language is not
    ///   valid.
    package func applied(to term: QueryTerm) throws(QuireError) -> QueryTerm {
        guard collation.isUnicodeAware else {
            guard collation.isDiacriticSensitive else {
                throw QuireError(
                    .invalidQuery,
                    "The collation .ascii cannot ignore diacritics. Use .localized.ignoringDiacritics."
                )
            }
            return .collated(term.uncollated, collation)
        }
        guard TextComparison(collation: collation.sqlName) != nil else {
            throw QuireError(
                .invalidQuery,
                "\"\(collation.locale ?? "")\" is not a language identifier, such as \"sv\".")
        }
        return .collated(term.uncollated, collation)
    }
}

extension QueryField where Value: QueryText {
    /// Returns the string, for comparisons with a collation.
    ///
    /// The collation applies to comparisons, `in`, `hasPrefix`, `hasSuffix`, `contains` and `like`.
    ///
    /// ```swift
    /// let houses = hotels.filter {
    ///     $0.name.collating(.localized.ignoringCase.ignoringDiacritics).contains("house")
    /// }
    /// ```
    ///
    /// - Parameter collation: The rules by which strings are compared.
    /// - Returns: A computed field.
    public func collating(_ collation: QueryCollation) -> QueryField {
        computed { operand throws(QuireError) in try collation.applied(to: operand.term) }
    }

    /// Returns a condition that is true if the string contains the given string, ignoring case and
    /// diacritics.
    ///
    /// The language of the process has no effect, unlike with the method of the same name in
    /// Foundation. The condition is equivalent to `contains` with the collation
    /// `.localized.ignoringCase.ignoringDiacritics`.
    ///
    /// ```swift
    /// let cafes = hotels.filter { $0.name.localizedStandardContains("cafe") }
    /// ```
    ///
    /// - Parameter text: The string to search for. Every string contains the empty string.
    /// - Returns: The condition, which is not true for `nil`.
    public func localizedStandardContains(_ text: String) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.contains(looselyText: text) }
    }
}

extension FieldOperand {
    /// Returns a condition that is true if the string contains a string, ignoring case and
    /// diacritics.
    package func contains(looselyText text: String) throws(QuireError) -> QueryTerm {
        let collation = QueryCollation.localized.ignoringCase.ignoringDiacritics
        return FieldOperand(try collation.applied(to: term), type: Never.self).contains(text: text)
    }
}

extension QueryTerm {
    /// The term without a collation.
    package var uncollated: QueryTerm {
        if case .collated(let term, _) = self { return term }
        return self
    }

    /// Returns a condition on the term, to which the collation of the term applies.
    func collatedCondition(_ condition: (QueryTerm) -> QueryTerm) -> QueryTerm {
        guard case .collated(let term, let collation) = self else { return condition(self) }
        return .collated(condition(term), collation)
    }
}
