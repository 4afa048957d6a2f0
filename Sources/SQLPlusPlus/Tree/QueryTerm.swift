/// An expression of a query, as a tree.
///
/// One meaning has one tree where the text allows several spellings: `x IN (1, 2)` and
/// `x IN [1, 2]`, `a <> b` and `a != b`, `_id` and `META().id`, and, with `FROM _ AS h`, `h.name`
/// and `name` give equal trees.
public indirect enum QueryTerm: Hashable, Sendable {
    /// MISSING: no value at all, and SQL's unknown.
    case missing

    /// A value written in the query.
    case literal(Literal)

    /// An array of the values of terms: `[a, 1]`.
    case array([QueryTerm])

    /// A dictionary of the values of terms: `{'a': 1}`; of equal keys the last one counts.
    case dictionary([DictionaryEntry])

    /// The value at a path of a document, the whole document if the path is empty.
    ///
    /// The name is that of a source of the statement as `FROM` spells it. It is `nil` if the
    /// statement has one source only, or none.
    case property(PropertyPath, of: String?)

    /// The value of a column, or the value at a path in it, named by the column's alias as the
    /// column spells it.
    case column(String, PropertyPath)

    /// A fact about a document that is not in its body; the name is that of its source, as for
    /// properties.
    case metadata(MetadataField, of: String?)

    /// A value given when the query is run: `$name`.
    case parameter(String)

    /// The value at a path in the value of a term: `{'a': 1}.a`. The path begins with a key.
    case member(PropertyPath, of: QueryTerm)

    /// An operator before its operand.
    case unary(UnaryOperator, QueryTerm)

    /// An operator between two or more operands, applied from left to right: `a - b - c` is
    /// `(a - b) - c`.
    ///
    /// A run of one operator is one node however long it is. Only operators that are
    /// ``BinaryOperator/isChainable`` have more than two operands.
    case operation(BinaryOperator, [QueryTerm])

    /// Whether a value is NULL, MISSING or neither: `a IS NOT NULL`.
    case test(ValueTest, QueryTerm)

    /// Whether a value lies between two others, both included: `a BETWEEN 1 AND 5`.
    case between(QueryTerm, lower: QueryTerm, upper: QueryTerm, isNegated: Bool)

    /// Whether a value is an element of an array: `a IN [1, 2]`, `'x' IN tags`.
    case membership(QueryTerm, in: QueryTerm, isNegated: Bool)

    /// A choice by conditions: `CASE … END`.
    case conditional(CaseTerm)

    /// A function applied to arguments. The name is in upper case; the function may not exist.
    case call(String, [QueryTerm])

    /// A term whose texts are compared in another way than byte by byte.
    case collated(QueryTerm, TextCollation)

    /// Whether items of an array meet a condition: `ANY … SATISFIES … END`.
    case quantified(QuantifiedTerm)

    /// The item that a quantified condition is about, or the value at a path in it, named as the
    /// quantifier names it.
    case variable(String, PropertyPath)

    /// Whether a query has a row: `EXISTS (SELECT …)`. It does not see the names around it.
    case exists(SelectStatement)

    /// Whether a document is found by a full-text query: `MATCH(index, 'words')`. The name `of` is
    /// that of the document's source, as for properties.
    case match(index: String, of: String?, QueryTerm)

    /// How well a document fits the full-text query on an index: `RANK(index)`.
    case rank(index: String, of: String?)
}

extension QueryTerm {
    /// The whole document: `*`.
    public static var star: QueryTerm { .property(PropertyPath(), of: nil) }

    /// Returns the term for the value at a path of a document.
    ///
    /// It is a property, or metadata if the path is one of the shortcuts `_id`, `_sequence`,
    /// `_revisionID`, `_deleted`, `_expiration`; no document can have such a key at its top.
    ///
    /// - Parameters:
    ///   - path: The path in the document.
    ///   - source: The name of the document's source, `nil` if the statement has only one.
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

/// A value written in a query.
public enum Literal: Hashable, Sendable {
    /// NULL, which is a value; MISSING is ``QueryTerm/missing``.
    case null

    /// TRUE or FALSE.
    case boolean(Bool)

    /// A whole number written without a point and an exponent.
    case integer(Int64)

    /// A finite number written with a point or an exponent.
    case double(Double)

    /// A text.
    case string(String)
}

/// A key and the term for its value, in a dictionary written in a query.
public struct DictionaryEntry: Hashable, Sendable {
    /// The key.
    public var key: String

    /// The term for the value; the entry is left out if its value is MISSING.
    public var value: QueryTerm

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The term for the value.
    public init(_ key: String, _ value: QueryTerm) {
        self.key = key
        self.value = value
    }
}

/// A fact about a document that is not in its body.
///
/// The raw value is its name after `META().`.
public enum MetadataField: String, Hashable, Sendable, CaseIterable {
    /// The document's ID.
    case id

    /// The document's sequence number in its collection.
    case sequence

    /// The ID of the document's current revision.
    case revisionID

    /// Whether the document is deleted.
    case deleted

    /// When the document expires, MISSING if it does not.
    case expiration

    /// Creates the field that a shortcut names: `_id` for `META().id`.
    init?(shortcut: String) {
        guard shortcut.first == "_" else { return nil }
        self.init(rawValue: String(shortcut.dropFirst()))
    }
}

/// An operator before its operand.
public enum UnaryOperator: Hashable, Sendable, CaseIterable {
    /// The opposite truth value.
    case not

    /// The number with the opposite sign.
    case negate

    /// The spelling, and how tightly the operator holds its operand.
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
