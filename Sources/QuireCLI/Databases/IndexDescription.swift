import Quire
import QuireInspection

extension BundleSummary.Index {
    /// Returns the indexes of a database in any engine, sorted by name within each collection.
    ///
    /// - Parameter database: The database, all of whose collections are listed.
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
        let summary = configuration?.summary
        let separator = summary?.path == nil ? ", " : ","
        self.init(
            name: name, collection: collection, kind: summary?.kind ?? "unknown",
            arrays: summary?.path,
            expression: summary?.expressions.joined(separator: separator) ?? "",
            condition: summary?.condition, vectors: summary?.vectors)
    }
}
