import Fleece

/// Makes the body of a model of one form of that of a model of another form.
struct TypedMigration: Sendable {
    /// Makes the new body, without what neither type knows.
    private let change: @Sendable (FleeceDictionary, MigrationContext) throws -> FleeceDictionary

    /// Makes one of a closure.
    ///
    /// - Parameter change: Makes a value of the new form.
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
            // What the old type knows has become part of the new value; the rest is kept.
            let merged = FleeceWriter()
            do {
                let isMerged = try UnknownFieldMerge<Old>(.keep)
                    .write(body, new, encodedKeys: nil, into: merged) {
                        try KeyCapturingEncoder.keys(
                            of: value, userInfo: context.encoder.userInfo, arrays: [])
                    }
                guard isMerged else { return new }
            } catch let error as AmbiguousKey {
                let key = error.place.joined(separator: ".")
                throw MigrationFailure(
                    "it cannot be told whether \(Old.self) knows the key \"\(key)\"")
            }
            return FleeceStorage(try merged.finish()).rootDictionary ?? new
        }
    }

    /// Makes the new body.
    ///
    /// - Parameters:
    ///   - body: The old body.
    ///   - context: What it is coded with.
    /// - Returns: The new body, with what neither type knows.
    /// - Throws: `DecodingError` or `EncodingError`, ``MigrationFailure``, or what the closure throws.
    func apply(_ body: FleeceDictionary, _ context: MigrationContext) throws -> FleeceDictionary {
        try change(body, context)
    }
}
