public import SQLPlusPlus

/// The way in which a full-text search uses the words of a text.
///
/// In all modes except ``expression``, every text is valid: punctuation separates words, and words
/// such as `OR` are not operators.
///
/// ```swift
/// let found = try hotels.matching("sea vie", as: .prefixes, in: \.description).all()
/// ```
public enum TextSearchMode: Hashable, Sendable {
    /// The document contains all words, in any order.
    case allWords
    /// The document contains at least one of the words.
    case anyWord
    /// The document contains the words next to each other, in this order.
    ///
    /// The search requires an index on the searched properties only.
    case phrase
    /// The document contains words that begin with the given words, for searches while a user
    /// types.
    ///
    /// For such searches, create the index without a language. With a language, the index contains
    /// stems but no stop words, so some prefixes do not match: `walki` does not find `walking`, whose
    /// stem is `walk`, and the stop word `be` does not find `beach`.
    case prefixes
    /// The text is an expression in the syntax of `MATCH`: words that are all required, `OR`, `AND`
    /// and `NOT` in uppercase, `"phrases"`, `prefix*`, `NEAR`, and parentheses.
    ///
    /// The search requires an index on the searched properties only.
    ///
    /// If the text is not a valid expression, reading the selection throws ``QuireError`` with code
    /// `invalidQuery`.
    case expression
}

/// A full-text search for documents, which an engine translates to a condition.
///
/// ```swift
/// let search = FullTextSearch(
///     "sea view", properties: [try PropertyPath("description")],
///     scope: .operation(
///         .equal, [.value(at: try PropertyPath("type")), .literal(.string("hotel"))]))
/// ```
public struct FullTextSearch: Hashable, Sendable {
    /// The text that contains the words to search for.
    public let text: String
    /// The way in which the words are used.
    public let mode: TextSearchMode
    /// The properties to search.
    public let properties: [PropertyPath]
    /// The condition that all searched documents meet, such as a type discriminator.
    ///
    /// An engine can use an index that contains all documents, or those that meet this condition.
    public let scope: QueryTerm

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - text: The text that contains the words to search for.
    ///   - mode: The way in which the words are used.
    ///   - properties: The properties to search.
    ///   - scope: The condition that all searched documents meet.
    public init(
        _ text: String, as mode: TextSearchMode = .allWords, properties: [PropertyPath],
        scope: QueryTerm
    ) {
        self.text = text
        self.mode = mode
        self.properties = properties
        self.scope = scope
    }
}

/// The condition of a full-text search in a statement.
///
/// ```swift
/// if let condition = try store.fullTextCondition(for: search) {
///     print(try store.count(where: condition.term))
/// }
/// ```
public struct FullTextCondition: Hashable, Sendable {
    /// The full-text index that the condition uses.
    public let index: String
    /// The query in the syntax of `MATCH`.
    public let query: String

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - index: The full-text index.
    ///   - query: The query in the syntax of `MATCH`.
    public init(index: String, query: String) {
        self.index = index
        self.query = query
    }

    /// The term that is true for matching documents.
    public var term: QueryTerm { .match(index: index, of: nil, .literal(.string(query))) }

    /// The term whose value is the rank of a matching document.
    public var rank: QueryTerm { .rank(index: index, of: nil) }
}

/// A document that a full-text search found.
///
/// ```swift
/// for match in try store.fullTextMatches(selectedBy: statement, using: [condition]) {
///     print(match.record.id, match.rank)
/// }
/// ```
public struct FullTextMatch: Sendable {
    /// The document.
    public let record: DocumentRecord
    /// The rank of the document; a better match has a higher rank.
    public let rank: Double
    /// The texts of the indexed properties that contain a word of the search.
    public let texts: [HighlightedText]

    /// Creates a match.
    ///
    /// - Parameters:
    ///   - record: The document.
    ///   - rank: The rank of the document.
    ///   - texts: The texts of the indexed properties that contain a word of the search.
    public init(record: DocumentRecord, rank: Double, texts: [HighlightedText]) {
        self.record = record
        self.rank = rank
        self.texts = texts
    }
}
