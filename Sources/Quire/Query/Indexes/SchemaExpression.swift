import SQLPlusPlus

// An index serves a query only if both have one and the same expression. So what stands in an index
// is what the queries' compiler makes; only its values, which queries bind, stand in the text, and
// triggers say of which row a column is.

/// An expression as it stands in the schema of a file.
struct SchemaExpression {
    /// What row the expression is about.
    enum Row {
        /// The row of the table that an index is on.
        case indexed
        /// The row of a trigger, as it is to be.
        case new
        /// The row of a trigger, as it was.
        case old
        /// An item in the table of an array index.
        case item
        /// The row of the only source of a query.
        case queried

        /// What stands before a column.
        fileprivate var prefix: SQLText {
            switch self {
            case .indexed, .item: ""
            case .queried: "s0."
            case .new: "new."
            case .old: "old."
            }
        }
    }

    /// What array indexes have in the place of the functions that read documents.
    private static let itemFunctions: [String: SQLText] = [
        "fl_value": "fl_unnested_value", "fl_root": "fl_unnested_value",
    ]

    private let fragment: SQLFragment
    /// What the compiler calls the row.
    private let alias: String

    /// Compiles a term.
    ///
    /// - Parameters:
    ///   - term: The term, about documents without a name.
    ///   - collection: The collection of the documents.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the term means nothing in an index.
    init(_ term: QueryTerm, of collection: DocumentCollection) throws {
        var compiler = QueryCompiler(database: collection.database)
        let source = CompiledSource(
            collection.name, .documents(collection, isOptional: false), number: 0)
        compiler.sources = [source]
        compiler.indexedExpressions = nil
        compiler.usesStoredResults = true
        try compiler.refuseAggregates(in: term, "an index")
        fragment = try compiler.term(term)
        alias = source.alias.text.string
        if Self.isOfStatements(fragment) { throw Self.unstorable(term, compiler) }
    }

    /// Whether it calls what only statements may.
    private static func isOfStatements(_ fragment: SQLFragment) -> Bool {
        SQLPieces(fragment.text).contains { piece in
            guard case .word(let word) = piece else { return false }
            return word.hasPrefix("quire_") || word == "fl_revision"
        }
    }

    /// The error for a term whose results cannot be stored; it names the call.
    private static func unstorable(_ term: QueryTerm, _ compiler: QueryCompiler) -> QuireError {
        var culprit = term
        _ = term.contains { part in
            if case .call = part, let fragment = try? compiler.term(part),
                isOfStatements(fragment)
            {
                culprit = part
            }
            return false
        }
        return QuireError(
            .invalidQuery,
            "\(culprit) cannot be in an index: an index stores results, and not every program and "
                + "machine that writes the file would give the same.")
    }

    /// Returns the expression's text.
    ///
    /// - Parameter row: What row it is about.
    /// - Returns: SQL.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the expression cannot contain a value.
    func sql(_ row: Row) throws -> SQLText {
        var text = SQLText()
        var bindings = fragment.bindings[...]
        var pieces = SQLPieces(fragment.text)
        while let piece = pieces.next() {
            switch piece {
            case .quoted, .other: text.append(piece.text)
            case .word(alias):
                // Behind it stands the point.
                _ = pieces.next()
                text.append(row.prefix)
            case .word(let word):
                let function = row == .item ? Self.itemFunctions[word] : nil
                text.append(function ?? piece.text)
            case .placeholder: text.append(try Self.constant(bindings.popFirst()))
            }
        }
        return Self.withoutOuterParentheses(text)
    }

    private static func constant(_ binding: SQLFragment.Binding?) throws -> SQLText {
        switch binding {
        case .literal(.null): return "x''"
        case .literal(.boolean(let value)): return value ? "1" : "0"
        case .literal(.integer(let value)): return "\(number: value)"
        case .literal(.double(let value)) where value.isFinite:
            return SQLText(verbatim: value.description)
        case .literal(.double):
            throw unsuitable("a number that is not finite")
        case .literal(.string(let value)):
            guard !value.utf8.contains(0) else { throw unsuitable("a text with NUL") }
            return .constant(value)
        case .collection(let bytes): return SQLText(verbatim: "x'\(Self.hexadecimal(bytes))'")
        case .parameter(let name): throw unsuitable("the parameter $\(name)")
        case nil: throw unsuitable("a value that is missing")
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func unsuitable(_ value: String) -> QuireError {
        QuireError(.invalidQuery, "An index cannot have \(value) in it.")
    }

    /// The text without parentheses that are around all of it, which Couchbase Lite does not write.
    private static func withoutOuterParentheses(_ text: SQLText) -> SQLText {
        guard text.string.utf8.first == UInt8(ascii: "("),
            text.string.utf8.last == UInt8(ascii: ")")
        else { return text }
        var depth = 0
        var remaining = text.string.utf8.count
        for piece in SQLPieces(text) {
            remaining -= piece.text.string.utf8.count
            guard case .other(let other) = piece else { continue }
            for byte in other.utf8 {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
            }
            if depth == 0, remaining > 0 { return text }
        }
        let inner = text.string.utf8.dropFirst().dropLast()
        return withoutOuterParentheses(SQLText(verbatim: String(Substring(inner))))
    }
}
