import Fleece
import Quire

/// The migration of fixtures to the current schema version of their model.
struct FixtureMigration {
    let collection: DocumentCollection

    /// Migrates a fixture to the current schema version.
    ///
    /// - Parameters:
    ///   - text: A JSON text that an older version of the program has written.
    ///   - type: The model.
    /// - Returns: The migrated text, or the same text if the model is not a `VersionedModel`.
    /// - Throws: The error of the migration.
    func migrated<Model: Codable>(_ text: String, _ type: Model.Type) throws -> String {
        guard let type = type as? any VersionedModel.Type,
            let body = try FleeceStorage(json: text).root?.dictionary
        else { return text }
        return try UndoneBatch.run(in: collection.database) { try migrated(body, type) } ?? text
    }

    private func migrated<Model: VersionedModel>(
        _ body: FleeceDictionary, _ type: Model.Type
    ) throws -> String? {
        try collection.saveBody(id: "fixture") { writer in
            writer.beginDictionary()
            // Documents cannot contain keys that begin with an underscore.
            for (key, value) in body where key != "type" && !key.hasPrefix("_") {
                writer.writeKey(key)
                writer.write(copyOf: value)
            }
            writer.writeKey("type")
            writer.write(Model.documentType)
            writer.endDictionary()
        }
        let progress = try collection.repository(of: type).sweep()
        if let failure = progress.failures.first { throw failure.error }
        return try collection.record(id: "fixture")?.body.value.json(.canonical)
    }
}
