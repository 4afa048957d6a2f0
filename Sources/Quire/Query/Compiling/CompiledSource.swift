import SQLPlusPlus

/// A source of a statement, as it is called in SQL.
struct CompiledSource {
    /// What rows a source has.
    enum Kind {
        /// Documents of a collection. Behind a LEFT JOIN there may be none.
        case documents(DocumentCollection, isOptional: Bool)
        /// Items of an array, from `fl_each`.
        case items
    }

    /// The name by which the statement calls the source.
    let name: String
    let kind: Kind
    /// The name in SQL, `s0` and so on.
    let alias: SQLFragment

    init(_ name: String, _ kind: Kind, number: Int) {
        self.name = name
        self.kind = kind
        alias = "s\(number: number)"
    }

    /// The collection whose documents it has, if it has some.
    var collection: DocumentCollection? {
        guard case .documents(let collection, _) = kind else { return nil }
        return collection
    }

    /// The value at a path of a document or an item.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - readingDocument: Whether a document's value must not come out of an index.
    /// - Returns: The expression.
    func value(at path: PropertyPath, readingDocument: Bool = false) -> SQLFragment {
        switch kind {
        case .items where path.isEmpty: return "\(alias).value"
        case .items: return "quire_member(\(alias).value, \(path: path))"
        case .documents(_, let isOptional):
            let value = SQLFragment.value(
                at: path, of: readingDocument ? "+\(alias).body" : "\(alias).body")
            // A document without a body has no properties, but where there is none there is nothing.
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
