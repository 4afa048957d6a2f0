/// The documents that an iteration over the changes of a selection has already delivered.
struct SelectionTracker<Model: DocumentModel>: Sendable {
    private struct Known {
        let document: ObservedRecord
        /// The model, or `nil` if the document could not be decoded.
        let model: Stored<Model>?
    }

    let repository: Repository<Model>
    private var known: [String: Known] = [:]
    private var hasStarted = false

    init(_ repository: Repository<Model>) {
        self.repository = repository
    }

    /// Compares the current documents with those already delivered, and records them as delivered.
    ///
    /// Only changed documents are decoded.
    ///
    /// - Parameters:
    ///   - documents: The current documents.
    ///   - reportsUnchanged: Whether the result is never `nil`.
    /// - Returns: The change, or `nil` if nothing has changed.
    mutating func change(
        to documents: [ObservedRecord], reportsUnchanged: Bool = false
    ) -> SelectionChange<Model>? {
        var seen: [String: Known] = [:]
        seen.reserveCapacity(documents.count)
        var models: [Stored<Model>] = []
        var inserted: [Stored<Model>] = []
        var updated: [Stored<Model>] = []
        var removed: [String] = []
        var failures: [SelectionChange<Model>.Failure] = []
        for document in documents {
            let before = known.removeValue(forKey: document.id)
            if let before, before.document.isSame(as: document) {
                seen[document.id] = before
                if let model = before.model { models.append(model) }
                continue
            }
            do {
                let model = try repository.model(of: document)
                seen[document.id] = Known(document: document, model: model)
                models.append(model)
                if before?.model == nil { inserted.append(model) } else { updated.append(model) }
            } catch {
                seen[document.id] = Known(document: document, model: nil)
                failures.append(.init(id: document.id, error: error))
                if before?.model != nil { removed.append(document.id) }
            }
        }
        removed += known.filter { $0.value.model != nil }.keys.sorted()
        // If a document that could not be decoded was removed, report a change, although the models
        // are the same.
        let hasGone = !known.isEmpty
        known = seen
        let isFirst = !hasStarted || reportsUnchanged
        hasStarted = true
        let isEmpty =
            inserted.isEmpty && updated.isEmpty && removed.isEmpty && failures.isEmpty
        if isEmpty, !hasGone, !isFirst { return nil }
        return SelectionChange(
            models: models, inserted: inserted, updated: updated, removed: removed,
            failures: failures)
    }
}

/// A model that all observers of a document share.
private struct DecodedModel<Model: DocumentModel>: Sendable {
    let model: Stored<Model>
    let keepsBase: Bool
}

extension Repository {
    /// Returns the model of an observed document.
    ///
    /// The observers of a result share each model that one of them has decoded, unless the models
    /// are objects or can contain objects of several types.
    fileprivate func model(of document: ObservedRecord) throws -> Stored<Model> {
        if traits.areObjects || types.isFamily { return try decodeStored(document.content.get()) }
        let known = document.model.get(as: DecodedModel<Model>.self)
        if let known, known.keepsBase == keepsBases { return known.model }
        let model = try decodeStored(document.content.get())
        document.model.set(DecodedModel(model: model, keepsBase: keepsBases))
        return model
    }
}
