import Quire
import QuireFormats
import QuireInspection

/// The output of `quire info` for a database on a server.
struct ServerInformation {
    private struct Collection {
        let name: String
        let documentCount: Int
        let lastSequence: UInt64
    }

    private let name: String
    private let engine: String
    private let schemaName: String
    private let collections: [Collection]
    private let indexes: [BundleSummary.Index]

    /// Reads the information.
    ///
    /// - Throws: `QuireError` if the database cannot be read.
    init(_ database: any DocumentDatabase, schemaName: String) throws {
        name = database.name
        engine = database.engineName
        self.schemaName = schemaName
        collections = try database.stores().map { store in
            Collection(
                name: CollectionOption.name(of: store), documentCount: try store.count(),
                lastSequence: try store.changeFeedState().lastSequence)
        }
        indexes = try BundleSummary.Index.list(database)
    }

    /// The lines for people.
    var facts: [(title: String, text: String)] {
        var facts = [("database", name), ("engine", engine), ("schema", schemaName)]
        for collection in collections {
            facts.append(
                (
                    "collection \(collection.name)",
                    Spelling.count(collection.documentCount, "document")
                        + "; last sequence "
                        + Spelling.grouped(Int(clamping: collection.lastSequence))
                ))
        }
        return facts + indexes.map(InfoCommand.fact)
    }

    /// The information as JSON.
    var json: JSONNode {
        .object([
            ("name", .string(name)),
            ("engine", .string(engine)),
            ("schemaName", .string(schemaName)),
            (
                "collections",
                .array(
                    collections.map { collection in
                        .object([
                            ("name", .string(collection.name)),
                            ("documents", .integer(Int64(collection.documentCount))),
                            ("lastSequence", .integer(Int64(clamping: collection.lastSequence))),
                        ])
                    })
            ),
            ("indexes", .array(indexes.map(InfoCommand.json))),
        ])
    }
}
