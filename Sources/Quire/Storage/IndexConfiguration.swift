/// What an index is: one of ``ValueIndexConfiguration``, ``FullTextIndexConfiguration`` and
/// ``ArrayIndexConfiguration``.
///
/// Types of your own make no indexes.
public protocol IndexConfiguration: Sendable {}

/// An index of values, for conditions that compare and for sorting.
///
/// ```swift
/// let index = ValueIndexConfiguration(["type", "address.city"])
/// ```
///
/// A query uses it where it compares the first expressions with something, or sorts by them. An index
/// with a condition serves queries whose own condition includes it.
///
/// Of the functions those can be in it that give the same in every program that writes the file and on
/// every machine, such as `LOWER`, `ARRAY_LENGTH` and `TYPE`, but not `STR_TO_MILLIS` or `REGEXP_LIKE`.
public struct ValueIndexConfiguration: IndexConfiguration, Hashable {
    /// What is indexed: expressions in SQL++.
    public let expressions: [String]

    /// Which documents are in the index, a condition in SQL++; `nil` for all.
    public let whereClause: String?

    /// Describes an index of values.
    ///
    /// - Parameters:
    ///   - expressions: What is indexed: expressions in SQL++, most of them properties.
    ///   - where: Which documents are in the index, a condition in SQL++; by default all.
    public init(_ expressions: [String], where: String? = nil) {
        self.expressions = expressions
        whereClause = `where`
    }
}

/// An index of the words in texts, for `MATCH`.
///
/// Words are told apart without the case of their letters. With a language, its most frequent words
/// are left out (English and French), and words count as their stems (English only: a search for
/// `cat` finds `cats`; words of other languages are found as they are written).
public struct FullTextIndexConfiguration: IndexConfiguration, Hashable {
    /// What accents mean unless told otherwise: they are part of a letter.
    public static let defaultIgnoreAccents = false

    /// What is indexed: properties, in SQL++.
    public let expressions: [String]

    /// Which documents are in the index, a condition in SQL++; `nil` for all.
    public let whereClause: String?

    /// Whether `é` is found as `e`.
    public let ignoreAccents: Bool

    /// The ISO 639 code of the texts' language; empty for none, `nil` for that of the current locale
    /// when the index is made.
    public let language: String?

    /// Describes an index of words.
    ///
    /// - Parameters:
    ///   - expressions: What is indexed: properties, in SQL++.
    ///   - where: Which documents are in the index, a condition in SQL++; by default all.
    ///   - ignoreAccents: Whether `é` is found as `e`; by default not.
    ///   - language: The ISO 639 code of the texts' language, such as `en`; empty for none. By default
    ///     that of the current locale when the index is made.
    public init(
        _ expressions: [String], where: String? = nil,
        ignoreAccents: Bool? = FullTextIndexConfiguration.defaultIgnoreAccents,
        language: String? = nil
    ) {
        self.expressions = expressions
        whereClause = `where`
        self.ignoreAccents = ignoreAccents ?? Self.defaultIgnoreAccents
        self.language = language
    }
}

/// An index of the items of arrays, for `UNNEST`.
///
/// ```swift
/// let index = ArrayIndexConfiguration(path: "contacts[].phones", expressions: ["type"])
/// ```
public struct ArrayIndexConfiguration: IndexConfiguration, Hashable {
    /// The path of the arrays: a property, and behind `[].` a property of its items, and so on.
    public let path: String

    /// What of an item is indexed: expressions in SQL++; `nil` for the item itself.
    public let expressions: [String]?

    /// Describes an index of items.
    ///
    /// - Parameters:
    ///   - path: The path of the arrays: a property, and behind `[].` a property of its items, and so
    ///     on.
    ///   - expressions: What of an item is indexed: expressions in SQL++; by default the item itself.
    public init(path: String, expressions: [String]? = nil) {
        self.path = path
        self.expressions = expressions
    }
}
