import Foundation

/// How a model says which document it is.
enum ModelIdentity {
    /// Finds the ``DocumentID`` of a model, whether or not its coding has it.
    ///
    /// Nothing of the model is encoded for it, and no content of a blob is stored.
    ///
    /// - Parameter model: The model.
    /// - Returns: The ID, or `nil` if the model has none.
    /// - Throws: What the model's `encode(to:)` throws, where that alone can tell.
    static func documentID(of model: some Encodable) throws -> DocumentID? {
        if let field = DocumentIDField.of(model) { return field.read(model) }
        return try KeyRecorder.identity(of: model)
    }

    /// Finds the document that a model is to be saved as.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - wrapped: The model's ``DocumentID``, if it has one.
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

    /// An ID that no other document has.
    static func newID() -> String { UUID().uuidString }
}
