import SQLPlusPlus

/// A source of a statement with its name in SQL.
struct CompiledSource {
    /// The kind of rows that a source has.
    enum Kind {
        /// Documents of a collection.
        ///
        /// The documents of a LEFT JOIN are optional.
        case documents(DocumentCollection, isOptional: Bool)
        /// Items of an array, from the table-valued function `fl_each`.
        case items
    }

    /// The name of the source in the statement.
    let name: String
    let kind: Kind
    /// The alias in SQL: `s0`, `s1` and so on.
    let alias: SQLFragment

    init(_ name: String, _ kind: Kind, number: Int) {
        self.name = name
        self.kind = kind
        alias = "s\(number: number)"
    }

    /// The collection of the documents, or `nil` if the source has array items.
    var collection: DocumentCollection? {
        guard case .documents(let collection, _) = kind else { return nil }
        return collection
    }

    /// Returns an expression for the value at a path in a document or an item.
    ///
    /// - Parameters:
    ///   - path: The path, which is empty for the whole document or item.
    ///   - readingDocument: Whether SQLite must read the value from the document instead of an
    ///     index.
    /// - Returns: The SQL expression.
    func value(at path: PropertyPath, readingDocument: Bool = false) -> SQLFragment {
        switch kind {
        case .items where path.isEmpty: return "\(alias).value"
        case .items: return "quire_member(\(alias).value, \(path: path))"
        case .documents(_, let isOptional):
            let value = SQLFragment.value(
                at: path, of: readingDocument ? "+\(alias).body" : "\(alias).body")
            // A document without a body has no properties, but a missing document in an outer join
            // has no value at all.
            guard isOptional, path.isEmpty else { return value }
            return "CASE WHEN \(alias).key IS NULL THEN NULL ELSE \(value) END"
        }
    }

    func metadata(_ field: MetadataField) -> SQLFragment {
        guard case .documents = kind else { return "NULL" }
        return switch field {
        case .id: "\(alias).key"
        case .sequence: "\(alias).sequence"
        case .revisionID: "fl_revision(\(alias).version)"
        case .deleted: "((\(alias).flags & 1) != 0)"
        case .expiration: "\(alias).expiration"
        }
    }
}
