import Foundation

/// How a model says which document it is.
enum ModelIdentity {
    /// Finds the document that a model is to be saved as.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - wrapped: The ``DocumentID`` that encoding the model has met, if there is one.
    /// - Returns: The ID, and what is expected of the document.
    static func target(of model: some DocumentModel, _ wrapped: DocumentID?) -> DocumentTarget {
        if let wrapped {
            let expected = wrapped.revision.map(ExpectedRevision.revision) ?? .none
            return DocumentTarget(id: wrapped.wrappedValue ?? newID(), expecting: expected)
        }
        if let id = identifier(of: model) { return DocumentTarget(id: id, expecting: .any) }
        return DocumentTarget(id: newID(), expecting: .none)
    }

    /// The ID that an `Identifiable` model has in itself.
    static func identifier(of model: some DocumentModel) -> String? {
        func text<Model: Identifiable>(_ model: Model) -> String? {
            (model.id as? any LosslessStringConvertible)?.description
        }
        return (model as? any Identifiable).flatMap { text($0) }
    }

    private static func newID() -> String { UUID().uuidString }
}
