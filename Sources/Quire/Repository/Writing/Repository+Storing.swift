import Fleece

extension Repository {
    /// What has been saved: the revision, the model with it, and the body if it was asked for.
    ///
    /// No structure: for one that is generic, each save would look up its type.
    typealias Saved = (revision: SavedRevision, value: Model, body: FleeceDictionary?)

    /// Saves a model, as a request says, by way of the middleware.
    func store(_ model: Model, _ request: SaveRequest<Model>) throws -> Saved {
        if let fault = traits.fault { throw fault }
        guard mayHaveIdentifiers, request.target == nil else {
            return try perform(model, request)
        }
        return try withIdentifier(of: model) { model, identifier in
            var request = request
            request.identifier = identifier
            return try perform(model, request)
        }
    }

    private func perform(_ model: Model, _ request: SaveRequest<Model>) throws -> Saved {
        hasMiddleware
            ? try storeByMiddleware(model, request) : try execute(model, request)
    }

    // By itself, so that a save without middleware does not look up the types that this needs.
    @inline(never)
    private func storeByMiddleware(
        _ model: Model, _ request: SaveRequest<Model>
    ) throws -> Saved {
        var request = request
        let target =
            try request.target
            ?? ModelIdentity.target(
                of: model, ModelIdentity.documentID(of: model), request.identifier)
        request.target = target
        var operation = WriteOperation(id: target.id, action: .save(model))
        operation.request = request
        guard let stored = try perform(operation).result() else {
            throw QuireError(
                .notFound,
                "The middleware of \(Model.self) has not saved document \"\(target.id)\".")
        }
        let revision = SavedRevision(
            id: stored.id, revisionID: stored.revisionID, sequence: stored.sequence)
        return (revision, stored.value, stored.body)
    }

    /// Saves a model, as a request says.
    func execute(_ model: Model, _ request: SaveRequest<Model>) throws -> Saved {
        if keepsBases, !request.keepsBody {
            var request = request
            request.keepsBody = true
            return try execute(model, request)
        }
        let property = try IdentityProperty.of(model).checked()
        switch request.rule.kind {
        case .fail where property.isWritable && !request.keepsBody,
            .overwrite where property.isWritable && !request.keepsBody:
            // The only access to the store, which is a transaction of its own.
            return try storeOnce(model, property, request)
        case .fail, .overwrite:
            return try store.inTransaction { try storeOnce(model, property, request) }
        case .resolve, .mergeFields:
            return try store.inTransaction {
                do {
                    return try storeOnce(model, property, request)
                } catch let error as QuireError where error.code == .conflict {
                    return try resolve(error, model, request)
                }
            }
        }
    }

    /// Saves a model if its document is as expected.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - property: The property with its ``DocumentID``. If it is not writable, or if the request keeps
    ///     the body, a transaction must be in progress, since the document may have to be read again.
    ///   - request: The request.
    /// - Returns: What has been saved.
    /// - Throws: As `save(_:)`.
    func storeOnce(
        _ model: Model, _ property: IdentityProperty, _ request: SaveRequest<Model>
    ) throws -> Saved {
        let encodedKeys = encodedKeys(for: request)
        let encoder = encoder
        let discriminator = discriminator(of: model)
        var wrapped: DocumentID?
        var body: FleeceStorage?
        let saved = try save { writer in
            let encoded = try encode(model, by: encoder, into: writer, discriminator, encodedKeys)
            // In a class, the encoded one may be that of the superclass.
            wrapped = property.read(model, encoded: encoded)
            let target =
                try request.target ?? ModelIdentity.target(of: model, wrapped, request.identifier)
            return DocumentTarget(
                id: target.id, expecting: request.rule.expected(target.expecting))
        } revising: { target, new, writer in
            if request.keepsBody { body = new.copy() }
            return try revise(new, of: model, encodedKeys, target, writer)
        }
        var kept = body?.rootDictionary
        if request.keepsBody, kept == nil { kept = try store.record(id: saved.id)?.body }
        let base = keepsBases ? kept.map { DocumentBase($0) } : nil
        return (saved, try identified(model, as: saved, base, property, wrapped), kept)
    }

    /// Encodes a model as the body of its document.
    private func encode(
        _ model: Model, by encoder: DocumentEncoder, into writer: FleeceWriter,
        _ discriminator: Discriminator, _ encodedKeys: EncodedKeys?
    ) throws -> DocumentID? {
        do {
            return try encoder.encode(
                model, into: writer, discriminator: discriminator, noting: encodedKeys)
        } catch let error as EncodingError {
            throw error.reservedKeyError(in: Model.self) ?? error
        }
    }

    /// Lets the store save a document.
    ///
    /// An optional closure, as the store takes it, counts as one that escapes: of all that it uses a
    /// copy is made, of the model too. None of this does.
    private func save(
        body: (FleeceWriter) throws -> DocumentTarget,
        revising revise: (DocumentTarget, FleeceStorage, FleeceWriter) throws -> Bool
    ) throws -> SavedRevision {
        try withoutActuallyEscaping(revise) { try store.save(body: body, revising: $0) }
    }

    /// The list that receives the keys of a model, or `nil` if the model cannot replace a document, whose
    /// unknown fields would be kept.
    private func encodedKeys(for request: SaveRequest<Model>) -> EncodedKeys? {
        if case .overwrite = request.rule.kind { return EncodedKeys() }
        guard let target = request.target else { return EncodedKeys(ignoringNewModels: true) }
        return target.expecting != .none ? EncodedKeys() : nil
    }

    /// Looks at what is stored before it is replaced, and writes another body if there is something in
    /// it to be kept.
    private func revise(
        _ new: FleeceStorage, of model: Model, _ encodedKeys: EncodedKeys?,
        _ target: DocumentTarget, _ writer: FleeceWriter
    ) throws -> Bool {
        var merge = try UnknownFieldMerge<Model>(Model.unknownFields)
        switch target.expecting {
        case .none: return false
        case .revision where !merge.rule.areKept: return false
        case .any, .revision: break
        }
        guard let record = try store.record(id: target.id) else { return false }
        if case .revision(let revisionID) = target.expecting, record.revisionID != revisionID {
            return false
        }
        try checkType(of: record)
        guard merge.rule.areKept, let body = new.rootDictionary else { return false }
        do {
            let stored = try remainder(of: current(record), after: body)
            merge.pinnedKey = plan?.newerKey(of: stored)
            return try merge.write(stored, body, encodedKeys: encodedKeys, into: writer) {
                try KeyCapturingEncoder.keys(
                    of: model, userInfo: encoder.userInfo,
                    arrays: Set(merge.elements.map(\.path)))
            }
        } catch let error as AmbiguousKey {
            throw undecided(error.place.joined(separator: "."), record)
        }
    }

    private func undecided(_ key: String, _ record: DocumentRecord) -> QuireError {
        QuireError(
            .unsupportedOperation,
            """
            Document "\(record.id)" in \(store.fullName) has the key "\(key)", and it cannot be \
            told whether \(Model.self) knows it: the type's coding keys can be any text. Name the keys \
            that it knows in \(Model.self).unknownFields, or discard the others
            """)
    }

    /// What is said of a model beside its own properties.
    private func discriminator(of model: Model) -> Discriminator {
        func name<Family: DocumentFamily>(of family: Family) -> String? {
            FamilyTypes<Family>.all.name(of: family)
        }
        guard types.isFamily, let family = model as? any DocumentFamily else {
            return Discriminator(
                key: typeKey, typeName: types.names[0], version: plan?.version)
        }
        // One without a name is refused when it is encoded.
        let name = name(of: family) ?? Model.documentType
        return Discriminator(
            key: typeKey, typeName: name, version: types.isKnown(name) ? plan?.version : nil)
    }

    /// What of a stored body may be kept where another body replaces it: all of it, but if the document
    /// becomes one of another type of a family nothing that belongs to its former type.
    private func remainder(
        of record: DocumentRecord, after body: FleeceDictionary
    ) throws -> FleeceDictionary {
        guard let name = record.body[typeKey]?.string, let newName = body[typeKey]?.string,
            name != newName, !types.areOneType(name, newName),
            let former = try? decodeStored(record).value
        else { return record.body }
        let keys = try KeyCapturingEncoder.keys(of: former, userInfo: encoder.userInfo, arrays: [])
        let writer = FleeceWriter()
        writer.beginDictionary()
        for (key, value) in record.body where keys.answer(for: key) != .known {
            writer.writeKey(key)
            writer.write(copyOf: value)
        }
        writer.endDictionary()
        return FleeceStorage(try writer.finish()).rootDictionary ?? record.body
    }

    /// The model as the document that it was saved as.
    private func identified(
        _ model: Model, as saved: SavedRevision, _ base: DocumentBase?,
        _ property: IdentityProperty, _ wrapped: DocumentID?
    ) throws -> Model {
        guard let wrapped else { return model }
        var identified = model
        let identity = DocumentID(saved.id, revision: saved.revisionID, base: base)
        if property.replace(wrapped, with: identity, in: &identified) { return identified }
        guard let record = try store.record(id: saved.id), record.revisionID == saved.revisionID
        else { return model }
        return try decode(record)
    }

    /// Makes sure that a save does not replace a document of another type.
    private func checkType(of record: DocumentRecord) throws {
        let stored = record.body[typeKey]
        if stored == nil || types.contains(stored) { return }
        throw QuireError(
            .conflict,
            """
            Document "\(record.id)" in \(store.fullName) is not of type \
            "\(Model.documentType)" but \((try? stored?.json()) ?? "damaged"), so it is not replaced. Save \
            the model under another ID
            """)
    }
}

extension FleeceStorage {
    /// A copy that can outlive these bytes.
    fileprivate func copy() -> FleeceStorage {
        withUnsafeBytes { FleeceStorage(copying: $0, sharedKeys: sharedKeys) }
    }
}
