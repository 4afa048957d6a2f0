import Foundation
import SQLPlusPlus

/// Functions that determine which document a model belongs to.
package enum ModelIdentity {
    /// Returns the ``DocumentID`` of a model, even if the type does not encode it.
    ///
    /// No blob content is stored.
    ///
    /// - Parameter model: The model, whose `encode(to:)` may be called.
    /// - Returns: The ID, or `nil` if the model has none.
    /// - Throws: An error that the model's `encode(to:)` throws.
    static func documentID(of model: some Encodable) throws -> DocumentID? {
        try DocumentIDProperty.of(model).read(model)
    }

    /// Decodes a document as a model with its identity, even if the type does not decode it.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - record: The document.
    ///   - traits: The traits of the type.
    ///   - keepsBase: Whether the model's ``DocumentID`` keeps the body.
    ///   - run: The current run of the decoder.
    /// - Returns: The model.
    /// - Throws: `DecodingError` if the document does not match the type.
    static func decode<Model: Codable>(
        _ type: Model.Type, of record: DocumentRecord, _ traits: ModelTraits,
        keepingBase keepsBase: Bool, in run: inout DecodingRun
    ) throws -> Model {
        let base = keepsBase ? DocumentBase(record.body) : nil
        let model = try run.decode(
            type, from: record.body, id: record.id, revision: record.revisionID, base: base)
        // An object can have a second document ID, which its class does not decode.
        if run.hasGivenIdentity ? !traits.areObjects : !traits.mayHaveDocumentID { return model }
        return identified(
            model,
            as: DocumentIdentity(id: record.id, revision: record.revisionID, base: base))
    }

    /// Sets the identity of a model if decoding did not set it.
    ///
    /// - Parameters:
    ///   - model: The model that was decoded.
    ///   - identity: The ID, the revision and the base of its document.
    /// - Returns: The model with the identity.
    package static func identified<Model: Encodable>(
        _ model: Model, as identity: DocumentIdentity
    ) -> Model {
        let property = DocumentIDProperty.of(model)
        guard property.isWritable, let current = try? property.read(model),
            current.wrappedValue != identity.id
        else { return model }
        var model = model
        let id = DocumentID(identity.id, revision: identity.revision, base: identity.base)
        _ = property.replace(current, with: id, in: &model)
        return model
    }

    /// Returns the document that a model is saved as.
    ///
    /// - Parameters:
    ///   - model: The model to save.
    ///   - wrapped: The model's ``DocumentID``, if it has one.
    ///   - identifier: The string form of the model's own `id`, if it was determined before.
    /// - Returns: The document ID and the precondition of the save.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model's own `id` is `nil`. Also
    ///   the errors of `identifier(of:)`.
    static func target(
        of model: some DocumentModel, _ wrapped: DocumentID?, _ identifier: String? = nil
    ) throws -> WriteTarget {
        if let wrapped {
            return WriteTarget(id: wrapped.wrappedValue ?? newID(), if: wrapped.precondition)
        }
        if let identifier { return WriteTarget(id: identifier, if: .any) }
        guard let identifiable = identifiable(model) else {
            return WriteTarget(id: newID(), if: .absent)
        }
        guard let id = try text(of: identifiable) else {
            throw missingIdentifier(type(of: identifiable))
        }
        return WriteTarget(id: id, if: .any)
    }

    /// Returns a new, unique document ID.
    package static func newID() -> String { UUID().uuidString }
}

// MARK: Identifiable models

extension ModelIdentity {
    /// Returns whether values of a type can have an `id` of their `Identifiable` conformance.
    ///
    /// For a family or a class, this depends on the value.
    static func mayHaveIdentifier<Model: DocumentModel>(_ type: Model.Type) -> Bool {
        type is any Identifiable.Type || type is any DocumentFamily.Type
            || type is any AnyObject.Type
    }

    /// Returns the model, or the member of a family, if it is `Identifiable`.
    static func identifiable(_ model: some DocumentModel) -> (any Identifiable)? {
        if let model = model as? any Identifiable { return model }
        return (model as? any DocumentFamily)?.member as? any Identifiable
    }

    /// Returns the document ID in the `id` of an `Identifiable` model.
    ///
    /// - Parameter model: The model, which need not be `Identifiable`.
    /// - Returns: The string form of the `id`, or `nil` if the model is not `Identifiable` or the
    ///   `id` is `nil`.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the `id` is not encoded as one
    ///   string or integer, or an error that its `encode(to:)` throws.
    static func identifier(of model: some DocumentModel) throws -> String? {
        try identifiable(model).flatMap { try text(of: $0) }
    }

    /// Returns the document ID that a model contains.
    ///
    /// - Parameter model: The model, with or without an ID.
    /// - Returns: The ID in the model's ``DocumentID`` or in its `id`, or `nil` if it has none.
    /// - Throws: The errors of `documentID(of:)` and `identifier(of:)`.
    static func ownID(of model: some DocumentModel) throws -> String? {
        try ownID(of: model, documentID(of: model))
    }

    /// Returns the document ID that a model with a known ``DocumentID`` contains.
    static func ownID(of model: some DocumentModel, _ wrapped: DocumentID?) throws -> String? {
        try wrapped.map(\.wrappedValue) ?? identifier(of: model)
    }

    private static func text<Model: Identifiable>(of model: Model) throws -> String? {
        try text(of: model.id, of: Model.self)
    }

    /// Returns the document ID for a value of a model's `ID` type.
    ///
    /// - Parameters:
    ///   - id: The value.
    ///   - model: The type of the model.
    /// - Returns: The string, or `nil` if the value is `nil`.
    /// - Throws: The errors of `identifier(of:)`.
    static func text<ID>(of id: ID, of model: Any.Type) throws -> String? {
        switch try IdentifierEncoder.form(of: id) {
        case .text(let text): return text
        case .null: return nil
        case .unusable(let form): throw unusableIdentifier(of: model, form)
        }
    }

    private static func unusableIdentifier(of model: Any.Type, _ form: String) -> QuireError {
        QuireError(
            .invalidParameter,
            """
            The id of \(model) is \(form), which cannot be a document ID. Declare the id as a String, \
            a UUID, an integer or a type that is encoded as one string or integer, or declare \
            @DocumentID var documentID: String?
            """)
    }

    /// Returns the error for a model whose `id` is `nil`.
    static func missingIdentifier(_ model: Any.Type) -> QuireError {
        QuireError(
            .invalidParameter,
            """
            A \(model) whose id is nil cannot be saved: a new ID is created only for ids of \
            type String? and UUID?. Set the id first
            """)
    }

    /// Returns whether a model whose `id` is `nil` gets a new ID.
    static func createsIdentifiers<Model: Identifiable>(_ model: Model.Type) -> Bool {
        Model.ID.self == String?.self || Model.ID.self == UUID?.self
    }

    /// Returns the locations of the `id` in the body of a model, or of the members of a family.
    static func identifierPaths<Model: DocumentModel>(of model: Model.Type) -> [PropertyPath] {
        func types<Family: DocumentFamily>(_ family: Family.Type) -> [any Any.Type] {
            FamilyTypes<Family>.all.named.map(\.member.type)
        }
        func path<Root: Identifiable>(_ type: Root.Type) -> PropertyPath? {
            try? ModelShape.bodyPath(of: \Root.id, isRoot: true, keys: model.keyStrategy)
        }
        let types = (model as? any DocumentFamily.Type).map { types($0) } ?? [model]
        return types.compactMap { ($0 as? any Identifiable.Type).flatMap { path($0) } }
    }
}

extension DocumentID {
    /// The precondition for saving a model with this identity.
    package var precondition: RevisionPrecondition { revision.map { .revision($0) } ?? .absent }
}
