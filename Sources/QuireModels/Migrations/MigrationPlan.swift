import Fleece

/// A plan for migrating documents to the current schema version.
///
/// The type does not depend on the model type.
struct MigrationPlan: Sendable {
    /// The current schema version, and the key under which documents store their version.
    let version: Discriminator.Version
    let stages: [MigrationStage]

    /// Returns the plan of a model, or `nil` if it has no migrations.
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

    /// Returns the schema version of a document.
    ///
    /// - Parameter body: The document.
    /// - Returns: The version, or 1 if the document does not contain one.
    /// - Throws: ``MigrationFailure`` if the version is not an integer.
    func version(of body: FleeceDictionary) throws -> Int {
        guard let value = body[version.key], !value.isNull else { return 1 }
        guard let number = value.int64 else {
            throw MigrationFailure("its schema version \"\(version.key)\" is not an integer")
        }
        return Int(clamping: number)
    }

    /// Returns the version key if the document's schema version is newer than the model's, or
    /// `nil` otherwise.
    func newerKey(of body: FleeceDictionary) -> String? {
        guard let number = try? version(of: body), number > version.number else { return nil }
        return version.key
    }

    /// Migrates a body to the current schema version.
    ///
    /// - Parameters:
    ///   - body: The stored body of a document, of any schema version.
    ///   - context: The context of the migration.
    /// - Returns: The migrated body, or the same body if it has the current or a newer schema
    ///   version.
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
                throw MigrationFailure(
                    "its \(error.path): \(error.reason)", stage: stage, cause: error)
            } catch {
                throw MigrationFailure("\(error)", stage: stage, cause: error)
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

/// The coders and the identity for migrating a document.
struct MigrationContext {
    let encoder: DocumentEncoder
    let decoder: DocumentDecoder
    let identity: DocumentIdentity
}

/// The reason why a document cannot be migrated.
struct MigrationFailure: Error {
    let reason: String
    /// The schema version that the document could not be migrated to.
    let version: Int?
    let cause: (any Error)?

    init(_ reason: String, stage: MigrationStage? = nil, cause: (any Error)? = nil) {
        self.reason = reason
        version = stage?.version
        self.cause = cause
    }
}
