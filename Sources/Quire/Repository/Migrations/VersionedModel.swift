/// A model whose stored form has changed in a way that old documents have to be told of.
///
/// What is only added needs none of this: a new optional property is `nil` in old documents, and others
/// get their declared defaults (``DefaultsProviding``). What is renamed, moved, or takes other values
/// than before needs a migration:
///
/// ```swift
/// extension Hotel: VersionedModel {
///     static let migrations = Migrations<Hotel>()
///         .migrate(to: 2) {
///             $0.rename("title", to: "name")
///             $0.move("city", to: "address.city")
///         }
///         .migrate(to: 3, from: HotelV2.self) { old in Hotel(upgrading: old) }
/// }
/// ```
///
/// Every document of such a model carries the number of its form in an attribute of its own,
/// `modelVersion` unless another key is chosen; one without it has form 1. Old documents are brought
/// into the newest form in memory whenever the repository reads them as models, and stay as they are
/// until they are saved, or until `Repository/sweep(batchSize:progress:)` rewrites them all. A filter
/// sees what is stored, so one on a property that a migration fills finds old documents only after a
/// sweep.
///
/// A document of a newer form than the program knows is read as it is, as far as it fits the model.
/// Saving it keeps the keys that the program does not know, and the number of its form: a program does
/// not make a document older. What it stores under a key that the newer form has renamed stays there
/// beside the new key, and the newer program does not look at it.
public protocol VersionedModel: DocumentModel {
    /// The steps from each form of the model's documents to the next.
    static var migrations: Migrations<Self> { get }
}

/// The steps that bring a model's documents into the newest form.
public struct Migrations<Model: DocumentModel>: Sendable {
    /// The key of the attribute with the number of a document's form.
    public let versionKey: String

    /// The number of the newest form.
    public var current: Int { stages.last?.version ?? 1 }

    private(set) var stages: [MigrationStage] = []

    /// Makes the migrations of a model that has its first form.
    ///
    /// - Parameter versionKey: The key of the attribute with the number of a document's form. The model
    ///   must not have a property of that key.
    public init(versionKey: String = "modelVersion") {
        self.versionKey = versionKey
    }

    /// Adds a form, and the changes of a body that lead to it.
    ///
    /// The body is changed as it is stored; nothing is decoded. Migrating runs whenever an old document
    /// is read, so it must give the same for the same document.
    ///
    /// - Parameters:
    ///   - version: The number of the new form, greater than that before. Documents of all older forms
    ///     go through the changes.
    ///   - changes: A closure that records the changes.
    /// - Returns: The migrations with this one.
    public func migrate(
        to version: Int, _ changes: (inout BodyMigration) -> Void
    ) -> Migrations {
        var body = BodyMigration()
        changes(&body)
        return adding(MigrationStage(version: version, change: .body(body.steps)))
    }

    /// Adds a form, and how a model of it is made of one of the form before.
    ///
    /// The old form is a type that is kept as it was: a copy of the former model, with another Swift
    /// name. Keys that neither type knows stay.
    ///
    /// - Parameters:
    ///   - version: The number of the new form, greater than that before.
    ///   - old: The type of documents of the form before; a ``DocumentID`` gets the document's ID.
    ///   - change: A closure that makes the new value: one of the model, or if further forms follow of
    ///     the type that the next migration begins with.
    /// - Returns: The migrations with this one.
    public func migrate<Old: Codable & Sendable, New: Encodable & Sendable>(
        to version: Int, from old: Old.Type, _ change: @escaping @Sendable (Old) throws -> New
    ) -> Migrations {
        let typed = TypedMigration(change)
        return adding(MigrationStage(version: version, change: .typed(typed)))
    }

    private func adding(_ stage: MigrationStage) -> Migrations {
        precondition(
            stage.version > current,
            "The form \(stage.version) of \(Model.self) does not come after \(current)")
        var migrations = self
        migrations.stages.append(stage)
        return migrations
    }
}

/// What leads to a form of a model's documents.
struct MigrationStage: Sendable {
    enum Change: Sendable {
        case body([BodyMigration.Step])
        case typed(TypedMigration)
    }

    let version: Int
    let change: Change
}
