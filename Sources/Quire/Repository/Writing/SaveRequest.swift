/// What is asked of a save, beside the model.
struct SaveRequest<Model: DocumentModel> {
    /// The document to save, where not the model says it.
    var target: DocumentTarget?
}
