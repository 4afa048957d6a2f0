#if PostgreSQL
    import QuireModels
    import SQLPlusPlus

    /// A full-text index in SQL: the words of one or several properties as a `tsvector`.
    ///
    /// For `description` in English, the indexed expression is, in short:
    ///
    /// ```text
    /// to_tsvector('pg_catalog.english', regexp_replace(normalize(body->>'description'), …, ' ', 'g'))
    /// ```
    ///
    /// The words of several properties are in one vector, with a gap between the properties that no
    /// phrase crosses. They have the labels A, B, C and D, one for each property.
    struct TextIndex {
        /// The maximum number of properties.
        ///
        /// The server has four labels, and stores the expression of an index in one page.
        static let propertyLimit = 4
        /// The maximum number of characters that are indexed.
        ///
        /// A `tsvector` has at most one megabyte. An indexed character takes at most 4.5 bytes, for words
        /// of one character.
        private static let characterLimit = 200_000
        /// The maximum length of a query for `to_tsquery`, whose words have at most one megabyte.
        private static let queryLimit = 500_000

        /// The paths of the indexed properties.
        let properties: [PropertyPath]
        /// The condition that indexed documents meet.
        let condition: QueryTerm?
        private let configuration: String
        private let ignoresAccents: Bool
        /// The collation that converts letters to lowercase, if that of the database only converts
        /// ASCII.
        private let collation: String?

        /// Creates the index from its definition.
        ///
        /// - Parameters:
        ///   - index: The definition of a full-text index.
        ///   - collation: The collation that converts letters to lowercase, or `nil` for that of the
        ///     database.
        init?(_ index: PostgresIndex, collation: String?) {
            guard index.kind == .text else { return nil }
            let terms = index.expressions.compactMap { try? QueryTerm.parse($0) }
            properties = terms.compactMap {
                if case .property(let path, _) = $0 { path } else { nil }
            }
            condition = index.condition.flatMap { try? QueryTerm.parse($0) }
            guard properties.count == index.expressions.count,
                properties.count <= Self.propertyLimit,
                (condition == nil) == (index.condition == nil)
            else { return nil }
            configuration = index.textConfiguration ?? "simple"
            ignoresAccents = index.ignoresAccents ?? false
            self.collation = collation
        }

        /// The name of the server's configuration for a language, such as `english`.
        ///
        /// - Parameter code: An ISO 639 code, or `nil` for no language.
        /// - Returns: The name, which is `simple` for a language without a configuration.
        static func configuration(of code: String?) -> String {
            let language = FullTextLanguage.allCases.first {
                $0.rawValue == code || "\($0)" == code
            }
            return language.map { "\($0)" } ?? "simple"
        }

        /// Returns the language code of a configuration of the server, or an empty string for none.
        static func languageCode(of configuration: String?) -> String {
            FullTextLanguage.allCases.first { "\($0)" == configuration }?.rawValue ?? ""
        }

        /// The names of the properties in expressions.
        var names: [String] { properties.map(\.storedText) }

        // MARK: Indexing

        /// The indexed expression.
        var vector: String {
            let limit = Self.characterLimit / max(1, properties.count)
            let vectors = properties.map { "to_tsvector(\(language), \(words(of: $0, limit)))" }
            if vectors.count == 1 { return vectors[0] }
            return zip(vectors, labels).map { "setweight(\($0), '\($1)')" }
                .joined(separator: " || '''#'':100'::tsvector || ")
        }

        /// The condition of the index for documents that are not deleted, or `nil` if it contains all
        /// documents.
        ///
        /// It is true for at least the documents that meet ``condition``.
        var predicate: String? {
            condition.flatMap { RowFilter.indexedForm($0) }.map { "(\($0) OR exact IS NOT NULL)" }
        }

        private var language: String { "'pg_catalog.\(configuration)'::regconfig" }

        /// The labels of the properties' words.
        private var labels: [String] {
            Array(["A", "B", "C", "D"].prefix(properties.count))
        }

        /// Returns the text of a property, with spaces between its words.
        private func words(of path: PropertyPath, _ limit: Int) -> String {
            let value = RowFilter.property(.property(path, of: nil)) ?? "NULL::jsonb"
            // The strings of an array or object are the elements of a JSON text, in which each escape
            // represents a control character or punctuation.
            let text = """
                CASE WHEN jsonb_typeof(\(value)) IN ('array', 'object') \
                THEN regexp_replace(jsonb_path_query_array(\(value), \
                'strict $.** ? (@.type() == "string")')::text, '\\\\(u[0-9a-f]{4}|.)', ' ', 'g') \
                ELSE \(value) #>> '{}' END
                """
            return "coalesce(\(separated(folded("left(\(text), \(limit))"), limit)), '')"
        }

        private func separated(_ text: String, _ limit: Int) -> String {
            "regexp_replace(left(\(text), \(limit)), '\(TextWords.separatorPattern)', ' ', 'g')"
        }

        /// Returns a text in lowercase and in its composed form, without accents if these are ignored.
        private func folded(_ text: String) -> String {
            let lowercase = collation.map { "lower(\(text) COLLATE \($0))" } ?? text
            guard ignoresAccents else { return "normalize(\(lowercase), NFC)" }
            return """
                normalize(regexp_replace(normalize(\(lowercase), NFD), \
                '\(TextWords.accentPattern)', '', 'g'), NFC)
                """
        }

        // MARK: Searching

        /// Returns a query for the server as text, or `nil` if it matches nothing.
        ///
        /// - Throws: `QuireError` with code `invalidQuery` if the query is too large.
        func text(of query: MatchQuery) throws -> String? {
            let text = query.text(properties.count > 1 ? labels : [])
            guard (text?.utf8.count ?? 0) <= Self.queryLimit else {
                throw QuireError(
                    .invalidQuery,
                    "A full-text search with a query of \(text?.utf8.count ?? 0) bytes is too large."
                )
            }
            return text
        }

        /// Returns a query in SQL.
        ///
        /// - Parameter parameter: The parameter with the text of the query.
        /// - Returns: An expression of type `tsquery`.
        func query(_ parameter: String) -> String {
            "to_tsquery(\(language), \(folded("\(parameter)::text")))"
        }

        /// Returns the rank of a document in SQL.
        ///
        /// Words have the same weight in all properties.
        func rank(_ parameter: String) -> String {
            "ts_rank('{1,1,1,1}'::real[], \(vector), \(query(parameter)))::float8"
        }

        /// Returns the words of a text as the index contains them, separated by spaces.
        ///
        /// - Parameter text: A text in SQL.
        /// - Returns: An expression of type `text`.
        func lexemes(of text: String) -> String {
            let words = separated(folded(text), Self.characterLimit)
            return "array_to_string(tsvector_to_array(to_tsvector(\(language), \(words))), ' ')"
        }
    }
#endif
