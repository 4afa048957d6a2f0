import Fleece
import SQLPlusPlus

extension Repository {
    /// Calls a closure with a model and the document ID that the model has in its own `id`.
    ///
    /// Nothing is written before the ID is known to be valid. A model whose `id` is `nil` gets a new one;
    /// the closure then runs in a transaction, since the content of blobs may have been stored.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - body: A closure that gets the model, and the ID: `nil` if the model is not `Identifiable` or
    ///     has a ``DocumentID``.
    /// - Returns: The value that the closure returns.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the `id` cannot be a document ID,
    ///   `badDocumentID` if its text is not one; or an error that the closure throws.
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
            // Next to a document ID, the `id` is a property like any other.
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

    /// The document ID that a model has in its own `id`, or `nil` if it gets a new one.
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

    /// The model with an ID of its own, which only its stored form can be given.
    private func identified(_ model: Model, as id: String) throws -> Model {
        // A sample of the type shows which property it is; if there is no sample, it has its usual key.
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

    /// Whether a model has an identity of its own, so that each save of it is one of the same document.
    package func hasIdentity(_ model: Model) -> Bool {
        (try? ModelIdentity.documentID(of: model)) != nil
            || ModelIdentity.identifiable(model) != nil
    }
}
