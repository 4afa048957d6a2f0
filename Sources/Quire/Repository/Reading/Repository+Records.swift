import SQLPlusPlus

extension Repository {
    /// The document of an ID, if it is one of this type that the repository sees.
    func record(_ id: String) throws -> DocumentRecord? {
        // To create even an empty list of conditions looks up their type.
        guard !hasMiddleware || conditions.isEmpty else { return try records([id]).first }
        guard let record = try store.record(id: id), isOwn(record) else { return nil }
        return record
    }

    /// The documents of some IDs, in that order, if they are of this type and the repository sees them.
    func records(_ ids: [String]) throws -> [DocumentRecord] {
        guard !conditions.isEmpty else { return try store.records(ids: ids).filter(isOwn) }
        let records = try everything.records(ids: ids)
        let byID = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }

    /// Whether a document is of this type.
    func isOwn(_ record: DocumentRecord) -> Bool {
        types.contains(record.body[typeKey])
    }

    /// Makes a model of a document.
    func decode(_ record: DocumentRecord) throws -> Model {
        var run = DecodingRun(decoder)
        return try decode(record, in: &run)
    }

    /// Makes models of documents.
    func decode(_ records: [DocumentRecord]) throws -> [Model] {
        var run = DecodingRun(decoder)
        var models = GrowingArray<Model>(minimumCapacity: records.count)
        try append(records, to: &models, in: &run)
        return models.finish()
    }

    /// Makes models of the documents that a statement chooses.
    func models(selectedBy statement: SelectStatement) throws -> [Model] {
        var run = DecodingRun(decoder)
        var models = GrowingArray<Model>(minimumCapacity: 16)
        try store.forEachPage(selectedBy: statement) { page in
            try append(page, to: &models, in: &run)
        }
        return models.finish()
    }

    /// Makes models of a page: a closure for each of them would look up generic types each time.
    private func append(
        _ page: [DocumentRecord], to models: inout GrowingArray<Model>, in run: inout DecodingRun
    ) throws {
        for record in page { try models.append(try decode(record, in: &run)) }
    }

    /// Makes something of each document that a statement chooses, while it is at hand.
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

    /// Refuses a body whose own ID is not its document's.
    private func checkIdentifier(of model: Model, _ record: DocumentRecord) throws {
        // An `id` that cannot be a document ID is refused by saves; the stored model can be read.
        guard let id = try? ModelIdentity.identifier(of: model), id != record.id,
            !IdentityProperty.of(model).isWritable
        else { return }
        throw QuireError(
            .corruptData,
            """
            The body of document "\(record.id)" in \(store.fullName) has the ID "\(id)", so it cannot \
            be a \(Model.self), whose id is the document ID. Load it with findStored(_:), save its \
            value under its own ID, and delete the document
            """)
    }

    /// Makes a model of a document, whatever ID the body has.
    func decodeStored(_ record: DocumentRecord) throws -> Stored<Model> {
        let record = try current(record)
        var run = DecodingRun(decoder)
        return Stored(
            id: record.id, revisionID: record.revisionID, sequence: record.sequence,
            value: try ModelIdentity.decode(
                Model.self, of: record, traits, keepingBase: keepsBases, in: &run),
            body: record.body)
    }

    /// The stored form of a document as JSON.
    func json(of record: DocumentRecord) throws -> String {
        do {
            return try record.body.value.json()
        } catch {
            throw QuireError(
                .corruptData,
                "Document \"\(record.id)\" in \(store.fullName) has no JSON form: \(error)",
                underlyingError: error)
        }
    }
}
