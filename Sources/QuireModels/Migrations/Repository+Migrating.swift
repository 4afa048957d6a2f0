import Fleece

extension Repository {
    /// Returns a document with the current schema version, migrating it if it is older.
    ///
    /// - Parameter record: A document of this type.
    /// - Returns: The document with a body that can be decoded as a model.
    /// - Throws: ``QuireError`` with code `decodingError` if it cannot be migrated.
    func current(_ record: DocumentRecord) throws -> DocumentRecord {
        guard let plan, let name = record.body[typeKey]?.string, types.isKnown(name) else {
            return record
        }
        do {
            let context = MigrationContext(
                encoder: encoder, decoder: decoder,
                identity: DocumentIdentity(id: record.id, revision: record.revisionID))
            let body = try plan.migrated(record.body, context)
            try checkReservedKeys(of: body, migratedFrom: record.body)
            return record.withBody(body)
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

    /// Throws an error if a migration has set a reserved key.
    ///
    /// A value that was already stored is accepted.
    private func checkReservedKeys(
        of body: FleeceDictionary, migratedFrom stored: FleeceDictionary
    ) throws {
        guard body.storage !== stored.storage else { return }
        for key in DocumentRules.reserved {
            let value = body[key]
            guard value != nil, !value.isSame(as: stored[key]),
                !documentRules.accept(key.name, in: "A migrated \(Model.self)")
            else { continue }
            throw MigrationFailure(DocumentRules.error(key.name, in: "\(Model.self)").message)
        }
    }
}
