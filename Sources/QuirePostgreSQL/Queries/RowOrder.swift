#if PostgreSQL
    import QuireModels
    import SQLPlusPlus

    /// The order of a query's rows in SQL, for statements whose first rows the server selects.
    ///
    /// Quire's order is: missing values; numbers, with false as 0 and true as 1; strings by their UTF-8
    /// bytes; null; and last, arrays and dictionaries by their encoded bytes, which the server does not
    /// have. Rows that are equal are in the order of their first saves.
    ///
    /// For `ORDER BY stars DESC`, the keys are:
    ///
    /// ```text
    /// CASE WHEN body->'stars' IS NULL THEN 0 WHEN jsonb_typeof(body->'stars') IN … END DESC,
    /// CASE jsonb_typeof(body->'stars') WHEN 'number' THEN (body->'stars')::numeric … END DESC,
    /// CASE jsonb_typeof(body->'stars') WHEN 'string' THEN body->'stars' #>> '{}' END COLLATE "C" DESC,
    /// created
    /// ```
    ///
    /// An index has the values in another order. If one contains the first property, the order has a
    /// branch for each type, whose first rows the server finds in the index.
    struct RowOrder {
        /// A part of the rows, and their order.
        struct Branch {
            /// The condition of the part, or `nil` for all rows.
            let condition: String?
            /// The keys of the `ORDER BY` clause.
            let keys: String
        }

        /// The first rows of each branch are the candidates for the first rows of all.
        let branches: [Branch]
        /// A condition that is true for rows whose order the server does not know.
        let unknownOrder: String

        /// Creates an order, or returns `nil` if a term is not a property, the document ID or a rank.
        ///
        /// - Parameters:
        ///   - ordering: The terms, the most significant first.
        ///   - bounds: The bounds of the first property in the condition, if the server can use an
        ///     index of the property for sorting.
        ///   - ranks: The ranks of full-text searches in SQL.
        init?(
            _ ordering: [OrderingTerm], bounds: IndexBounds? = nil,
            ranks: [QueryTerm: String] = [:]
        ) {
            var keys: [[String]] = []
            var unknown: [String] = []
            for term in ordering {
                let direction = term.direction == .ascending ? "" : " DESC"
                if case .metadata(.id, _) = term.term {
                    keys.append(["id" + direction])
                    continue
                }
                if let rank = ranks[term.term] {
                    keys.append([rank + direction])
                    continue
                }
                guard let value = RowFilter.property(term.term) else { return nil }
                keys.append(Self.keys(of: value).map { $0 + direction })
                unknown.append("COALESCE(jsonb_typeof(\(value)) IN ('array', 'object'), false)")
            }
            unknownOrder = unknown.isEmpty ? "false" : unknown.joined(separator: " OR ")
            // The server must not look for the rows of a branch in the order of first saves: if there are
            // none, it would read all documents.
            let rest = keys.dropFirst().flatMap(\.self) + ["created + 0"]
            if let bounds, let first = ordering.first,
                let value = RowFilter.property(first.term)
            {
                let direction = first.direction == .ascending ? "" : " DESC"
                branches = Self.branches(
                    of: value, bounds: bounds, complete: keys[0], direction: direction, rest: rest)
            } else {
                let all = keys.flatMap(\.self) + ["created"]
                branches = [Branch(condition: nil, keys: all.joined(separator: ", "))]
            }
        }

        private static func keys(of value: String) -> [String] {
            let type = "jsonb_typeof(\(value))"
            return [
                """
                CASE WHEN \(value) IS NULL THEN 0 WHEN \(type) IN ('number', 'boolean') THEN 1 \
                WHEN \(type) = 'string' THEN 2 WHEN \(type) = 'null' THEN 3 ELSE 4 END
                """,
                """
                CASE \(type) WHEN 'number' THEN (\(value))::numeric \
                WHEN 'boolean' THEN (\(value))::boolean::integer END
                """,
                "CASE \(type) WHEN 'string' THEN \(value) #>> '{}' END COLLATE \"C\"",
            ]
        }

        /// Returns a branch for each range of an index.
        ///
        /// The index has this order: the empty array, null, strings, numbers, false, true, and last,
        /// arrays, dictionaries and long strings.
        private static func branches(
            of value: String, bounds: IndexBounds, complete: [String], direction: String,
            rest: [String]
        ) -> [Branch] {
            let key = IndexKey(of: value).sql
            let lowest = IndexKey.lowestNumber
            let sorted = [key + direction] + rest
            let numbers = ["\(key) >= \(lowest)", "\(key) < 'false'"] + bounds.numbers
            let strings = ["\(key) >= '\"\"'", "\(key) < \(lowest)"] + bounds.strings
            return [
                ("\(key) IS NULL", rest), (numbers.joined(separator: " AND "), sorted),
                ("\(key) >= 'false' AND \(key) <= 'true'", sorted),
                (strings.joined(separator: " AND "), sorted),
                ("\(key) = 'null'", rest),
                ("\(key) < 'null'", rest),
                ("\(key) > 'true'", complete + rest),
            ].map { Branch(condition: $0, keys: $1.joined(separator: ", ")) }
        }
    }
#endif
