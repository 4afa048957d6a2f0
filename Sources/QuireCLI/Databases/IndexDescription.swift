import Quire
import QuireInspection

extension BundleSummary.Index {
    /// Returns the indexes of a database in any engine, sorted by name within each collection.
    ///
    /// - Parameter database: The database.
    /// - Returns: The indexes. The kind of an index without a known definition is `unknown`.
    /// - Throws: `QuireError` if the definitions cannot be read.
    static func list(_ database: any DocumentDatabase) throws -> [BundleSummary.Index] {
        try database.stores().flatMap { store -> [BundleSummary.Index] in
            let collection = CollectionOption.name(of: store)
            let definitions = try store.indexDefinitions()
            return try store.indexes().map { name in
                let definition = definitions.first { $0.name == name }
                return Self(name, definition?.configuration, of: collection)
            }
        }
    }

    private init(
        _ name: String, _ configuration: (any IndexConfiguration)?, of collection: String
    ) {
        switch configuration {
        case let value as ValueIndexConfiguration:
            self.init(
                name: name, collection: collection, kind: "value", arrays: nil,
                expression: value.expressions.joined(separator: ", "),
                condition: value.whereClause)
        case let text as FullTextIndexConfiguration:
            self.init(
                name: name, collection: collection, kind: "full-text", arrays: nil,
                expression: text.expressions.joined(separator: ", "), condition: text.whereClause)
        case let array as ArrayIndexConfiguration:
            self.init(
                name: name, collection: collection, kind: "array", arrays: array.path,
                expression: (array.expressions ?? []).joined(separator: ","), condition: nil)
        default:
            self.init(
                name: name, collection: collection, kind: "unknown", arrays: nil, expression: "",
                condition: nil)
        }
    }
}
