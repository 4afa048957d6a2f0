public import Foundation

/// What was done with a document, for an audit.
public struct AuditEntry: DocumentModel, Hashable {
    /// What was done.
    public enum Action: String, Codable, Sendable, CaseIterable {
        /// A new document was saved.
        case created
        /// A document was saved again.
        case updated
        /// Single properties were changed.
        case patched
        /// A document was deleted.
        case deleted
        /// A document was removed without a trace.
        case purged
    }

    /// The entry's own document.
    @DocumentID public var id: String?
    /// What was done.
    public var action: Action
    /// The collection of the document.
    public var collection: String
    /// The type of the document.
    public var documentType: String
    /// The document's ID.
    public var documentID: String
    /// The new revision, if there is one.
    public var revisionID: String?
    /// When it was done.
    public var date: Date
    /// Who did it.
    public var actor: String?
}

/// Notes every operation that has written a document.
///
/// An entry is made when the operation is done, in its transaction: if the entry cannot be kept, the
/// operation is undone.
public struct AuditMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let collection: String
    private let actor: @Sendable () -> String?
    private let now: @Sendable () -> Date
    private let keep: @Sendable (AuditEntry) throws -> Void

    /// Makes an audit.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection, for the entries.
    ///   - actor: Says who is at work.
    ///   - now: The clock.
    ///   - keep: A closure that keeps an entry.
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

    /// Keeps an entry of what was done.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - next: What does it.
    /// - Returns: What came of it.
    /// - Throws: What the operation throws, or what keeping the entry throws; the operation is undone then.
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
    /// Returns the repository with an audit that is kept in another one.
    ///
    /// - Parameters:
    ///   - entries: Where the entries are saved; in the same database, so that they are saved in the
    ///     same transaction.
    ///   - actor: Says who is at work.
    ///   - now: The clock.
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
