import Fleece
import SQLPlusPlus

extension Repository {
    /// Calls a closure with a model and the document ID in the model's own `id`.
    ///
    /// The ID is validated before anything is written. If the model's `id` is `nil`, the model gets
    /// a new ID. The closure then runs in a transaction, because blob content may have been stored.
    ///
    /// - Parameters:
    ///   - model: The model, whose own `id` may be `nil`.
    ///   - body: A closure that receives the model and the ID. The ID is `nil` if the model is not
    ///     `Identifiable` or has a ``DocumentID``.
    /// - Returns: The value that the closure returns.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the `id` cannot be a document ID,
    ///   `badDocumentID` if its string is not a valid document ID; or an error that the closure
    ///   throws.
    func withIdentifier<R>(
        of model: Model, _ body: (Model, _ identifier: String?) throws -> R
    ) throws -> R {
        guard mayHaveIdentifiers, let identifiable = ModelIdentity.identifiable(model) else {
            return try body(model, nil)
        }
        let identifier: String?
        do {
            identifier = try checkedIdentifier(of: identifiable)
        } catch {
            // If the model also has a `DocumentID`, its `id` is an ordinary property.
            guard try ModelIdentity.documentID(of: model) != nil else { throw error }
            return try body(model, nil)
        }
        if let identifier { return try body(model, identifier) }
        if try ModelIdentity.documentID(of: model) != nil { return try body(model, nil) }
        return try store.database.inTransaction {
            let id = ModelIdentity.newID()
            return try body(identified(model, as: id), id)
        }
    }

    /// Returns the document ID in a model's own `id`, or `nil` if the model gets a new ID.
    private func checkedIdentifier<Value: Identifiable>(of model: Value) throws -> String? {
        if let id = try ModelIdentity.text(of: model.id, of: Value.self) {
            try DocumentIDRules.check(id, in: store.fullName)
            return id
        }
        guard ModelIdentity.createsIdentifiers(Value.self) else {
            throw ModelIdentity.missingIdentifier(Value.self)
        }
        return nil
    }

    /// Returns the model with a new ID.
    ///
    /// The method encodes the model, sets the ID in the body, and decodes the body.
    private func identified(_ model: Model, as id: String) throws -> Model {
        // The paths are determined from a sample of the type. If there is no sample, the key of the
        // ID is usually `id`.
        let paths = ModelIdentity.identifierPaths(of: Model.self) + [PropertyPath([.key("id")])]
        for path in paths {
            guard let stored = try self.body(of: model) else { continue }
            var patch = BodyPatch(.stored(stored), encoder: encoder)
            guard (try? patch.apply(.set(path, PatchValue(id)))) != nil,
                let body = try patch.body.finished(),
                let identified = try? decoder.decode(Model.self, from: body),
                try ModelIdentity.identifier(of: identified) == id
            else { continue }
            return identified
        }
        throw QuireError(
            .invalidParameter,
            """
            A \(Model.self) whose id is nil cannot be saved: the id was not found in its stored form. \
            Set the id first
            """)
    }

    /// Returns whether a model has an ID, so that each save writes the same document.
    package func hasIdentity(_ model: Model) -> Bool {
        (try? ModelIdentity.documentID(of: model)) != nil
            || ModelIdentity.identifiable(model) != nil
    }
}
