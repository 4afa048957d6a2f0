import Fleece

/// What brings the documents of a model into the newest form, whatever the model's type is.
struct MigrationPlan: Sendable {
    /// The attribute that documents of the newest form have.
    let version: Discriminator.Version
    let stages: [MigrationStage]

    /// The plan of a model, or `nil` if its documents have had but one form.
    static func of<Model: DocumentModel>(_ model: Model.Type) -> MigrationPlan? {
        func plan<Versioned: VersionedModel>(_ model: Versioned.Type) -> MigrationPlan? {
            let migrations = Versioned.migrations
            guard !migrations.stages.isEmpty else { return nil }
            return MigrationPlan(
                version: Discriminator.Version(
                    key: migrations.versionKey, number: migrations.current),
                stages: migrations.stages)
        }
        return (model as? any VersionedModel.Type).flatMap { plan($0) }
    }

    /// The number of a document's form.
    ///
    /// - Parameter body: The document.
    /// - Returns: The number; without an attribute 1.
    /// - Throws: ``MigrationFailure`` if the attribute is no number.
    func version(of body: FleeceDictionary) throws -> Int {
        guard let value = body[version.key], !value.isNull else { return 1 }
        guard let number = value.int64 else {
            throw MigrationFailure("its attribute \"\(version.key)\" is no whole number")
        }
        return Int(clamping: number)
    }

    /// The key of the version attribute, if a document is of a newer form than the newest one known.
    func newerKey(of body: FleeceDictionary) -> String? {
        guard let number = try? version(of: body), number > version.number else { return nil }
        return version.key
    }

    /// Brings a body into the newest form.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - context: What it is coded with.
    /// - Returns: The new body, or the same if it is in the newest form, or in a newer one.
    /// - Throws: ``MigrationFailure``.
    func migrated(
        _ body: FleeceDictionary, _ context: MigrationContext
    ) throws -> FleeceDictionary {
        let number = try version(of: body)
        guard number < version.number else { return body }
        var tree = BodyTree.stored(body.value)
        for stage in stages where stage.version > number {
            do {
                try stage.apply(to: &tree, context)
            } catch let error as PatchFailure {
                throw MigrationFailure("its \(error.path): \(error.reason)", stage, error)
            } catch {
                throw MigrationFailure("\(error)", stage, error)
            }
        }
        guard var pairs = tree.pairs else { return body }
        pairs[version.key] = try BodyTree(encoding: version.number)
        return try BodyTree.dictionary(pairs).finished()?.dictionary ?? body
    }
}

extension MigrationStage {
    fileprivate func apply(to body: inout BodyTree, _ context: MigrationContext) throws {
        switch change {
        case .body(let steps):
            for step in steps { try step.apply(to: &body, context) }
        case .typed(let migration):
            guard let old = try body.finished()?.dictionary else { return }
            body = .stored(try migration.apply(old, context).value)
        }
    }
}

/// What a document that is migrated is coded with.
struct MigrationContext {
    let encoder: DocumentEncoder
    let decoder: DocumentDecoder
    let identity: DocumentIdentity
}

/// Why a document cannot be migrated.
struct MigrationFailure: Error {
    let reason: String
    /// The form that could not be reached.
    let version: Int?
    let cause: (any Error)?

    init(_ reason: String, _ stage: MigrationStage? = nil, _ cause: (any Error)? = nil) {
        self.reason = reason
        version = stage?.version
        self.cause = cause
    }
}
