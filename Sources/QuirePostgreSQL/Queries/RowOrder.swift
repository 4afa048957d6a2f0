#if PostgreSQL
    import Quire
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
    struct RowOrder {
        /// The keys of the `ORDER BY` clause.
        let keys: String
        /// A condition that is true for rows whose order the server does not know.
        let unknownOrder: String

        /// Creates an order, or returns `nil` if a term is not a property or the document ID.
        init?(_ ordering: [OrderingTerm]) {
            var keys: [String] = []
            var unknown: [String] = []
            for term in ordering {
                let direction = term.direction == .ascending ? "" : " DESC"
                if case .metadata(.id, _) = term.term {
                    keys.append("id" + direction)
                    continue
                }
                guard let value = RowFilter.property(term.term) else { return nil }
                let type = "jsonb_typeof(\(value))"
                keys.append(
                    """
                    CASE WHEN \(value) IS NULL THEN 0 WHEN \(type) IN ('number', 'boolean') THEN 1 \
                    WHEN \(type) = 'string' THEN 2 WHEN \(type) = 'null' THEN 3 ELSE 4 END\(direction)
                    """)
                keys.append(
                    """
                    CASE \(type) WHEN 'number' THEN (\(value))::numeric \
                    WHEN 'boolean' THEN (\(value))::boolean::integer END\(direction)
                    """)
                keys.append(
                    "CASE \(type) WHEN 'string' THEN \(value) #>> '{}' END COLLATE \"C\"\(direction)"
                )
                unknown.append("COALESCE(\(type) IN ('array', 'object'), false)")
            }
            keys.append("created")
            self.keys = keys.joined(separator: ", ")
            unknownOrder = unknown.isEmpty ? "false" : unknown.joined(separator: " OR ")
        }
    }

    extension SelectStatement {
        /// The number of rows that the statement needs after sorting, if it is a small constant.
        var neededRowCount: Int64? {
            guard case .literal(.integer(let limit))? = limit, (0...10_000).contains(limit) else {
                return nil
            }
            switch offset {
            case nil: return limit
            case .literal(.integer(let offset))? where (0...100_000).contains(offset):
                return limit + offset
            default: return nil
            }
        }
    }
#endif
