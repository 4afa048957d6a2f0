/// The schemas of a model that programs have recorded in a database.
private struct RecordedSchemas: DocumentModel {
    @DocumentID var id: String?
    /// The schemas, in the order in which they were first recorded.
    var schemas: [ModelSchema] = []

    static var documentType: String { "modelSchemas" }
}

extension Repository {
    /// The scope and the collection in which schemas are recorded.
    private static var location: (scope: String, name: String) { ("quire", "schemas") }

    /// Returns the schemas of the model that are recorded in this database.
    ///
    /// They are stored in the collection `quire.schemas`, with one document for each type name and
    /// collection. For Couchbase Lite, it is an ordinary collection.
    ///
    /// - Returns: The schemas, in the order in which they were first recorded. A family returns
    ///   those of all its types.
    /// - Throws: ``QuireError`` with code `notOpen`, or `corruptData` if the record is damaged;
    ///   `DecodingError` if it does not contain schemas.
    /// - Complexity: O(log *n*) in the number of models.
    public func recordedSchemas() throws -> [ModelSchema] {
        let location = Self.location
        guard let schemas = try store.database.store(named: location.name, scope: location.scope)
        else {
            return []
        }
        let records = schemas.repository(of: RecordedSchemas.self)
        return try schemaNames.flatMap { name in
            try records.find(recordID(name))?.schemas ?? []
        }
    }

    /// Returns the difference between the current schema and the last recorded schema.
    ///
    /// - Returns: The difference, which is empty if no schema was recorded. The keys of a family
    ///   begin with the type name.
    /// - Throws: The errors of `recordedSchemas()`; ``QuireError`` with code
    ///   `unsupportedOperation` if the schema of the model cannot be determined.
    /// - Complexity: O(log *n*) in the number of models.
    public func schemaDifference() throws -> SchemaDifference {
        let recorded = try recordedSchemas()
        let schemas = try ModelSchema.schemas(of: Model.self)
        let isFamily = Model.self is any DocumentFamily.Type
        return SchemaDifference(
            schemas.flatMap { schema -> [SchemaChange] in
                guard let last = recorded.last(where: { $0.name == schema.name }) else { return [] }
                return schema.difference(from: last).changes.map { change in
                    guard isFamily else { return change }
                    return SchemaChange(
                        kind: change.kind, path: "\(schema.name).\(change.path)",
                        detail: change.detail, isReadable: change.isReadable)
                }
            })
    }

    /// Records the schema of the model and returns the difference from the last recorded schema.
    ///
    /// If the schema is already recorded, the database does not change. To record the history of a
    /// model, call this method each time the program opens the database. Schemas are never removed,
    /// even if an older version of the program runs later.
    ///
    /// - Returns: The result of `schemaDifference()` before the schema is recorded.
    /// - Throws: The errors of `schemaDifference()`; ``QuireError`` with code `busy` or
    ///   `ioError`.
    /// - Complexity: O(log *n*) in the number of models.
    @discardableResult
    public func recordSchema() throws -> SchemaDifference {
        let schemas = try ModelSchema.schemas(of: Model.self)
        let location = Self.location
        let database = store.database
        return try database.inBatch {
            let difference = try schemaDifference()
            let records =
                try database
                .createStore(named: location.name, scope: location.scope)
                .repository(of: RecordedSchemas.self)
            for schema in schemas {
                let id = recordID(schema.name)
                var record = try records.find(id) ?? RecordedSchemas(id: id)
                guard !record.schemas.contains(schema) else { continue }
                record.schemas.append(schema)
                try records.save(record)
            }
            return difference
        }
    }

    private func recordID(_ name: String) -> String { "model:\(name)@\(store.fullName)" }

    private var schemaNames: [String] {
        func names<Family: DocumentFamily>(_ family: Family.Type) -> [String] {
            FamilyTypes<Family>.all.named.map(\.name)
        }
        return (Model.self as? any DocumentFamily.Type).map { names($0) } ?? [Model.documentType]
    }
}
