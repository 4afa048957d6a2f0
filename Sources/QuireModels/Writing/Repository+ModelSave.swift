import Fleece

extension Repository {
    /// A successful save: the revision, the model with this revision, and the body if requested.
    ///
    /// It is not a structure, because each save would look up the type of a generic structure.
    typealias Saved = (revision: SavedRevision, value: Model, body: FleeceDictionary?)

    /// Saves a model with the parameters of a request.
    ///
    /// All public saves of models call this method.
    func save(_ model: Model, _ request: SaveRequest<Model>) throws -> Saved {
        if let fault = traits.fault { throw fault }
        if mayHaveIdentifiers, request.target == nil { return try identifyAndSave(model, request) }
        if hasMiddleware { return try saveThroughMiddleware(model, request) }
        return try saveWithoutMiddleware(model, request)
    }

    // A separate function, so that other saves do not look up the metadata of its generic types.
    @inline(never)
    private func identifyAndSave(_ model: Model, _ request: SaveRequest<Model>) throws -> Saved {
        try withIdentifier(of: model) { model, identifier in
            let request = request.with(identifier: identifier)
            return hasMiddleware
                ? try saveThroughMiddleware(model, request)
                : try saveWithoutMiddleware(model, request)
        }
    }

    // A separate function, so that a save without middleware does not look up the metadata of its
    // generic types.
    @inline(never)
    private func saveThroughMiddleware(
        _ model: Model, _ request: SaveRequest<Model>
    ) throws -> Saved {
        let target =
            try request.target
            ?? ModelIdentity.target(
                of: model, ModelIdentity.documentID(of: model), request.identifier)
        var operation = WriteOperation(id: target.id, action: .save(model))
        operation.request = request.with(target: target)
        operation.mergesConflicts = request.rule.merges
        guard let stored = try perform(operation).result() else {
            throw QuireError(
                .notFound,
                "The middleware of \(Model.self) did not save document \"\(target.id)\".")
        }
        let revision = SavedRevision(
            id: stored.id, revisionID: stored.revisionID, sequence: stored.sequence)
        return (revision, stored.value, stored.body)
    }

    /// Saves a model, and resolves a conflict by the rule of the request.
    @inline(__always)
    func saveWithoutMiddleware(_ model: Model, _ request: SaveRequest<Model>) throws -> Saved {
        let property = traits.identityProperty(of: model)
        var save = try ModelSave(property, keepsBody: keepsBases || request.keepsBody)
        guard request.rule.merges || save.needsTransaction else {
            // The save is a single call to the store, which starts its own transaction.
            let revision = try self.save(model, request: request, save: &save).revision(in: store)
            return try saved(model, as: revision, save)
        }
        return try saveInTransaction(model, request: request, save: save)
    }

    @inline(never)
    private func saveInTransaction(
        _ model: Model, request: SaveRequest<Model>, save: ModelSave
    ) throws -> Saved {
        try store.database.inTransaction {
            var save = save
            switch try self.save(model, request: request, save: &save) {
            case .saved(let revision):
                return try saved(model, as: revision, save)
            case .conflict(let conflict):
                guard request.rule.merges else { throw conflict.error(in: store) }
                let (merged, target) = try resolve(conflict, saving: model, by: request)
                let request = request.with(target: target)
                save = try ModelSave(traits.identityProperty(of: merged), keepsBody: save.keepsBody)
                let revision = try self.save(merged, request: request, save: &save).revision(
                    in: store)
                return try saved(merged, as: revision, save)
            }
        }
    }

    /// Saves a model unless a conflict occurs.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - request: The rule for conflicts, the base and the target of the save.
    ///   - save: The state of the save, whose remaining properties this method sets. If the save
    ///     needs a transaction, one must be in progress.
    ///   - check: A closure that receives the ``DocumentID`` of the encoded model. If it throws,
    ///     nothing is saved.
    /// - Returns: The result of the store.
    /// - Throws: The errors of `save(_:)`, except for conflicts of revisions.
    func save(
        _ model: Model, request: SaveRequest<Model>, save: inout ModelSave,
        check: (DocumentID?) throws -> Void = { _ in }
    ) throws -> SaveResult {
        save.keys = encodedKeys(for: request)
        let keys = save.keys
        let keepsBody = save.keepsBody
        var precondition = RevisionPrecondition.any
        var body: FleeceStorage?
        do {
            let result = try store.save(
                model, by: encoder, discriminator: discriminator(of: model), save: &save,
                target: { documentID in
                    try check(documentID)
                    let target = try target(
                        of: model, documentID: documentID, request: request, keepsBody: keepsBody)
                    precondition = target.precondition
                    return target
                },
                merging: { stored, new, writer in
                    if keepsBody { body = new.copy() }
                    guard mergesStored(precondition) else { return false }
                    return try merge(
                        new, of: model, encodedKeys: keys, into: stored, writer: writer)
                })
            save.body = body?.rootDictionary
            return result
        } catch let error as EncodingError {
            throw error.reservedKeyError(in: Model.self) ?? error
        }
    }

    /// Returns the target of a save.
    @inline(__always)
    func target(
        of model: Model, documentID: DocumentID?, request: SaveRequest<Model>,
        keepsBody: Bool
    ) throws -> WriteTarget {
        let target =
            try request.target
            ?? ModelIdentity.target(of: model, documentID, request.identifier)
        let precondition = request.rule.precondition(target.precondition)
        return WriteTarget(
            id: target.id, if: precondition,
            mergesStored: keepsBody || mergesStored(precondition))
    }

    /// Returns the model with its saved revision.
    func saved(_ model: Model, as revision: SavedRevision, _ save: ModelSave) throws -> Saved {
        var body = save.body
        if save.keepsBody, body == nil { body = try store.record(id: revision.id)?.body }
        let base = keepsBases ? body.map { DocumentBase($0) } : nil
        if save.documentID == nil { return (revision, model, body) }
        var model = model
        if save.identify(&model, as: revision, base) { return (revision, model, body) }
        guard let record = try store.record(id: revision.id),
            record.revisionID == revision.revisionID
        else { return (revision, model, body) }
        return (revision, try decode(record), body)
    }

    /// Returns a list for recording the keys of the encoded model.
    ///
    /// The result is `nil` if the save must create a new document. There are no unknown fields to
    /// keep then.
    func encodedKeys(for request: SaveRequest<Model>) -> EncodedKeys? {
        if case .overwrite = request.rule.kind { return EncodedKeys() }
        guard let target = request.target else { return EncodedKeys(ignoringNewModels: true) }
        return target.precondition != .absent ? EncodedKeys() : nil
    }

    /// Whether a save must read the document that it replaces.
    ///
    /// It reads the document to keep unknown fields, or to check the type of a document that was
    /// not read before.
    func mergesStored(_ precondition: RevisionPrecondition) -> Bool {
        switch precondition {
        case .any, .existing: true
        case .absent: false
        case .revision: Model.unknownFields.areKept
        }
    }

    /// Writes a merged body if the stored document has unknown fields that the save must keep.
    func merge(
        _ new: FleeceStorage, of model: Model, encodedKeys: EncodedKeys?,
        into record: DocumentRecord, writer: FleeceWriter
    ) throws -> Bool {
        try checkType(of: record)
        var merge = try UnknownFieldPreserver(Model.unknownFields, of: Model.self)
        guard merge.rule.areKept, let body = new.rootDictionary else { return false }
        do {
            let stored = try remainder(of: current(record), after: body)
            merge.pinnedKey = plan?.newerKey(of: stored)
            return try merge.write(stored, body, encodedKeys: encodedKeys, into: writer) {
                try KeyCapturingEncoder.keys(
                    of: model, userInfo: encoder.userInfo,
                    arrays: Set(merge.elements.map(\.path)), keys: encoder.keyEncodingStrategy)
            }
        } catch let error as AmbiguousKey {
            throw undecided(error.location.joined(separator: "."), record)
        }
    }

    private func undecided(_ key: String, _ record: DocumentRecord) -> QuireError {
        QuireError(
            .unsupportedOperation,
            """
            Document "\(record.id)" in \(store.fullName) has the key "\(key)", but it cannot be \
            determined whether \(Model.self) knows this key: its coding keys accept any string. \
            List the known keys in \(Model.self).unknownFields, or discard unknown keys
            """)
    }

    /// Returns the type discriminator of a model.
    func discriminator(of model: Model) -> Discriminator {
        func name<Family: DocumentFamily>(of family: Family) -> String? {
            FamilyTypes<Family>.all.name(of: family)
        }
        guard types.isFamily, let family = model as? any DocumentFamily else {
            return Discriminator(
                key: typeKey, typeName: types.names[0], version: plan?.version)
        }
        // The encoder throws an error for a value without a name.
        let name = name(of: family) ?? Model.documentType
        return Discriminator(
            key: typeKey, typeName: name, version: types.isKnown(name) ? plan?.version : nil)
    }

    /// Returns the properties of a stored document that a save with a new body may keep.
    ///
    /// These are all properties, unless the save changes the document to another type of a family.
    /// Then the properties of the former type are excluded.
    private func remainder(
        of record: DocumentRecord, after body: FleeceDictionary
    ) throws -> FleeceDictionary {
        guard let name = record.body[typeKey]?.string, let newName = body[typeKey]?.string,
            name != newName, !types.areOneType(name, newName),
            let former = try? decodeStored(record).value
        else { return record.body }
        let keys = try KeyCapturingEncoder.keys(
            of: former, userInfo: encoder.userInfo, arrays: [], keys: encoder.keyEncodingStrategy)
        let writer = FleeceWriter()
        writer.beginDictionary()
        for (key, value) in record.body where keys.answer(for: key) != .known {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        writer.endDictionary()
        return FleeceStorage(try writer.finish()).rootDictionary ?? record.body
    }

    /// Checks that a save does not replace a document of another type.
    private func checkType(of record: DocumentRecord) throws {
        let stored = record.body[typeKey]
        if stored == nil || types.contains(stored) { return }
        throw QuireError(
            .conflict,
            """
            Document "\(record.id)" in \(store.fullName) is not of type \
            "\(Model.documentType)" but \((try? stored?.json()) ?? "damaged"), so the save does not \
            replace it. Save the model under another ID
            """)
    }
}

/// The parameters of a save other than the model.
///
/// It is not a structure, because each save would look up the type of a generic structure.
final class SaveRequest<Model: DocumentModel>: Sendable {
    /// The document to save, if the model does not determine it.
    let target: WriteTarget?
    /// The document ID in the model's own `id`, if it was determined before.
    let identifier: String?
    /// The rule for a document that does not meet the precondition.
    let rule: ConflictRule<Model>
    /// The base that the caller provides for a merge.
    let base: Base
    /// Whether the result contains the saved body.
    let keepsBody: Bool

    /// The model or body that the change started from.
    enum Base {
        case unknown
        case model(Model)
        case body(FleeceDictionary)
    }

    init(
        target: WriteTarget? = nil, identifier: String? = nil, rule: ConflictRule<Model> = .fail,
        base: Base = .unknown, keepsBody: Bool = false
    ) {
        self.target = target
        self.identifier = identifier
        self.rule = rule
        self.base = base
        self.keepsBody = keepsBody
    }

    /// Returns this request with another document.
    func with(target: WriteTarget) -> SaveRequest {
        SaveRequest(
            target: target, identifier: identifier, rule: rule, base: base, keepsBody: keepsBody)
    }

    /// Returns this request with the document ID in the model's own `id`.
    func with(identifier: String?) -> SaveRequest {
        SaveRequest(
            target: target, identifier: identifier, rule: rule, base: base, keepsBody: keepsBody)
    }
}
