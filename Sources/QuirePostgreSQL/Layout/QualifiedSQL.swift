#if PostgreSQL
    /// SQL expressions that mean the same with every search path of the session.
    ///
    /// `CREATE INDEX CONCURRENTLY` cannot run in a transaction, and through a connection pooler, only
    /// transactions have a search path of which Quire knows that it contains no schema of other roles.
    /// So its expressions contain the schema of each function, operator, type and collation:
    ///
    /// ```text
    /// jsonb_typeof(body->'city') = 'array'
    /// pg_catalog.jsonb_typeof(body OPERATOR(pg_catalog.->) 'city') OPERATOR(pg_catalog.=) 'array'
    /// ```
    ///
    /// Types must have the names of `pg_catalog`, such as `int8` in place of `bigint`.
    /// All operators get the same precedence by this, so an operator with a lower precedence must not
    /// precede one with a higher precedence outside parentheses. The lists of `IN` have no place for a
    /// schema. They compare values of equal types, which the server finds in `pg_catalog` first.
    struct QualifiedSQL {
        /// The functions that are a part of the grammar, which finds them in `pg_catalog`.
        private static let grammar: Set<String> = ["coalesce", "normalize"]
        /// The names of `pg_catalog` that no parenthesis follows.
        private static let otherNames: Set<String> = ["jsonb_path_ops"]
        private static let operators = Set("+-*/<>=~!@#%^&|?".unicodeScalars)

        private var rest: Substring.UnicodeScalarView
        private var result = ""
        /// Whether the last token expects the name of an object, and is not a part of its name.
        private var expectsName = false

        /// Returns an expression in which each name contains its schema.
        ///
        /// - Parameter sql: An expression of Quire, with keywords in uppercase letters and functions in
        ///   lowercase letters, for a server with standard-conforming strings.
        /// - Returns: The qualified expression.
        static func qualified(_ sql: String) -> String {
            var qualified = QualifiedSQL(rest: Substring(sql).unicodeScalars)
            while let first = qualified.rest.first { qualified.appendToken(first) }
            return qualified.result
        }

        private init(rest: Substring.UnicodeScalarView) {
            self.rest = rest
        }

        private mutating func appendToken(_ first: Unicode.Scalar) {
            switch first {
            case "'": appendQuoted(first)
            case "\"":
                if expectsName { result += "pg_catalog." }
                appendQuoted(first)
            case ":" where rest.dropFirst().first == ":":
                append(rest.prefix(2))
                expectsName = true
                return
            case " ":
                append(rest.prefix(1))
                return
            case _ where Self.isLetter(first): return appendWord()
            case _ where Self.operators.contains(first):
                let token = rest.prefix(while: Self.operators.contains)
                result += " OPERATOR(pg_catalog.\(String(token))) "
                rest = rest.dropFirst(token.count)
            default: append(rest.prefix(1))
            }
            expectsName = false
        }

        private mutating func appendWord() {
            let word = rest.prefix { Self.isLetter($0) || ("0"..."9").contains($0) }
            let next = rest.dropFirst(word.count).first
            let name = String(word)
            let isFunction =
                next == "(" && name == name.lowercased() && !Self.grammar.contains(name)
            let isQualified = next == "." || result.unicodeScalars.last == "."
            if !isQualified, expectsName || isFunction || Self.otherNames.contains(name) {
                result += "pg_catalog."
            }
            append(word)
            expectsName = name == "COLLATE"
        }

        /// Appends a string or a name in quotation marks.
        ///
        /// Two quotation marks within it are the end of one part and the beginning of another one.
        private mutating func appendQuoted(_ mark: Unicode.Scalar) {
            let content = rest.dropFirst().prefix { $0 != mark }
            append(rest.prefix(content.count + 2))
        }

        private mutating func append(_ token: Substring.UnicodeScalarView) {
            result.unicodeScalars.append(contentsOf: token)
            rest = rest.dropFirst(token.count)
        }

        private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        }
    }
#endif
