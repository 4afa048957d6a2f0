import Fleece

/// A save of one model: what is known of the model before it is encoded, and what its encoding
/// determines.
///
/// It is not generic: for a generic type, each save would look up its metadata.
struct ModelSave {
    /// The property with the model's ``DocumentID``.
    let property: IdentityProperty
    /// Whether the save returns the body.
    let keepsBody: Bool
    /// The model's ``DocumentID``, which is known as soon as the model is encoded.
    var documentID: DocumentID?
    /// The keys of the model, if a document can have others.
    var keys: EncodedKeys?
    /// The body that was saved, if the save returns it and the store has passed it on.
    var body: FleeceDictionary?

    /// Creates a save.
    ///
    /// - Parameters:
    ///   - property: The ``DocumentID`` property of the model's type.
    ///   - keepsBody: Whether the save returns the body.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the type declares several document
    ///   IDs.
    init(_ property: IdentityProperty, keepsBody: Bool = false) throws {
        self.property = try property.checked()
        self.keepsBody = keepsBody
    }

    /// Whether the document may have to be read after the save, so that both must be one
    /// transaction.
    var needsTransaction: Bool { keepsBody || !property.isWritable }

    /// Writes the ID and the revision of the saved document into the model.
    ///
    /// - Returns: Whether that succeeded; if not, the model is unchanged and its ``DocumentID``
    ///   cannot be located.
    func identify<Model: Encodable>(
        _ model: inout Model, as saved: SavedRevision, _ base: DocumentBase? = nil
    ) -> Bool {
        guard let documentID else { return false }
        let identity = DocumentID(saved.id, revision: saved.revisionID, base: base)
        return property.replace(documentID, with: identity, in: &model)
    }
}

extension DocumentStore {
    /// Saves a model: the call to the engine that all saves of models share.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - encoder: The encoder.
    ///   - discriminator: The type discriminator that the body gets.
    ///   - save: Gets the model's ``DocumentID``.
    ///   - target: A closure that determines the document, from the model's ``DocumentID``.
    ///   - merge: A closure that combines the body with the stored document.
    /// - Returns: The result.
    /// - Throws: As ``save(encoding:merging:)``, and `EncodingError`.
    @inline(__always)
    func save<Model: Encodable>(
        _ model: Model, by encoder: DocumentEncoder, _ discriminator: Discriminator?,
        _ save: inout ModelSave, target: (DocumentID?) throws -> WriteTarget,
        merging merge: BodyMerging
    ) throws -> SaveResult {
        let (property, keys) = (save.property, save.keys)
        var documentID: DocumentID?
        let result = try self.save(
            encoding: { writer in
                let encoded = try encoder.encode(
                    model, into: writer, discriminator: discriminator, noting: keys)
                // In a class, the encoded one may be that of the superclass.
                documentID = property.read(model, encoded: encoded)
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
