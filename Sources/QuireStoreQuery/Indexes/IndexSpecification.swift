import Foundation
import QuireSearch
import SQLPlusPlus

/// The definition of an index, independent of the type of its configuration.
enum IndexSpecification {
    case value([IndexedTerm], condition: IndexedTerm?, unique: Uniqueness?)
    case fullText(
        [IndexedTerm], condition: IndexedTerm?, ignoresAccents: Bool, language: String?)
    case array(path: String, [IndexedTerm])
    case nearest(IndexedTerm, NearestIndexConfiguration)

    /// That documents must not have the same values.
    struct Uniqueness {
        /// The values of the first expression whose documents are checked, or `nil` for all.
        let types: [String]?
    }

    /// Creates a definition from a configuration.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if an expression cannot be parsed,
    ///   `invalidParameter` if the configuration has an unknown type.
    init(_ configuration: any IndexConfiguration) throws {
        switch configuration {
        case let value as ValueIndexConfiguration:
            self = .value(
                try value.expressions.map(IndexedTerm.init(_:)),
                condition: try value.whereClause.map(IndexedTerm.init(_:)),
                unique: value.isUnique ? Uniqueness(types: value.uniqueTypes) : nil)
        case let text as FullTextIndexConfiguration:
            self = .fullText(
                try text.expressions.map(IndexedTerm.init(_:)),
                condition: try text.whereClause.map(IndexedTerm.init(_:)),
                ignoresAccents: text.ignoreAccents, language: text.language)
        case let array as ArrayIndexConfiguration:
            guard array.expressions?.isEmpty != true,
                array.expressions?.contains(where: \.isBlank) != true
            else {
                throw Self.unsuitable(
                    "has an empty expression or an empty list; omit the list to index the "
                        + "items themselves")
            }
            self = .array(
                path: array.path, try (array.expressions ?? []).map(IndexedTerm.init(_:)))
        case let nearest as NearestIndexConfiguration:
            self = .nearest(try IndexedTerm(nearest.expression), nearest)
        default: throw Self.unsuitable("has a configuration of an unknown type")
        }
    }

    static func unsuitable(_ reason: String) -> QuireError {
        QuireError(.invalidParameter, "The index \(reason).")
    }
}

extension IndexSpecification {
    /// Compiles the index.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - collection: The collection whose documents are indexed.
    /// - Returns: The SQL definition of the index.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name is not valid, or if there
    ///   are no expressions; `invalidQuery` if an expression is not allowed in an index.
    func compiled(
        _ name: String, of collection: DocumentCollection
    ) throws -> StoredIndexes.Wanted {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\"") })
        else {
            throw QuireError(
                .invalidParameter,
                "\(name.debugDescription) is not a valid index name: it is empty or contains a "
                    + "double quote or NUL character.")
        }
        let parts: any IndexParts
        switch self {
        case .value(let terms, let condition, _):
            parts = ValueIndexParts(
                expressions: try terms.map { try Self.sql(of: $0, row: .indexed, in: collection) },
                condition: try condition.map { try Self.sql(of: $0, row: .indexed, in: collection) }
            )
        case .fullText(let terms, let condition, let ignoresAccents, let language):
            parts = FullTextIndexParts(
                columns: try terms.map(Self.column),
                condition: try condition.map {
                    (
                        try Self.sql(of: $0, row: .new, in: collection),
                        try Self.sql(of: $0, row: .old, in: collection)
                    )
                },
                tokenizerArguments: TokenizerOptions.arguments(
                    language: try FullTextIndexConfiguration.languageCode(of: language),
                    ignoresAccents: ignoresAccents))
        case .array(let path, let terms):
            parts = ArrayIndexParts(
                paths: try Self.paths(in: path),
                expressions: try terms.map { try Self.sql(of: $0, row: .item, in: collection) })
        case .nearest(let term, let configuration):
            parts = NearestIndexParts(try Self.nearestIndex(name, on: term, configuration))
        }
        if parts.kind != .array, expressions.isEmpty {
            throw Self.unsuitable("\(name.debugDescription) has no expressions")
        }
        // Couchbase Lite compares this string with its own, which has no spaces for array indexes.
        let separator = parts.kind == .array ? "," : ", "
        return StoredIndexes.Wanted(
            name: name, parts: parts,
            expression: expressions.map(\.text).joined(separator: separator),
            condition: condition?.text, uniqueRule: try uniqueRule(name))
    }

    /// Returns what a unique index checks, or `nil` if the index is not unique.
    private func uniqueRule(_ name: String) throws -> UniqueRule? {
        guard case .value(let terms, let condition, let unique?) = self else { return nil }
        guard condition == nil else {
            throw Self.unsuitable(
                "\(name.debugDescription) cannot be unique and have a condition")
        }
        let paths = try terms.map { term in
            guard let path = term.path else {
                throw QuireError(
                    .invalidQuery,
                    "A unique index requires properties, not \(term.text.debugDescription).")
            }
            return path.storedText
        }
        return UniqueRule(paths: paths, types: unique.types)
    }

    private var expressions: [IndexedTerm] {
        switch self {
        case .value(let terms, _, _), .fullText(let terms, _, _, _), .array(_, let terms): terms
        case .nearest(let term, _): [term]
        }
    }

    private var condition: IndexedTerm? {
        switch self {
        case .value(_, let condition, _), .fullText(_, let condition, _, _): condition
        case .array, .nearest: nil
        }
    }

    private static func sql(
        of term: IndexedTerm, row: SchemaExpression.Row, in collection: DocumentCollection
    ) throws -> SQLText {
        try rejectLanguageOrder(in: term)
        return try SchemaExpression(term.term, of: collection).sql(row)
    }

    /// Throws an error if an expression compares strings by the rules of a language.
    ///
    /// Each platform has its own tables for these rules, and an index that is sorted by other rules
    /// is damaged.
    private static func rejectLanguageOrder(in expression: IndexedTerm) throws(QuireError) {
        let isOrdered = expression.term.contains { term in
            guard case .collated(_, let collation) = term else { return false }
            return collation.isUnicodeAware
        }
        guard isOrdered else { return }
        throw QuireError(
            .invalidQuery,
            """
            \(expression.text) cannot be in an index: the order of a Unicode collation differs \
            between platforms. Queries can sort and compare with it without an index. For an index \
            that ignores the case of ASCII letters, use COLLATE NOCASE, which is the collation \
            .ascii.ignoringCase.
            """)
    }

    // MARK: Full-text indexes

    /// Column names that full-text tables reserve for their rows.
    private static let rowNames: Set<String> = ["docid", "rowid", "oid", "_rowid_"]

    private static func column(_ term: IndexedTerm) throws -> FullTextIndexParts.Column {
        guard let path = term.path else {
            throw QuireError(
                .invalidQuery,
                "A full-text index requires properties, not \(term.text.debugDescription).")
        }
        let name = path.storedText
        guard !name.utf8.contains(0), !rowNames.contains(name.lowercased()) else {
            throw QuireError(
                .invalidQuery,
                "The property \(name.debugDescription) cannot be in a full-text index.")
        }
        return FullTextIndexParts.Column(
            name: name, text: "fl_fts_value(new.body, \(constant: name))")
    }

    // MARK: Indexes of vectors

    private static func nearestIndex(
        _ name: String, on term: IndexedTerm, _ configuration: NearestIndexConfiguration
    ) throws -> NearestIndex {
        guard let path = term.path else {
            throw QuireError(
                .invalidQuery,
                "An index of vectors requires a property, not \(term.text.debugDescription).")
        }
        let dimensions = configuration.dimensions
        guard (1...VectorReader.maxDimensions).contains(dimensions) else {
            throw unsuitable(
                "\(name.debugDescription) cannot have \(dimensions) dimensions: 1 to "
                    + "\(VectorReader.maxDimensions) are possible")
        }
        return NearestIndex(
            name: name, path: path.storedText, dimensions: dimensions,
            metric: configuration.metric,
            types: configuration.types.map {
                NearestIndex.Types(path: $0.path.storedText, names: $0.names)
            }, isLazy: configuration.isLazy, notes: configuration.notes)
    }

    // MARK: Array indexes

    private static func paths(in text: String) throws -> [String] {
        try text.split(separator: "[].", omittingEmptySubsequences: false).map { part in
            let term = try IndexedTerm(String(part))
            guard let path = term.path, !path.storedText.utf8.contains(0) else {
                throw QuireError(
                    .invalidQuery,
                    "An array index requires a property, not \(text.debugDescription).")
            }
            return path.storedText
        }
    }
}

extension String {
    /// Whether the string contains only whitespace.
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
