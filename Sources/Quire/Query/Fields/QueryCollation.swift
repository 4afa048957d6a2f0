import SQLPlusPlus

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
    private(set) var collation: TextCollation

    /// The order of Unicode that does not depend on a language.
    ///
    /// The language of the process has no effect.
    public static let localized = QueryCollation(
        collation: TextCollation(isUnicodeAware: true, locale: nil))

    /// Returns the order of a language.
    ///
    /// If the identifier is not valid, running the query throws an error.
    ///
    /// - Parameter identifier: The identifier of the language, such as `sv`.
    /// - Returns: The collation.
    public static func locale(_ identifier: String) -> QueryCollation {
        QueryCollation(collation: TextCollation(isUnicodeAware: true, locale: identifier))
    }

    /// The collation without differences between uppercase and lowercase letters.
    public var ignoringCase: QueryCollation {
        var collation = self
        collation.collation.isCaseSensitive = false
        return collation
    }

    /// The collation without differences between letters with and without diacritics.
    public var ignoringDiacritics: QueryCollation {
        var collation = self
        collation.collation.isDiacriticSensitive = false
        return collation
    }

    /// Returns a term whose strings are compared with this collation.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the identifier of the language is not
    ///   valid.
    func applied(to term: QueryTerm) throws(QuireError) -> QueryTerm {
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
    /// - Parameter collation: The collation.
    /// - Returns: A computed field.
    public func collating(_ collation: QueryCollation) -> QueryField {
        computed { operand throws(QuireError) in try collation.applied(to: operand.term) }
    }
}

extension QueryTerm {
    /// The term without a collation.
    var uncollated: QueryTerm {
        if case .collated(let term, _) = self { return term }
        return self
    }

    /// Returns a condition on the term, to which the collation of the term applies.
    func collatedCondition(_ condition: (QueryTerm) -> QueryTerm) -> QueryTerm {
        guard case .collated(let term, let collation) = self else { return condition(self) }
        return .collated(condition(term), collation)
    }
}
