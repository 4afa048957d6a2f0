import Fleece

/// A migration that converts a model of one schema version to a model of another one.
struct TypedMigration: Sendable {
    /// Returns the migrated body, including the keys that belong to neither type.
    private let change: @Sendable (FleeceDictionary, MigrationContext) throws -> FleeceDictionary

    /// Creates a migration from a closure.
    ///
    /// - Parameter change: A closure that converts an old value to a new one.
    init<Old: Codable & Sendable, New: Encodable & Sendable>(
        _ change: @escaping @Sendable (Old) throws -> New
    ) {
        self.change = { body, context in
            let value = try context.decoder.decode(
                Old.self, from: body.value, identity: context.identity)
            let writer = FleeceWriter()
            _ = try context.encoder.encode(change(value), into: writer, discriminator: nil)
            guard let new = FleeceStorage(try writer.finish()).rootDictionary else {
                throw MigrationFailure("\(New.self) is not stored as an object")
            }
            // The new value replaces the keys of the old type. All other keys are kept.
            let merged = FleeceWriter()
            do {
                let isMerged = try UnknownFieldPreserver(.keep, of: Old.self)
                    .write(body, new, encodedKeys: nil, into: merged) {
                        try KeyCapturingEncoder.keys(
                            of: value, userInfo: context.encoder.userInfo, arrays: [],
                            keys: context.encoder.keyEncodingStrategy)
                    }
                guard isMerged else { return new }
            } catch let error as AmbiguousKey {
                let key = error.location.joined(separator: ".")
                throw MigrationFailure(
                    "it cannot be determined whether the key \"\(key)\" belongs to \(Old.self)")
            }
            return FleeceStorage(try merged.finish()).rootDictionary ?? new
        }
    }

    /// Migrates a body.
    ///
    /// - Parameters:
    ///   - body: The old body.
    ///   - context: The context of the migration.
    /// - Returns: The new body, including the keys that belong to neither type.
    /// - Throws: `DecodingError`, `EncodingError`, ``MigrationFailure``, or an error that the
    ///   closure throws.
    func apply(_ body: FleeceDictionary, _ context: MigrationContext) throws -> FleeceDictionary {
        try change(body, context)
    }
}
