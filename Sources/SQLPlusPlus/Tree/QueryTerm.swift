/// An expression of a query, as a tree.
///
/// Different spellings of the same meaning have equal trees: `x IN (1, 2)` and `x IN [1, 2]`,
/// `a <> b` and `a != b`, `_id` and `META().id`, and, with `FROM _ AS h`, `h.name` and `name`.
///
/// ```swift
/// let rate = QueryTerm.value(at: try PropertyPath("roomRate"))
/// let isCheap = QueryTerm.operation(.lessThan, [rate, .literal(.integer(150))])
/// print(isCheap)  // roomRate < 150
/// ```
public indirect enum QueryTerm: Hashable, Sendable {
    /// MISSING: an absent value. It corresponds to the value "unknown" in SQL.
    case missing

    /// A literal value.
    case literal(Literal)

    /// An array whose items are terms: `[a, 1]`.
    case array([QueryTerm])

    /// A dictionary whose values are terms: `{'a': 1}`. If a key occurs several times, the last
    /// entry wins.
    case dictionary([DictionaryEntry])

    /// The value at a path of a document, or the whole document if the path is empty.
    ///
    /// The string is the name of a source of the statement, as in `FROM`. It is `nil` if the
    /// statement has only one source or none.
    case property(PropertyPath, of: String?)

    /// The value of a column, or the value at a path in it.
    ///
    /// The string is the alias of the column, with the letter case of its definition.
    case column(String, PropertyPath)

    /// A metadata field of a document. The string is the name of its source, as for properties.
    case metadata(MetadataField, of: String?)

    /// A value that is provided when the query is run: `$name`.
    case parameter(String)

    /// The value at a path in the value of a term: `{'a': 1}.a`. The path begins with a key.
    case member(PropertyPath, of: QueryTerm)

    /// A unary operator and its operand.
    case unary(UnaryOperator, QueryTerm)

    /// A binary operator and two or more operands, applied from left to right: `a - b - c` means
    /// `(a - b) - c`.
    ///
    /// A sequence of the same operator is one node, regardless of its length. Only operators that
    /// are ``BinaryOperator/isChainable`` have more than two operands.
    case operation(BinaryOperator, [QueryTerm])

    /// A test for NULL and MISSING: `a IS NOT NULL`.
    case test(NullTest, QueryTerm)

    /// Whether a value is between two others, inclusive: `a BETWEEN 1 AND 5`.
    case between(QueryTerm, lower: QueryTerm, upper: QueryTerm, isNegated: Bool)

    /// Whether a value is an element of an array: `a IN [1, 2]`, `'x' IN tags`.
    case membership(QueryTerm, in: QueryTerm, isNegated: Bool)

    /// A conditional expression: `CASE … END`.
    case conditional(CaseTerm)

    /// A function call. The name is in uppercase, and the function may not exist.
    case call(String, [QueryTerm])

    /// A term whose strings are compared using a collation instead of byte by byte.
    case collated(QueryTerm, TextCollation)

    /// A quantified condition on the items of an array: `ANY … SATISFIES … END`.
    case quantified(QuantifiedTerm)

    /// The variable of a quantified condition, or the value at a path in it.
    ///
    /// The string is the name of the variable.
    case variable(String, PropertyPath)

    /// Whether a query returns a row: `EXISTS (SELECT …)`. The query cannot use names of the outer
    /// query.
    case exists(SelectStatement)

    /// Whether a document matches a full-text query: `MATCH(index, 'words')`.
    ///
    /// The name `of` is that of the document's source, as for properties.
    case match(index: String, of: String?, QueryTerm)

    /// The rank of a document for the full-text query on an index: `RANK(index)`.
    case rank(index: String, of: String?)
}

extension QueryTerm {
    /// The whole document: `*`.
    public static var star: QueryTerm { .property(PropertyPath(), of: nil) }

    /// Returns the term for the value at a path of a document.
    ///
    /// The term is metadata if the path is one of the shortcuts `_id`, `_sequence`, `_revisionID`,
    /// `_deleted` and `_expiration`, which are not allowed as top-level keys of a document.
    /// Otherwise it is a property.
    ///
    /// - Parameters:
    ///   - path: The path in the document.
    ///   - source: The name of the document's source, or `nil` if the statement has only one.
    /// - Returns: A property or metadata.
    public static func value(at path: PropertyPath, of source: String? = nil) -> QueryTerm {
        if case .key(let key)? = path.components.first, path.components.count == 1,
            let field = MetadataField(shortcut: key)
        {
            .metadata(field, of: source)
        } else {
            .property(path, of: source)
        }
    }
}

/// A literal value in a query.
///
/// ```swift
/// let city = QueryTerm.literal(.string("Bergen"))
/// ```
public enum Literal: Hashable, Sendable {
    /// NULL, which is a value. For MISSING, use ``QueryTerm/missing``.
    case null

    /// TRUE or FALSE.
    case boolean(Bool)

    /// An integer, written without a decimal point and an exponent.
    case integer(Int64)

    /// A finite number, written with a decimal point or an exponent.
    case double(Double)

    /// A string.
    case string(String)
}

extension Literal {
    /// Returns whether two literals are equal.
    ///
    /// Strings are equal if their UTF-8 bytes are.
    public static func == (left: Literal, right: Literal) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        default: false
        }
    }
}

/// A key and the term for its value, in a dictionary literal.
///
/// ```swift
/// let summary = QueryTerm.dictionary([
///     DictionaryEntry("rate", rate), DictionaryEntry("city", city),
/// ])
/// ```
public struct DictionaryEntry: Hashable, Sendable {
    /// The key.
    public var key: String

    /// The term for the value.
    ///
    /// If the value is MISSING, the dictionary doesn't contain the entry.
    public var value: QueryTerm

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - key: The key in the dictionary that the term creates.
    ///   - value: The term for the value.
    public init(_ key: String, _ value: QueryTerm) {
        self.key = key
        self.value = value
    }

    /// Returns whether two entries are equal.
    ///
    /// Keys are equal if their UTF-8 bytes are.
    public static func == (left: DictionaryEntry, right: DictionaryEntry) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
}

/// A metadata field of a document, which is not part of its body.
///
/// The raw value is the name of the field after `META().`.
///
/// ```swift
/// let id = QueryTerm.metadata(.id, of: nil)  // META().id
/// ```
public enum MetadataField: String, Hashable, Sendable, CaseIterable {
    /// The document's ID.
    case id

    /// The document's sequence number in its collection.
    case sequence

    /// The ID of the document's current revision.
    case revisionID

    /// Whether the document is deleted.
    case deleted

    /// The expiration date of the document, or MISSING if it doesn't expire.
    case expiration

    /// Creates the field for a shortcut, such as `_id` for `META().id`.
    init?(shortcut: String) {
        guard shortcut.first == "_" else { return nil }
        self.init(rawValue: String(shortcut.dropFirst()))
    }
}

/// A unary operator.
///
/// ```swift
/// let isNotCheap = QueryTerm.unary(.not, isCheap)
/// ```
public enum UnaryOperator: Hashable, Sendable, CaseIterable {
    /// Logical negation.
    case not

    /// Arithmetic negation.
    case negate

    /// The spelling and the precedence of the operator.
    private var notation: (spelling: String, precedence: Precedence) {
        switch self {
        case .not: ("NOT", .negation)
        case .negate: ("-", .prefix)
        }
    }

    /// The spelling in a query's text.
    public var spelling: String { notation.spelling }

    var precedence: Precedence { notation.precedence }
}
