import Fleece

/// What is asked of a save, beside the model.
struct SaveRequest<Model: DocumentModel>: Sendable {
    /// The document to save, where not the model says it.
    var target: DocumentTarget?
    /// What to do if the document is not as expected.
    var rule = ConflictRule<Model>.fail
    /// What the model was made of, for a merge.
    var base = Base.unknown
    /// Whether the result has the body that was saved.
    var keepsBody = false

    /// What a model was made of.
    enum Base {
        case unknown
        case model(Model)
        case body(FleeceDictionary)
    }
}
