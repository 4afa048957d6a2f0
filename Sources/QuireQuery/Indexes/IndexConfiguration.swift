/// The configuration of an index.
///
/// The configurations are ``ValueIndexConfiguration``, ``FullTextIndexConfiguration``,
/// ``ArrayIndexConfiguration`` and ``NearestIndexConfiguration``. Custom types that conform to this protocol are not supported.
///
/// ```swift
/// let configurations: [String: any IndexConfiguration] = [
///     "byCity": ValueIndexConfiguration(["type", "address.city"]),
///     "words": FullTextIndexConfiguration(["name"], language: "en"),
/// ]
/// for (name, config) in configurations {
///     try collection.createIndex(withName: name, config: config)
/// }
/// ```
public protocol IndexConfiguration: Sendable {}

/// An index of values, for comparisons and sorting.
///
/// ```swift
/// let index = ValueIndexConfiguration(["type", "address.city"])
/// try collection.createIndex(withName: "byCity", config: index)
/// ```
///
/// A query can use the index if it compares the index's first expressions with values, or sorts by
/// them. An index with a condition is used only by queries whose own condition includes it.
///
/// An expression can call only functions that return the same result in every program and on every
/// machine, such as `LOWER`, `ARRAY_LENGTH` and `TYPE`, but not `STR_TO_MILLIS` or `REGEXP_LIKE`.
public struct ValueIndexConfiguration: IndexConfiguration, Hashable {
    /// The indexed expressions in SQL++.
    public let expressions: [String]

    /// The SQL++ condition that indexed documents meet, or `nil` to index all documents.
    public let whereClause: String?

    /// Whether documents that Quire saves must not have the same values in the index.
    ///
    /// Documents in which one of the values is missing or null are exempt. See
    /// ``IndexOptions/unique``.
    public let isUnique: Bool

    /// The values of the first expression whose documents a unique index checks, or `nil` for all
    /// documents.
    ///
    /// A unique index of a model has the type discriminator as its first expression, and the type
    /// name of the model here. So documents of other models can have the same values.
    public let uniqueTypes: [String]?

    /// Creates a configuration of a value index.
    ///
    /// - Parameters:
    ///   - expressions: The indexed SQL++ expressions, usually properties.
    ///   - where: The SQL++ condition that indexed documents meet, or `nil` to index all documents.
    ///   - isUnique: Whether documents that Quire saves must not have the same values in the index.
    ///     A unique index requires properties and cannot have a condition.
    public init(_ expressions: [String], where: String? = nil, isUnique: Bool = false) {
        self.init(expressions, where: `where`, isUnique: isUnique, uniqueTypes: nil)
    }

    /// Creates a configuration of a unique index that checks only some documents.
    ///
    /// - Parameters:
    ///   - expressions: The indexed properties, of which the first one is usually `type`.
    ///   - uniqueTypes: The values of the first property whose documents must not have the same values.
    public init(_ expressions: [String], uniqueTypes: [String]) {
        self.init(expressions, where: nil, isUnique: true, uniqueTypes: uniqueTypes)
    }

    package init(
        _ expressions: [String], where: String?, isUnique: Bool, uniqueTypes: [String]?
    ) {
        self.expressions = expressions
        whereClause = `where`
        self.isUnique = isUnique
        self.uniqueTypes = isUnique ? uniqueTypes : nil
    }
}

/// A full-text index, for `MATCH`.
///
/// Searches are not case-sensitive. If the language is English or French, stop words are not
/// indexed. If the language is one of ``FullTextLanguage``, words are indexed by their stems, so
/// that a search for `cat` finds `cats`. Words of other languages are found only in the form in
/// which they are written. For models, use
/// `Repository.createFullTextIndex(on:_:language:ignoringAccents:named:)`.
///
/// ```swift
/// let index = FullTextIndexConfiguration(["name", "description"], language: "en")
/// try collection.createIndex(withName: "words", config: index)
/// let query = try database.createQuery("SELECT name FROM _ WHERE MATCH(words, 'house')")
/// ```
public struct FullTextIndexConfiguration: IndexConfiguration, Hashable {
    /// The default for `ignoreAccents`, which is `false`.
    public static let defaultIgnoreAccents = false

    /// The indexed properties in SQL++.
    public let expressions: [String]

    /// The SQL++ condition that indexed documents meet, or `nil` to index all documents.
    public let whereClause: String?

    /// Whether accents are ignored, so that a search for `e` finds `é`.
    public let ignoreAccents: Bool

    /// The ISO 639 code of the language.
    ///
    /// An empty string means no language. If the value is `nil`, the language of the current locale
    /// at the time of index creation is used.
    public let language: String?

    /// Creates a configuration of a full-text index.
    ///
    /// - Parameters:
    ///   - expressions: The indexed SQL++ properties.
    ///   - where: The SQL++ condition that indexed documents meet, or `nil` to index all documents.
    ///   - ignoreAccents: Whether accents are ignored, so that a search for `e` finds `é`. The
    ///     default is `false`.
    ///   - language: The ISO 639 code of the language, such as `en`, or an empty string for no
    ///     language. By default, the language of the current locale at the time of index creation.
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

/// An index of array items, for `UNNEST`.
///
/// ```swift
/// let index = ArrayIndexConfiguration(path: "contacts[].phones", expressions: ["type"])
/// try collection.createIndex(withName: "phones", config: index)
/// ```
public struct ArrayIndexConfiguration: IndexConfiguration, Hashable {
    /// The path of the arrays: a property, optionally followed by `[].` and a property of its
    /// items, and so on.
    public let path: String

    /// The indexed SQL++ expressions of an item, or `nil` to index the item itself.
    public let expressions: [String]?

    /// Creates a configuration of an array index.
    ///
    /// - Parameters:
    ///   - path: The path of the arrays: a property, optionally followed by `[].` and a property of
    ///     its items, and so on.
    ///   - expressions: The indexed SQL++ expressions of an item, or `nil` to index the item
    ///     itself.
    public init(path: String, expressions: [String]? = nil) {
        self.path = path
        self.expressions = expressions
    }
}

/// What a list of indexes shows of a configuration.
package struct IndexSummary {
    /// The word for the kind.
    package let kind: String
    /// The path of the arrays whose items are indexed, if they are.
    package var path: String?
    package let expressions: [String]
    package var condition: String?
    /// The dimensions and the metric of an index of vectors.
    package var vectors: String?
}

extension IndexConfiguration {
    /// What a list of indexes shows, or `nil` for a type that is not supported.
    package var summary: IndexSummary? {
        switch self {
        case let value as ValueIndexConfiguration:
            IndexSummary(
                kind: "value", expressions: value.expressions, condition: value.whereClause)
        case let text as FullTextIndexConfiguration:
            IndexSummary(
                kind: "full-text", expressions: text.expressions, condition: text.whereClause)
        case let array as ArrayIndexConfiguration:
            IndexSummary(kind: "array", path: array.path, expressions: array.expressions ?? [])
        case let nearest as NearestIndexConfiguration:
            IndexSummary(
                kind: "nearest", expressions: [nearest.expression], vectors: nearest.vectors)
        default: nil
        }
    }
}

extension NearestIndexConfiguration {
    /// The dimensions and the metric in a list of indexes.
    package var vectors: String { "\(dimensions) dimensions, \(metric.name)" }
}
