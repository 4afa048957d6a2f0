import Fleece

/// The state of saving one model.
///
/// The type is not generic, because each save would have to look up the metadata of a generic type.
package struct ModelSave {
    /// The property that contains the model's ``DocumentID``.
    let property: DocumentIDProperty
    /// Whether the save returns the body.
    let keepsBody: Bool
    /// The recorder of the encoded keys, or `nil` if no stored document can have other keys.
    var keys: EncodedKeys?
    /// The model's ``DocumentID``, which is set when the model has been encoded.
    var documentID: DocumentID?
    /// The saved body, or `nil` if it is not requested or the store does not provide it.
    var body: FleeceDictionary?

    /// Creates a save.
    ///
    /// - Parameters:
    ///   - property: The ``DocumentID`` property of the model's type.
    ///   - keepsBody: Whether the save returns the body.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the type declares several document
    ///   IDs.
    package init(_ property: DocumentIDProperty, keepsBody: Bool = false) throws {
        self.property = try property.checked()
        self.keepsBody = keepsBody
    }

    /// Whether the document may have to be read after the save.
    ///
    /// Both operations then need one transaction.
    var needsTransaction: Bool { keepsBody || !property.isWritable }

    /// Encodes a model as the body of a document, and returns its ``DocumentID``.
    @inline(__always)
    func encode<Model: Encodable>(
        _ model: Model, by encoder: DocumentEncoder, _ discriminator: Discriminator?,
        into writer: FleeceWriter
    ) throws -> DocumentID? {
        let encoded = try encoder.encode(
            model, into: writer, discriminator: discriminator, noting: keys)
        // Also pass the model: the ID that an object encodes may belong to its superclass.
        return property.read(model, encoded: encoded)
    }

    /// Writes the ID and the revision of the saved document into the model.
    ///
    /// - Returns: Whether the model was changed. If not, its ``DocumentID`` cannot be located.
    package func identify<Model: Encodable>(
        _ model: inout Model, as saved: SavedRevision, _ base: DocumentBase? = nil
    ) -> Bool {
        guard let documentID else { return false }
        let identity = DocumentID(saved.id, revision: saved.revisionID, base: base)
        return property.replace(documentID, with: identity, in: &model)
    }
}

extension DocumentStore {
    /// Saves a model by the call to the engine that all saves of models share.
    ///
    /// - Parameters:
    ///   - model: The model to encode.
    ///   - encoder: The encoder of the body.
    ///   - discriminator: The type discriminator to write into the body.
    ///   - save: The state of the save, which receives the model's ``DocumentID``.
    ///   - target: A closure that determines the document from the model's ``DocumentID``.
    ///   - merge: A closure that combines the body with the stored document.
    /// - Returns: The result of the save.
    /// - Throws: `EncodingError`, and the errors of ``save(encoding:merging:)``.
    @inline(__always)
    package func save<Model: Encodable>(
        _ model: Model, by encoder: DocumentEncoder, discriminator: Discriminator?,
        save: inout ModelSave, target: (DocumentID?) throws -> WriteTarget,
        merging merge: BodyMerging
    ) throws -> SaveResult {
        let initialSave = save
        var documentID: DocumentID?
        let result = try self.save(
            encoding: { writer in
                documentID = try initialSave.encode(
                    model, by: encoder, discriminator, into: writer)
                return try target(documentID)
            }, merging: merge)
        save.documentID = documentID
        return result
    }
}

extension FleeceStorage {
    /// Returns a copy that can outlive the bytes of this storage.
    func copy() -> FleeceStorage {
        withUnsafeBytes { FleeceStorage(copying: $0, sharedKeys: sharedKeys) }
    }
}
