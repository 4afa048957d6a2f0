#if PostgreSQL
    import Foundation
    import QuireModels
    import SQLPlusPlus

    /// The definition of an index, as the table `index` stores it in JSON.
    ///
    /// A value index of `address.city` for documents of type `hotel` is an index of the server on
    /// the type column and on the key of the value:
    ///
    /// ```text
    /// CREATE INDEX "_default.hotels.byCity" ON quire."_default.hotels" (type, (CASE WHEN …
    ///     ELSE body->'address'->'city' END)) WHERE flags & 1 = 0
    /// ```
    ///
    /// An array index is a GIN index of the array, for `ANY … IN … SATISFIES … = …`. A full-text index
    /// is a GIN index of a `tsvector`: see `TextIndex`.
    struct PostgresIndex: Codable, Hashable, Sendable {
        enum Kind: String, Codable { case value, array, text }

        let kind: Kind
        /// The indexed properties in SQL++, or the path of the array.
        let expressions: [String]
        /// The condition in SQL++ that indexed documents meet.
        let condition: String?
        let isUnique: Bool
        /// The values of the first property whose documents a unique index contains.
        private(set) var uniqueTypes: [String]?
        /// The server's configuration for the language of a full-text index.
        private(set) var textConfiguration: String?
        /// Whether a full-text index ignores accents.
        private(set) var ignoresAccents: Bool?

        /// Creates a definition from a configuration.
        ///
        /// - Throws: `QuireError` with code `invalidQuery` if an expression cannot be parsed,
        ///   `invalidParameter` if there are no expressions, `unsupportedOperation` if the server
        ///   cannot use such an index.
        init(_ name: String, _ configuration: any IndexConfiguration, in location: String) throws {
            guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\"") })
            else {
                throw QuireError(
                    .invalidParameter,
                    """
                    \(name.debugDescription) is not a valid index name: it is empty or contains a \
                    double quote or NUL character.
                    """)
            }
            switch configuration {
            case let value as ValueIndexConfiguration:
                kind = .value
                expressions = value.expressions
                condition = value.whereClause
                isUnique = value.isUnique
                uniqueTypes = value.uniqueTypes
            case let array as ArrayIndexConfiguration
            where array.expressions == nil && !array.path.contains("[]"):
                kind = .array
                expressions = [array.path]
                condition = nil
                isUnique = false
            case is ArrayIndexConfiguration:
                throw Self.unsupported(name, kind: "of properties of array items", in: location)
            case let text as FullTextIndexConfiguration:
                kind = .text
                expressions = text.expressions
                condition = text.whereClause
                isUnique = false
                textConfiguration = TextIndex.configuration(of: try text.languageCode)
                ignoresAccents = text.ignoreAccents
            default:
                throw QuireError(
                    .invalidParameter, "The index \(name) has a configuration of an unknown type.")
            }
            guard !expressions.isEmpty else {
                throw QuireError(.invalidParameter, "The index \(name) has no expressions.")
            }
            guard !isUnique || condition == nil else {
                throw QuireError(
                    .invalidParameter, "The index \(name) cannot be unique and have a condition.")
            }
            if let condition { _ = try Self.parse(condition) }
            if kind == .text {
                try checkText(name, location)
                return
            }
            for expression in expressions where try Self.property(expression) == nil {
                throw Self.unsupported(
                    name, kind: "of \(expression), which is not a property,", in: location)
            }
            if let uniqueTypes, values.first != RowFilter.typeProperty || uniqueTypes.isEmpty {
                throw Self.unsupported(
                    name, kind: "that is unique among the values of another property than type,",
                    in: location
                )
            }
        }

        /// The configuration with which the index was created.
        var configuration: any IndexConfiguration {
            switch kind {
            case .value:
                ValueIndexConfiguration(
                    expressions, where: condition, isUnique: isUnique, uniqueTypes: uniqueTypes)
            case .array: ArrayIndexConfiguration(path: expressions.first ?? "")
            case .text:
                FullTextIndexConfiguration(
                    expressions, where: condition, ignoreAccents: ignoresAccents ?? false,
                    language: TextIndex.languageCode(of: textConfiguration))
            }
        }

        /// Throws an error if the expressions of a full-text index are not properties, or the server
        /// cannot decide which documents it contains.
        private func checkText(_ name: String, _ location: String) throws {
            let limit = TextIndex.propertyLimit
            guard expressions.count <= limit else {
                throw Self.unsupported(
                    name, kind: "of the text of more than \(limit) properties", in: location)
            }
            for expression in expressions {
                let term = try Self.parse(expression)
                guard case .property(_, nil) = term, RowFilter.property(term) != nil else {
                    throw QuireError(
                        .invalidQuery,
                        "A full-text index requires properties, not \(expression.debugDescription)."
                    )
                }
            }
            if let condition { _ = try TermEvaluator(Self.parse(condition)) }
        }

        private static func unsupported(
            _ name: String, kind: String, in location: String
        ) -> QuireError {
            QuireError(
                .unsupportedOperation,
                """
                The engine PostgreSQL cannot create the index \(name) \(kind) in \(location). It \
                supports indexes of properties, with or without a condition, of arrays and of text.
                """)
        }

        private static func parse(_ text: String) throws -> QueryTerm {
            do {
                return try QueryTerm.parse(text)
            } catch {
                throw QuireError(
                    .invalidQuery,
                    "The index's expression \(text.debugDescription) cannot be parsed: \(error)",
                    underlyingError: error)
            }
        }

        /// Returns the SQL of a property, or `nil` if the expression is not one.
        private static func property(_ expression: String) throws -> String? {
            let term = try parse(expression)
            // The server cannot prove facts about the long text of a path with array indices.
            guard case .property(let path, nil) = term,
                path.components.allSatisfy({ if case .key = $0 { true } else { false } })
            else { return nil }
            return RowFilter.property(term)
        }

        // MARK: SQL

        /// The properties in SQL, as `RowFilter` writes them.
        var values: [String] {
            expressions.compactMap { try? Self.property($0) }
        }

        /// The indexed columns and expressions in SQL; empty for a full-text index.
        var columns: [String] {
            switch kind {
            case .value:
                values.map {
                    $0 == RowFilter.typeProperty ? "type" : "(\(IndexKey(of: $0).sql))"
                }
            case .array: values.map { "(\(ArrayIndexKey(of: $0).sql))" }
            case .text: []
            }
        }

        /// The part of `CREATE INDEX` after the name of the table.
        ///
        /// - Parameter collation: The collation that converts letters of a text to lowercase, or `nil`
        ///   for that of the database.
        /// - Returns: The SQL text.
        func sql(_ collation: String?) -> String {
            let live = "flags & 1 = 0"
            if let text = TextIndex(self, collation: collation) {
                let predicate = text.predicate.map { " AND \($0)" } ?? ""
                return "USING gin ((\(text.vector))) WHERE \(live)\(predicate)"
            }
            guard kind == .value else {
                return "USING gin (\(columns.joined()) jsonb_path_ops) WHERE \(live)"
            }
            var conditions = [live]
            if let condition, let term = try? Self.parse(condition) {
                conditions = [RowFilter.literal(term)]
            }
            if isUnique {
                // The property type is a column of its own, which is null if it is not a string.
                conditions += values.map {
                    $0 == RowFilter.typeProperty ? "type IS NOT NULL" : "\($0) <> 'null'"
                }
                if let uniqueTypes {
                    conditions.append(
                        "type IN (\(uniqueTypes.map(SQLName.literal).joined(separator: ", ")))")
                }
            }
            return """
                (\(columns.joined(separator: ", "))) \
                WHERE \(conditions.joined(separator: " AND "))
                """
        }
    }

    /// The value of a property as an index contains it.
    ///
    /// The server rejects index entries of more than 2,704 bytes, so a long value is represented by an
    /// object with its hash. Like all objects and arrays with elements, it follows the scalar values in
    /// the server's order: the empty array, null, strings, numbers, false, true, arrays, objects.
    struct IndexKey {
        /// The JSON text of a longer value is hashed.
        private static let maximumLength = 1000

        /// The expression in SQL.
        let sql: String

        /// Creates the key of a property's value.
        ///
        /// - Parameter value: The value in SQL.
        init(of value: String) {
            sql = """
                CASE WHEN octet_length((\(value))::text) > \(Self.maximumLength) \
                THEN ('{"":"' || md5((\(value))::text) || '"}')::jsonb ELSE \(value) END
                """
        }

        /// A number below all numbers that documents contain.
        static let lowestNumber = "'-1e400'"
    }

    /// An array as an index contains it: any other value is represented by a certain array.
    struct ArrayIndexKey {
        /// The expression in SQL.
        let sql: String

        /// The array that represents values that are not arrays.
        static let other = #"'[{"":0}]'"#

        /// Creates the key of a property's value.
        ///
        /// - Parameter value: The value in SQL.
        init(of value: String) {
            sql = """
                (CASE WHEN jsonb_typeof(\(value)) = 'array' THEN \(value) \
                WHEN \(value) IS NOT NULL THEN \(Self.other) END)
                """
        }
    }
#endif
