import Fleece

extension Repository {
    /// The number of models that one call to the store saves.
    private static var batchSize: Int { 5000 }

    /// Saves models with the parameters of a request, in one transaction.
    ///
    /// If the engine saves batches, several models are passed to it in one call. Otherwise, or if
    /// code of the program must run for each save, the models are saved one after the other.
    func save(_ models: [Model], _ request: SaveRequest<Model>) throws -> [Model] {
        try store.inBatch {
            guard models.count > 1, !hasMiddleware, traits.fault == nil, !request.rule.merges,
                store.capabilities.contains(.batches)
            else { return try models.map { try save($0, request).value } }
            var saved: [Model] = []
            saved.reserveCapacity(models.count)
            for start in stride(from: 0, to: models.count, by: Self.batchSize) {
                let end = min(start + Self.batchSize, models.count)
                saved += try saveBatch(models[start..<end], request)
            }
            return saved
        }
    }

    private func saveBatch(
        _ models: ArraySlice<Model>, _ request: SaveRequest<Model>
    ) throws -> [Model] {
        let batch = try models.map { model in
            let (model, identifier) = try withIdentifier(of: model) { ($0, $1) }
            let property = traits.identityProperty(of: model)
            return BatchedModel(
                model, save: try ModelSave(property, keepsBody: keepsBases),
                request: identifier == nil ? request : request.with(identifier: identifier))
        }
        let results: [SaveResult]
        do {
            results = try store.save(batch.map { documentSave(of: $0) })
        } catch let error as EncodingError {
            throw error.reservedKeyError(in: Model.self) ?? error
        }
        return try zip(batch, results).map { item, result in
            try saved(item.model, as: result.revision(in: store), item.save).value
        }
    }

    private func documentSave(of item: BatchedModel<Model>) -> DocumentSave {
        item.save.keys = encodedKeys(for: item.request)
        let (model, request, keys) = (item.model, item.request, item.save.keys)
        return DocumentSave { writer in
            let documentID = try item.save.encode(
                model, by: encoder, discriminator(of: model), into: writer)
            item.save.documentID = documentID
            let target = try target(
                of: model, documentID: documentID, request: request, keepsBody: item.save.keepsBody)
            item.precondition = target.precondition
            return target
        } merging: { stored, new, writer in
            if item.save.keepsBody { item.save.body = new.copy().rootDictionary }
            guard mergesStored(item.precondition) else { return false }
            return try merge(new, of: model, encodedKeys: keys, into: stored, writer: writer)
        }
    }
}

/// A model and the state of its save in a batch.
private final class BatchedModel<Model: DocumentModel> {
    let model: Model
    let request: SaveRequest<Model>
    var save: ModelSave
    var precondition = RevisionPrecondition.any

    init(_ model: Model, save: ModelSave, request: SaveRequest<Model>) {
        self.model = model
        self.save = save
        self.request = request
    }
}
