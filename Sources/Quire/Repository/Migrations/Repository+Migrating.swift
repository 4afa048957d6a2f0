import Fleece

extension Repository {
    /// A document in the newest form that the program knows: what is stored, unless it is older.
    ///
    /// - Parameter record: A document of this type.
    /// - Returns: The document with the body that a model is made of.
    /// - Throws: ``QuireError`` with code `decodingError` if it cannot be migrated.
    func current(_ record: DocumentRecord) throws -> DocumentRecord {
        guard let plan, let name = record.body[typeKey]?.string, types.isKnown(name) else {
            return record
        }
        do {
            let context = MigrationContext(
                encoder: encoder, decoder: decoder,
                identity: DocumentIdentity(id: record.id, revision: record.revisionID))
            return DocumentRecord(
                id: record.id, revisionID: record.revisionID, sequence: record.sequence,
                flags: record.flags, body: try plan.migrated(record.body, context))
        } catch let failure as MigrationFailure {
            let goal = failure.version.map { "to version \($0)" } ?? "to the newest version"
            throw QuireError(
                .decodingError,
                """
                Document "\(record.id)" in \(store.fullName) cannot be migrated \(goal) of \
                \(Model.self): \(failure.reason)
                """, underlyingError: failure.cause)
        }
    }
}
