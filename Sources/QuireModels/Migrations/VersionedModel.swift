/// A model with migrations for documents stored by earlier versions.
///
/// You do not need a migration to add a property: a new optional property is `nil` in old
/// documents, and other properties get their declared defaults (``DefaultsProviding``). If you
/// rename or move a property, or change its type, declare a migration:
///
/// ```swift
/// struct Hotel: VersionedModel {
///     var name: String
///     var city: String
///
///     static let migrations = Migrations<Hotel>()
///         .migrate(to: 2) {
///             $0.rename("title", to: "name")
///             $0.move("city", to: "address.city")
///         }
///         .migrate(to: 3, from: HotelV2.self) { old in
///             Hotel(name: old.name, city: old.address.city)
///         }
/// }
/// ```
///
/// Every document of such a model stores its schema version under the key `modelVersion`, or a key
/// that you choose. A document without this key has version 1.
///
/// ## Older documents
///
/// When a repository reads an older document as a model, it migrates the document in memory. The
/// stored document changes only when it is saved, or when `Repository/sweep(batchSize:progress:)`
/// rewrites all documents. A filter compares stored values. If a filter uses a property that a
/// migration sets, it therefore finds older documents only after a sweep.
///
/// ## Newer documents
///
/// A document with a newer schema version is decoded without a migration, if it matches the model.
/// Saving it keeps its schema version and the keys that are unknown to the model, so the document
/// is not downgraded. If the newer version has renamed a key, a save stores the old key in addition
/// to the new one. The newer version of the program ignores the old key.
public protocol VersionedModel: DocumentModel {
    /// The migrations from each schema version of the model to the next.
    static var migrations: Migrations<Self> { get }
}

/// The migrations that update a model's documents to the current schema version.
///
/// ```swift
/// static let migrations = Migrations<Hotel>()
///     .migrate(to: 2) { $0.rename("title", to: "name") }
///     .migrate(to: 3) { $0.setDefault("stars", to: 3) }
/// ```
public struct Migrations<Model: DocumentModel>: Sendable {
    /// The key of the schema version in documents.
    public let versionKey: String

    /// The current schema version.
    public var current: Int { stages.last?.version ?? 1 }

    private(set) var stages: [MigrationStage] = []

    /// Creates the migrations of a model with schema version 1.
    ///
    /// - Parameter versionKey: The key of the schema version in documents. The model must not have
    ///   a property with this key.
    public init(versionKey: String = "modelVersion") {
        self.versionKey = versionKey
    }

    /// Adds a schema version and the changes of the body that lead to it.
    ///
    /// The stored body is changed without being decoded. The migration runs each time an older
    /// document is read, so it must return the same result for the same document.
    ///
    /// ```swift
    /// static let migrations = Migrations<Hotel>()
    ///     .migrate(to: 2) { $0.rename("title", to: "name") }
    /// ```
    ///
    /// - Parameters:
    ///   - version: The new schema version, which must be greater than the previous one. The
    ///     changes are applied to documents with all earlier versions.
    ///   - changes: A closure that records the changes.
    /// - Returns: The migrations with this schema version.
    public func migrate(
        to version: Int, _ changes: (inout BodyMigration) -> Void
    ) -> Migrations {
        var body = BodyMigration()
        changes(&body)
        return adding(MigrationStage(version: version, change: .body(body.steps)))
    }

    /// Adds a schema version and a closure that converts models of the previous version.
    ///
    /// Keep the previous version of the model as a separate Swift type with another name. Keys that
    /// belong to neither type are kept.
    ///
    /// ```swift
    /// static let migrations = Migrations<Hotel>()
    ///     .migrate(to: 2, from: HotelV1.self) { Hotel(name: $0.title, city: $0.address.city) }
    /// ```
    ///
    /// - Parameters:
    ///   - version: The new schema version, which must be greater than the previous one.
    ///   - old: The type of the previous version. If it has a ``DocumentID``, this property
    ///     receives the document's ID.
    ///   - change: A closure that returns the new value: the model itself or, if more migrations
    ///     follow, a value of the type that the next migration converts.
    /// - Returns: The migrations with this schema version.
    public func migrate<Old: Codable & Sendable, New: Encodable & Sendable>(
        to version: Int, from old: Old.Type, _ change: @escaping @Sendable (Old) throws -> New
    ) -> Migrations {
        let typed = TypedMigration(change)
        return adding(MigrationStage(version: version, change: .typed(typed)))
    }

    private func adding(_ stage: MigrationStage) -> Migrations {
        precondition(
            stage.version > current,
            "Version \(stage.version) of \(Model.self) must be greater than \(current)")
        var migrations = self
        migrations.stages.append(stage)
        return migrations
    }
}

/// The migration to one schema version.
struct MigrationStage: Sendable {
    enum Change: Sendable {
        case body([BodyMigration.Step])
        case typed(TypedMigration)
    }

    let version: Int
    let change: Change
}
