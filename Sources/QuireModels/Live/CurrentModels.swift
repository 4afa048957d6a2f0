import QuirePlatform

/// The models of a selection at one time, which become an array when they are used.
final class CurrentModels<Model: DocumentModel>: Sendable {
    /// The number of models.
    let count: Int
    private let documents: SharedList<TrackedModel<Model>>
    private let models = Mutex<[Stored<Model>]?>(nil)

    /// - Parameters:
    ///   - documents: The documents of the selection.
    ///   - count: The number of documents that have a model.
    init(_ documents: SharedList<TrackedModel<Model>>, count: Int) {
        self.documents = documents
        self.count = count
    }

    /// The models in the order of the selection.
    var all: [Stored<Model>] {
        models.withLock { models in
            if let models { return models }
            var all: [Stored<Model>] = []
            all.reserveCapacity(count)
            for document in documents {
                if let model = document.model { all.append(model) }
            }
            models = all
            return all
        }
    }
}

/// A document of an observed selection with its model.
final class TrackedModel<Model: DocumentModel>: Sendable {
    let document: ObservedRecord
    /// The model, or `nil` if the document could not be decoded.
    let model: Stored<Model>?

    init(_ document: ObservedRecord, _ model: Stored<Model>?) {
        self.document = document
        self.model = model
    }
}
