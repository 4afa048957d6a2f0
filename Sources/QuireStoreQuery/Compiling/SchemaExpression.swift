import SQLPlusPlus

// SQLite uses an index for a query only if both have the same expression. The expression of an
// index is therefore compiled by the query compiler, with two differences: it contains its values,
// which queries bind, and triggers specify the row of each column.

/// A SQL expression in the schema of a file.
struct SchemaExpression {
    /// The row that the expression refers to.
    enum Row {
        /// The row of an indexed table.
        case indexed
        /// The new row of a trigger.
        case new
        /// The old row of a trigger.
        case old
        /// A row in the table of an array index.
        case item
        /// The row of the only source of a query.
        case queried

        /// The prefix of column names.
        fileprivate var prefix: SQLText {
            switch self {
            case .indexed, .item: ""
            case .queried: "s0."
            case .new: "new."
            case .old: "old."
            }
        }
    }

    /// The functions that replace the document functions in array indexes.
    private static let itemFunctions: [String: SQLText] = [
        "fl_value": "fl_unnested_value", "fl_root": "fl_unnested_value",
    ]

    private let fragment: SQLFragment
    /// The alias of the row in the compiled expression.
    private let alias: String

    /// Compiles a term.
    ///
    /// - Parameters:
    ///   - term: The term, which must not name a source.
    ///   - collection: The collection of the documents.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the term is not allowed in an index.
    init(_ term: QueryTerm, of collection: DocumentCollection) throws {
        var compiler = QueryCompiler(database: collection.database)
        let source = CompiledSource(
            collection.name, .documents(collection, isOptional: false), number: 0)
        compiler.sources = [source]
        compiler.indexedExpressions = nil
        compiler.usesStoredResults = true
        try compiler.rejectAggregates(in: term, "an index")
        fragment = try compiler.term(term)
        alias = source.alias.text.string
        if Self.callsStatementFunctions(fragment) {
            throw Self.unstorableError(for: term, compiler)
        }
    }

    /// Returns whether an expression calls functions that are only allowed in statements.
    private static func callsStatementFunctions(_ fragment: SQLFragment) -> Bool {
        SQLTokens(fragment.text).contains { piece in
            guard case .word(let word) = piece else { return false }
            return word.hasPrefix("quire_") || word == "fl_revision"
        }
    }

    /// Returns the error for a term whose results cannot be stored.
    ///
    /// The message names the function call.
    private static func unstorableError(
        for term: QueryTerm, _ compiler: QueryCompiler
    ) -> QuireError {
        var innermostCall = term
        // A term precedes its parts, so the last matching call contains no other.
        _ = term.contains { part in
            if case .call = part, let fragment = try? compiler.term(part),
                callsStatementFunctions(fragment)
            {
                innermostCall = part
            }
            return false
        }
        return QuireError(
            .invalidQuery,
            "\(innermostCall) cannot be in an index: its result can differ between the programs and "
                + "machines that write the file.")
    }

    /// Returns the SQL of the expression.
    ///
    /// - Parameter row: The row that the expression refers to.
    /// - Returns: The SQL text.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a value is not allowed in an index.
    func sql(_ row: Row) throws -> SQLText {
        var text = SQLText()
        var bindings = fragment.bindings[...]
        var pieces = SQLTokens(fragment.text)
        while let piece = pieces.next() {
            switch piece {
            case .quoted, .other: text.append(piece.text)
            case .word(alias):
                // Skip the period after the alias.
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
            guard !value.utf8.contains(0) else { throw unsuitable("a string with a NUL character") }
            return .constant(value)
        case .collection(let bytes): return SQLText(verbatim: "x'\(bytes.hexadecimalDigits)'")
        case .parameter(let name): throw unsuitable("the parameter $\(name)")
        case .condition: throw unsuitable("a condition")
        case nil: throw unsuitable("a missing value")
        }
    }

    private static func unsuitable(_ value: String) -> QuireError {
        QuireError(.invalidQuery, "An index cannot contain \(value).")
    }

    /// Returns the text without parentheses that enclose all of it, which Couchbase Lite doesn't
    /// write.
    private static func withoutOuterParentheses(_ text: SQLText) -> SQLText {
        guard text.string.utf8.first == UInt8(ascii: "("),
            text.string.utf8.last == UInt8(ascii: ")")
        else { return text }
        var depth = 0
        var remaining = text.string.utf8.count
        for piece in SQLTokens(text) {
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
