import QuirePlatform
import SQLPlusPlus

extension Repository {
    /// Returns the document with the given ID, if it has this type and the middleware permits it.
    func record(_ id: String) throws -> DocumentRecord? {
        // Without middleware, do not read `conditions`: even an empty list requires the look-up of
        // type metadata.
        guard !hasMiddleware || conditions.isEmpty else { return try selectedRecords([id]).first }
        guard let record = try store.record(id: id), isOwn(record) else { return nil }
        return record
    }

    /// Returns the documents with the given IDs in their order.
    ///
    /// Documents of other types and documents that the middleware excludes are left out.
    func records(_ ids: [String]) throws -> [DocumentRecord] {
        guard !conditions.isEmpty else { return try store.records(ids: ids).filter(isOwn) }
        return try selectedRecords(ids)
    }

    /// Returns the documents with the given IDs that satisfy the conditions, in their order.
    private func selectedRecords(_ ids: [String]) throws -> [DocumentRecord] {
        let records = try selection.records(ids: ids)
        let byID = Dictionary(records.map { (DocumentIDKey($0.id), $0) }) { first, _ in first }
        return ids.compactMap { byID[DocumentIDKey($0)] }
    }

    /// Returns whether a document is of this type.
    func isOwn(_ record: DocumentRecord) -> Bool {
        types.contains(record.body[typeKey])
    }

    /// Decodes a document as a model.
    func decode(_ record: DocumentRecord) throws -> Model {
        var run = DecodingRun(decoder)
        return try decode(record, in: &run)
    }

    /// Decodes documents as models.
    func decode(_ records: [DocumentRecord]) throws -> [Model] {
        var run = DecodingRun(decoder)
        var models = GrowingArray<Model>(minimumCapacity: records.count)
        try append(records, to: &models, in: &run)
        return models.finish()
    }

    /// Decodes the documents that a statement selects as models.
    func models(selectedBy statement: SelectStatement) throws -> [Model] {
        var run = DecodingRun(decoder)
        var models = GrowingArray<Model>(minimumCapacity: 16)
        try store.forEachPage(selectedBy: statement) { page in
            try append(page, to: &models, in: &run)
        }
        return models.finish()
    }

    /// Decodes the documents of a page and appends the models.
    ///
    /// A closure for each document would look up generic types each time.
    private func append(
        _ page: [DocumentRecord], to models: inout GrowingArray<Model>, in run: inout DecodingRun
    ) throws {
        for record in page { try models.append(try decode(record, in: &run)) }
    }

    /// Calls a closure with each document that a statement selects, and returns its results.
    ///
    /// The closure runs while the document's page is in memory.
    func values<Value>(
        selectedBy statement: SelectStatement, _ make: (DocumentRecord) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try store.forEachPage(selectedBy: statement) { page in
            for record in page { values.append(try make(record)) }
        }
        return values
    }

    private func decode(_ record: DocumentRecord, in run: inout DecodingRun) throws -> Model {
        let model =
            plan == nil
            ? try ModelIdentity.decode(
                Model.self, of: record, traits, keepingBase: keepsBases, in: &run)
            : try ModelIdentity.decode(
                Model.self, of: current(record), traits, keepingBase: keepsBases, in: &run)
        if mayHaveIdentifiers, !run.hasGivenIdentity { try checkIdentifier(of: model, record) }
        return model
    }

    /// Throws an error if the ID in the body is not the document ID.
    private func checkIdentifier(of model: Model, _ record: DocumentRecord) throws {
        // A save rejects an `id` that cannot be a document ID, but the stored model can be read.
        guard let id = try? ModelIdentity.identifier(of: model), id != record.id,
            !DocumentIDProperty.of(model).isWritable
        else { return }
        throw QuireError(
            .corruptData,
            """
            The body of document "\(record.id)" in \(store.fullName) has the ID "\(id)", so it cannot \
            be loaded as a \(Model.self), whose id must be the document ID. Load it with findStored(_:), save its \
            value under its own ID, and delete the document
            """)
    }

    /// Decodes a document as a model, regardless of the ID in the body.
    func decodeStored(_ record: DocumentRecord) throws -> Stored<Model> {
        let record = try current(record)
        var run = DecodingRun(decoder)
        return Stored(
            id: record.id, revisionID: record.revisionID, sequence: record.sequence,
            value: try ModelIdentity.decode(
                Model.self, of: record, traits, keepingBase: keepsBases, in: &run),
            body: record.body)
    }

    /// Returns the stored body of a document as JSON.
    func json(of record: DocumentRecord) throws -> String {
        do {
            return try record.body.value.json()
        } catch {
            throw QuireError(
                .corruptData,
                "Document \"\(record.id)\" in \(store.fullName) cannot be written as JSON: \(error)",
                underlyingError: error)
        }
    }
}
