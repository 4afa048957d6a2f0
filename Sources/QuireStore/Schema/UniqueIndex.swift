/// An index whose values must not repeat in the documents that Quire saves.
///
/// The index is an ordinary index of SQLite: with a `UNIQUE` index, saves of programs that don't
/// apply the rule would fail. Quire searches the index before each save.
package struct UniqueIndex: Sendable {
    /// The index's name within its collection.
    package let name: String
    /// What the index checks.
    package let rule: UniqueRule

    /// The query for a live document with the same values as a new body.
    ///
    /// The parameters are the new body and the ID of its document. A document is exempt if one of
    /// the values is missing or null, as in SQL.
    let duplicateQuery: SQLText
    private let table: SQLIdentifier

    package init(name: String, _ rule: UniqueRule, of tables: CollectionTables) {
        self.name = name
        self.rule = rule
        table = tables.liveTable
        let hasSameValues = Self.condition(rule, ofBody: "?1")
        duplicateQuery = """
            SELECT s0.key FROM \(table) AS s0 \
            WHERE \(hasSameValues) AND +s0.key != ?2 LIMIT 1
            """
    }

    /// The query for all live documents that repeat the values of another one.
    ///
    /// A row contains the ID of a document and the ID of a document with the same values and a lower
    /// ID.
    package var duplicatesQuery: SQLText {
        let hasSameValues = Self.condition(rule, ofBody: "d.body")
        // The plus sign keeps SQLite from searching the IDs instead of the index.
        return """
            SELECT d.key, (SELECT s0.key FROM \(table) AS s0 \
            WHERE \(hasSameValues) AND +s0.key < d.key LIMIT 1) AS earlier \
            FROM \(table) AS d WHERE earlier IS NOT NULL AND d.flags & 1 = 0
            """
    }

    /// Returns the condition that a row has the given values, and that no value is missing or null.
    ///
    /// SQL sees an integer above `Int64.max` as a negative integer, which is another value.
    private static func condition(_ rule: UniqueRule, ofBody body: SQLText) -> SQLText {
        func value(_ body: SQLText, _ path: String) -> SQLText {
            "fl_value(\(body), \(constant: path))"
        }
        var terms = rule.paths.map { path -> SQLText in
            let stored = value("s0.body", path)
            // An empty blob represents null.
            return """
                \(stored) = \(value(body, path)) AND \(stored) != x'' AND (\(stored) >= 0 \
                OR quire_is_unsigned(s0.body, \(constant: path)) \
                = quire_is_unsigned(\(body), \(constant: path)))
                """
        }
        if let types = rule.types, let path = rule.paths.first {
            let names = SQLText.joined(types.map { "\(constant: $0)" }, separator: ", ")
            terms.append("\(value(body, path)) IN (\(names))")
        }
        return "\(.joined(terms, separator: " AND ")) AND s0.flags & 1 = 0"
    }
}

/// What a unique index checks.
package struct UniqueRule: Hashable, Sendable {
    /// The indexed properties as they are stored in the schema.
    package let paths: [String]
    /// The values of the first property whose documents are checked, or `nil` for all documents.
    package let types: [String]?

    package init(paths: [String], types: [String]?) {
        self.paths = paths
        self.types = types
    }
}
