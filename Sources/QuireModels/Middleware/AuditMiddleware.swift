public import Foundation

/// An audit record of an operation on a document.
///
/// ```swift
/// for entry in try entries.sorted(by: \.date).all() {
///     print(entry.action, entry.documentID, entry.actor ?? "")  // deleted hotel-1 reception
/// }
/// ```
public struct AuditEntry: DocumentModel, Hashable {
    /// The kind of an operation.
    ///
    /// ```swift
    /// let deletions = try entries.filter { $0.action == .deleted }.count()
    /// ```
    public enum Action: String, Codable, Sendable, CaseIterable {
        /// A new document was saved.
        case created
        /// An existing document was saved.
        case updated
        /// Individual properties were changed.
        case patched
        /// A document was deleted.
        case deleted
        /// A document was purged.
        case purged
    }

    /// The ID of the entry's own document.
    @DocumentID public var id: String?
    /// The kind of the operation.
    public var action: Action
    /// The collection of the document.
    public var collection: String
    /// The type name of the document.
    public var documentType: String
    /// The document's ID.
    public var documentID: String
    /// The new revision, if the operation created one.
    public var revisionID: String?
    /// The date of the operation.
    public var date: Date
    /// The user or program that performed the operation.
    public var actor: String?
}

/// Middleware that records every operation that writes a document.
///
/// An entry is recorded after the operation, in the same transaction. If the entry cannot be
/// recorded, the operation is rolled back.
///
/// ```swift
/// let entries = try database.repository(of: AuditEntry.self)
/// let audited = hotels.using(
///     AuditMiddleware(collection: "hotels", actor: { "reception" }) { entry in
///         try entries.insert(entry)
///     })
/// try audited.delete(id: "hotel-1")
/// ```
public struct AuditMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let collection: String
    private let actor: @Sendable () -> String?
    private let now: @Sendable () -> Date
    private let keep: @Sendable (AuditEntry) throws -> Void

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection, for the entries.
    ///   - actor: A closure that returns the user or program that performs the operation.
    ///   - now: A closure that returns the current date.
    ///   - keep: A closure that records an entry.
    public init(
        collection: String, actor: @escaping @Sendable () -> String? = { nil },
        now: @escaping @Sendable () -> Date = { Date() },
        keep: @escaping @Sendable (AuditEntry) throws -> Void
    ) {
        self.collection = collection
        self.actor = actor
        self.now = now
        self.keep = keep
    }

    /// Performs an operation and records an entry.
    ///
    /// - Parameters:
    ///   - operation: The write that the entry describes.
    ///   - next: A closure that performs the operation.
    /// - Returns: The outcome of the operation.
    /// - Throws: The errors of the operation, and an error that is thrown while the entry is
    ///   recorded; the operation is rolled back then.
    public func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        let outcome = try next(operation)
        let action: AuditEntry.Action =
            switch operation.action {
            case .save: operation.isNew ? .created : .updated
            case .patch: .patched
            case .delete: .deleted
            case .purge: .purged
            }
        try keep(
            AuditEntry(
                action: action, collection: collection, documentType: Model.documentType,
                documentID: outcome.id, revisionID: outcome.revisionID?.description, date: now(),
                actor: actor()))
        return outcome
    }
}

extension Repository {
    /// Returns the repository with an audit that is recorded in another repository.
    ///
    /// ```swift
    /// let entries = try database.repository(of: AuditEntry.self)
    /// let hotels = try database.repository(of: Hotel.self).audited(in: entries)
    /// try hotels.update("hotel-1") { $0.stars = 5 }
    /// ```
    ///
    /// - Parameters:
    ///   - entries: The repository for the entries. It must use the same database, so that an entry
    ///     is saved in the transaction of its operation.
    ///   - actor: A closure that returns the user or program that performs the operation.
    ///   - now: A closure that returns the current date.
    /// - Returns: The repository.
    public func audited(
        in entries: Repository<AuditEntry>, actor: @escaping @Sendable () -> String? = { nil },
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(
            AuditMiddleware(collection: store.fullName, actor: actor, now: now) {
                try entries.insert($0)
            })
    }
}
