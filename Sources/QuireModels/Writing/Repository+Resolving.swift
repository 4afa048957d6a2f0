import Fleece
import SQLPlusPlus

extension Repository {
    /// Saves a model using a conflict rule.
    ///
    /// If the rule has a closure, the closure runs in the transaction of the save.
    ///
    /// - Parameters:
    ///   - model: The model, which may be new.
    ///   - base: A copy of the model as it was loaded, if the rule merges. You can omit it if the
    ///     repository was created with a rule that merges.
    ///   - rule: The rule that applies if the document is not at the revision that the model was
    ///     read from, or if the model is new and the document exists.
    /// - Returns: The saved model with its new revision.
    /// - Throws: The errors of `save(_:)`, and an error that a closure of the rule throws; nothing
    ///   is saved then. ``QuireError`` with code `conflict` if the rule cannot merge the changes;
    ///   `mergeFields` cannot merge without a base.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func save(
        _ model: Model, base: Model? = nil, onConflict rule: ConflictRule<Model>
    ) throws -> Model {
        let base = base.map { SaveRequest<Model>.Base.model($0) } ?? .unknown
        return try save(model, SaveRequest(rule: rule, base: base)).value
    }

    /// Saves a model to the document that it was read from, using a conflict rule.
    ///
    /// If the rule has a closure, the closure runs in the transaction of the save. The base of a
    /// merge is the body that was read.
    ///
    /// - Parameters:
    ///   - stored: The model.
    ///   - rule: The rule that applies if the document is not at the revision that the model was
    ///     read from.
    /// - Returns: The saved model with its new revision.
    /// - Throws: The errors of `save(_:base:onConflict:)`.
    /// - Complexity: The same as `save(_:base:onConflict:)`.
    @discardableResult
    public func save(
        _ stored: Stored<Model>, onConflict rule: ConflictRule<Model>
    ) throws -> Stored<Model> {
        let target = WriteTarget(id: stored.id, if: .revision(stored.revisionID))
        return Stored(
            try save(
                stored.value,
                SaveRequest(
                    target: target, rule: rule, base: stored.body.map { .body($0) } ?? .unknown,
                    keepsBody: true)))
    }

    /// Combines two changes by the rule of a request, in the transaction of the save.
    ///
    /// - Parameters:
    ///   - conflict: The conflict, with the stored document unless that is deleted.
    ///   - model: The model to save.
    ///   - request: The request, whose rule merges.
    /// - Returns: The merged model and the document that it replaces.
    /// - Throws: ``QuireError`` with code `conflict` if the changes cannot be merged, `notFound` if
    ///   the document was purged; or an error that a closure of the rule throws.
    func resolve(
        _ conflict: WriteConflict, saving model: Model, by request: SaveRequest<Model>
    ) throws -> (model: Model, target: WriteTarget) {
        let id = conflict.target.id
        guard let current = conflict.current else { throw conflict.error(in: store) }
        // A conflict does not contain a damaged document. Reading the document throws the error.
        let stored = try conflict.stored ?? (conflict.isDeleted ? nil : store.record(id: id))
        if let stored, !isOwn(stored) { throw conflict.error(in: store) }
        let record = try stored.map { try self.current($0) }
        var base = request.base
        if case .unknown = base, let known = try ModelIdentity.documentID(of: model)?.base {
            base = .body(known.body)
        }
        let target = WriteTarget(
            id: id, if: record == nil ? .absent : .revision(current.revisionID))
        switch request.rule.kind {
        case .fail, .overwrite: throw conflict.error(in: store)
        case .resolve(let resolve):
            let changes = Conflict(
                id: id, base: try baseModel(base, id), mine: model,
                theirs: try record.map { try decodeStored($0).value })
            return (try resolve(changes), target)
        case .mergeFields(let fields):
            guard let record else { throw conflict.error(in: store) }
            let error = conflict.error(in: store)
            return (try merge(model, with: record, base: base, by: fields, conflict: error), target)
        }
    }

    private func baseModel(_ base: SaveRequest<Model>.Base, _ id: String) throws -> Model? {
        switch base {
        case .unknown: nil
        case .model(let model): model
        case .body(let body):
            try decoder.decode(
                Model.self, from: body.value, identity: DocumentIdentity(id: id, revision: nil))
        }
    }

    private func merge(
        _ model: Model, with record: DocumentRecord, base: SaveRequest<Model>.Base,
        by fields: MergePolicies<Model>, conflict: QuireError
    ) throws -> Model {
        let merger = ThreeWayMerger(policies: try fields.policies())
        guard let base = try baseBody(base) else {
            throw missingBase(of: model, record.id, conflict)
        }
        do {
            let tree = try merger.merge(
                base: base, mine: try body(of: model), theirs: record.body.value, at: PropertyPath()
            )
            guard let merged = try tree?.finished() else { throw conflict }
            return try decoder.decode(
                Model.self, from: merged,
                identity: DocumentIdentity(id: record.id, revision: record.revisionID))
        } catch let error as UnmergeableField {
            throw QuireError(
                .conflict,
                """
                The changes of \(error.path) in document "\(record.id)" in \(store.fullName) cannot be \
                merged: \(error.reason)
                """, underlyingError: conflict)
        } catch let error as DecodingError {
            throw QuireError(
                .conflict,
                """
                The changes of document "\(record.id)" in \(store.fullName) cannot be merged: the result \
                is not a \(Model.self)
                """, underlyingError: error)
        }
    }

    private func missingBase(
        of model: Model, _ id: String, _ conflict: QuireError
    ) -> QuireError {
        let hasDocumentID = (try? ModelIdentity.documentID(of: model)) != nil
        let remedy =
            hasDocumentID
            ? "create the repository with repository(of: \(Model.self).self, conflicts: .mergeFields())"
            : "give \(Model.self) a @DocumentID, which keeps the base"
        return QuireError(
            .conflict,
            """
            Two concurrent changes of document "\(id)" in \(store.fullName) cannot be merged without \
            their common base. Pass the loaded model as base:, save a Stored, or \(remedy).
            """, underlyingError: conflict)
    }

    private func baseBody(_ base: SaveRequest<Model>.Base) throws -> FleeceValue? {
        switch base {
        case .unknown: nil
        case .model(let model): try body(of: model)
        case .body(let body): body.value
        }
    }

    /// Returns the encoded body of a model, without the type discriminator.
    func body(of model: Model) throws -> FleeceValue? {
        let writer = FleeceWriter()
        _ = try encoder.encode(model, into: writer, discriminator: nil)
        return FleeceStorage(try writer.finish()).root
    }
}
