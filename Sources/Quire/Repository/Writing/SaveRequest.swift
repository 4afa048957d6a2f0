import Fleece

/// The parameters of a save other than the model.
struct SaveRequest<Model: DocumentModel>: Sendable {
    /// The document to save, if the model does not determine it.
    var target: WriteTarget?
    /// The document ID that the model has in its own `id`, if it was determined already.
    var identifier: String?
    /// What to do if the document is not as expected.
    var rule = ConflictRule<Model>.fail
    /// The model or body that the change started from, if the caller gives it; for a merge.
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
