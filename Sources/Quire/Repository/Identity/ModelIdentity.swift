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

    /// Makes a model of a document, with its identity if the type's coding has it.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - record: The document.
    ///   - decoder: The decoder.
    /// - Returns: The model.
    /// - Throws: `DecodingError` if the document does not fit the type.
    static func decode<Model: Decodable>(
        _ type: Model.Type, of record: DocumentRecord, by decoder: DocumentDecoder
    ) throws -> Model {
        let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
        return try decoder.decode(type, from: record.body.value, identity: identity)
    }

    /// Makes a model of a document, with its identity, whether or not the type's coding has it.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - record: The document.
    ///   - run: The run of the decoder.
    /// - Returns: The model.
    /// - Throws: `DecodingError` if the document does not fit the type.
    static func decode<Model: Codable>(
        _ type: Model.Type, of record: DocumentRecord, in run: inout DecodingRun
    ) throws -> Model {
        let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
        let model = try run.decode(type, from: record.body.value, identity: identity)
        return run.hasGivenIdentity ? model : identified(model, as: identity)
    }

    /// Gives a model that was read the identity of its document, if its coding has not.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - record: The document.
    /// - Returns: The model.
    static func completed<Model: Encodable>(_ model: Model, of record: DocumentRecord) -> Model {
        identified(model, as: DocumentIdentity(id: record.id, revision: record.revisionID))
    }

    private static func identified<Model: Encodable>(
        _ model: Model, as identity: DocumentIdentity
    ) -> Model {
        guard let field = DocumentIDField.of(model),
            field.read(model).wrappedValue != identity.id
        else { return model }
        var model = model
        field.write(DocumentID(identity.id, revision: identity.revision), to: &model)
        return model
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

    /// Whether models of a type may have an ID in themselves, where the type is exactly theirs.
    static func mayHaveIdentifier<Model: DocumentModel>(_ type: Model.Type) -> Bool {
        type is any Identifiable.Type || type is any DocumentFamily.Type
    }

    /// The ID that an `Identifiable` model has in itself.
    static func identifier(of model: some DocumentModel) -> String? {
        func text<Model: Identifiable>(_ model: Model) -> String? {
            (model.id as? any LosslessStringConvertible)?.description
        }
        if let model = model as? any Identifiable { return text(model) }
        let member = (model as? any DocumentFamily)?.member
        return (member as? any Identifiable).flatMap { text($0) }
    }

    /// An ID that no other document has.
    static func newID() -> String { UUID().uuidString }
}
