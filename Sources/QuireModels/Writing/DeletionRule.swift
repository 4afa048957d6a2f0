/// A conflict between a change and a deletion of a document in two databases.
///
/// ```swift
/// let rule = DeletionRule<Hotel>.decide { conflict in
///     conflict.changed.tags.isEmpty ? nil : conflict.changed
/// }
/// ```
public struct DeletionConflict<Model: DocumentModel>: Sendable {
    /// The document's ID.
    public let id: String

    /// The last model that both databases had, if it is known.
    public let base: Model?

    /// The model of the database in which the document exists.
    public let changed: Model

    /// Whether this database has deleted the document.
    ///
    /// If the value is `false`, the other database has deleted it.
    public let isDeletedHere: Bool
}

/// A rule for documents that one database has changed and another one has deleted.
///
/// ```swift
/// let rule = DeletionRule<Hotel>.decide { conflict in
///     conflict.changed.tags.isEmpty ? nil : conflict.changed
/// }
/// ```
///
/// Pass it to `resolveConflicts(of:by:deletions:)` of a replicator's `CollectionConfiguration`.
public struct DeletionRule<Model: DocumentModel>: Sendable {
    enum Kind: Sendable {
        case keepChange
        case keepDeletion
        case decide(@Sendable (DeletionConflict<Model>) throws -> Model?)
    }

    let kind: Kind

    /// Keeps the document with its change.
    public static var keepChange: DeletionRule { DeletionRule(kind: .keepChange) }

    /// Deletes the document.
    public static var keepDeletion: DeletionRule { DeletionRule(kind: .keepDeletion) }

    /// Decides with a closure.
    ///
    /// If the closure throws an error, the conflict stays open. Both databases can resolve the same
    /// conflict, so the result should not depend on ``DeletionConflict/isDeletedHere``.
    ///
    /// - Parameter decide: A closure that returns the model to save, or `nil` to delete the document.
    /// - Returns: The rule.
    public static func decide(
        _ decide: @escaping @Sendable (DeletionConflict<Model>) throws -> Model?
    ) -> DeletionRule {
        DeletionRule(kind: .decide(decide))
    }
}
