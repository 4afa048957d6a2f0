/// The documents that an iteration over the changes of a selection has already delivered.
struct SelectionTracker<Model: DocumentModel>: Sendable {
    let repository: Repository<Model>
    /// The result that was delivered last.
    private var list = ObservedList()
    /// The documents of this result, with their models.
    private var models = SharedList<TrackedModel<Model>>()
    /// The number of documents without a model.
    private var failureCount = 0
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
    /// - Complexity: O(*k* log *n*) for *k* changed documents if `documents` was created from the
    ///   list that was delivered last, otherwise O(*n*).
    mutating func change(
        to documents: ObservedList, reportsUnchanged: Bool = false
    ) -> SelectionChange<Model>? {
        let changes = trackedChanges(to: documents)
        var known: [String: TrackedModel<Model>] = [:]
        for model in changes.lazy.flatMap(\.removed) { known[model.document.id] = model }
        var inserted: [Stored<Model>] = []
        var updated: [Stored<Model>] = []
        var removed: [String] = []
        var failures: [SelectionChange<Model>.Failure] = []
        var tracked: [ListChange<TrackedModel<Model>>] = []
        for change in changes {
            var new: [TrackedModel<Model>] = []
            for document in change.documents {
                let before = known.removeValue(forKey: document.id)
                if let before, before.document.isSame(as: document) {
                    new.append(before)
                    continue
                }
                do {
                    let model = try repository.model(of: document)
                    new.append(TrackedModel(document, model))
                    if before?.model == nil {
                        inserted.append(model)
                    } else {
                        updated.append(model)
                    }
                } catch {
                    new.append(TrackedModel(document, nil))
                    failures.append(.init(id: document.id, error: error))
                    if before?.model != nil { removed.append(document.id) }
                }
            }
            failureCount += new.count { $0.model == nil }
            failureCount -= change.removed.count { $0.model == nil }
            tracked.append(
                ListChange(index: change.index, removed: change.removed, inserted: new))
        }
        removed += known.filter { $0.value.model != nil }.keys.sorted()
        // If a document that could not be decoded was removed, report a change, although the models
        // are the same.
        let hasGone = !known.isEmpty
        list = documents
        models.apply(tracked)
        let isFirst = !hasStarted || reportsUnchanged
        hasStarted = true
        let isEmpty =
            inserted.isEmpty && updated.isEmpty && removed.isEmpty && failures.isEmpty
        if isEmpty, !hasGone, !isFirst { return nil }
        return SelectionChange(
            CurrentModels(models, count: models.count - failureCount), inserted: inserted,
            updated: updated, removed: removed, failures: failures)
    }

    /// A part of the list, with the models that it contained and the documents that it contains.
    private struct Change {
        let index: Int
        let removed: [TrackedModel<Model>]
        let documents: [ObservedRecord]
    }

    private func trackedChanges(to documents: ObservedList) -> [Change] {
        // The number of elements that the earlier changes have added.
        var added = 0
        return list.changes(to: documents).map { change in
            let start = change.index - added
            added += change.inserted.count - change.removed.count
            let removed = (start..<start + change.removed.count).map { models[$0] }
            return Change(
                index: change.index, removed: removed, documents: change.inserted.map(\.record))
        }
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
