/// A type that intercepts the write operations of a repository and can restrict the models it
/// reads.
///
/// A repository calls its middleware in the order in which it was added: the first middleware
/// receives an operation first and its outcome last. The middleware that is registered with
/// ``DocumentDatabase/use(_:for:)`` follows. All middleware runs in the transaction of the
/// operation. If middleware throws an error, the operation is rolled back. Middleware is
/// synchronous and cannot suspend.
///
/// ```swift
/// struct ReadOnlyOnSundays<Model: DocumentModel>: RepositoryMiddleware {
///     func perform(
///         _ operation: WriteOperation<Model>,
///         next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
///     ) throws -> WriteOutcome<Model> {
///         if isSunday() { throw ClosedError() }
///         return try next(operation)
///     }
/// }
///
/// let hotels = try database.repository(of: Hotel.self).using(ReadOnlyOnSundays())
/// ```
public protocol RepositoryMiddleware<Model>: Sendable {
    /// The model of the repository.
    associatedtype Model: DocumentModel

    /// Performs an operation, usually by passing it to the next middleware.
    ///
    /// - Parameters:
    ///   - operation: The operation, which can be changed before it is passed on.
    ///   - next: A closure that passes an operation to the remaining middleware and then to the
    ///     repository.
    /// - Returns: The outcome of the operation.
    /// - Throws: Any error; the operation is rolled back then.
    func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model>

    /// Returns the condition on the models that the repository reads.
    ///
    /// - Parameter scope: Whether the repository reads deleted models.
    /// - Returns: A condition, or `nil` if the repository reads all models.
    func condition(in scope: DeletionScope) -> QueryCondition<Model>?
}

extension RepositoryMiddleware {
    /// Returns `nil`, so that the repository reads all models.
    public func condition(in scope: DeletionScope) -> QueryCondition<Model>? { nil }
}

/// The models that a repository reads if deleting only marks them as deleted.
///
/// ```swift
/// let isActive = SoftDeleteMiddleware<Hotel>(\.deletedAt).condition(in: .live)
/// ```
public enum DeletionScope: Sendable {
    /// Models that are not deleted.
    case live
    /// All models.
    case all
    /// Deleted models.
    case deleted
}

/// An operation on a document.
///
/// ```swift
/// struct Logging<Model: DocumentModel>: RepositoryMiddleware {
///     func perform(
///         _ operation: WriteOperation<Model>,
///         next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
///     ) throws -> WriteOutcome<Model> {
///         print(operation.id, operation.isNew ? "is new" : "exists")
///         return try next(operation)
///     }
/// }
/// ```
public struct WriteOperation<Model: DocumentModel>: Sendable {
    /// The kind of an operation.
    ///
    /// ```swift
    /// switch operation.action {
    /// case .save, .patch: return try next(operation)
    /// case .delete, .purge: throw PermanentError()
    /// }
    /// ```
    public enum Action: Sendable {
        /// Saves a new or existing model.
        case save(Model)
        /// Changes individual properties.
        case patch(Patch<Model>)
        /// Deletes the document and leaves a tombstone.
        case delete
        /// Purges the document, leaving no tombstone.
        case purge
    }

    /// The document's ID.
    public let id: String

    /// The kind of the operation.
    public var action: Action

    /// The parameters of a save.
    var request = SaveRequest<Model>()
    /// Whether a save merges conflicting changes, so that another model may be stored.
    var mergesConflicts = false
    /// The store of the repository.
    var store: (any DocumentStore)?
    /// The type name of the stored document, or `nil` if it does not exist.
    var storedTypeName: String?
    /// The precondition of the operation.
    var precondition = RevisionPrecondition.any
    /// Whether a patch returns the changed model.
    var returnsModel = false
    /// The call that removes the document, or `nil` if the call consists of this operation.
    var removal: Removal?
    /// The histories that record the operation and the effects of delete rules.
    var histories: [UndoHistory] = []
    /// Loads the document.
    var load: @Sendable () throws -> Stored<Model>? = { nil }
    /// Whether the document does not exist yet.
    public internal(set) var isNew = false

    init(id: String, action: Action) {
        self.id = id
        self.action = action
    }

    /// Loads the model as it is stored before the operation.
    ///
    /// - Returns: The model, or `nil` if the document is new.
    /// - Throws: The errors of `Repository/find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func current() throws -> Stored<Model>? { try load() }

    /// Performs the operation through middleware.
    ///
    /// - Parameters:
    ///   - middleware: The middleware, in the order of the calls.
    ///   - execute: A closure that performs the operation that the last middleware passes on.
    /// - Returns: The outcome that the first middleware returns.
    /// - Throws: The errors of the middleware and of the closure.
    func performed(
        through middleware: [any RepositoryMiddleware<Model>],
        _ execute: (WriteOperation) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        func perform(
            _ operation: WriteOperation, from index: Int
        ) throws -> WriteOutcome<Model> {
            guard index < middleware.count else { return try execute(operation) }
            return try middleware[index].perform(operation) { try perform($0, from: index + 1) }
        }
        return try perform(self, from: 0)
    }
}

/// The outcome of an operation.
///
/// ```swift
/// struct Tracing<Model: DocumentModel>: RepositoryMiddleware {
///     func perform(
///         _ operation: WriteOperation<Model>,
///         next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
///     ) throws -> WriteOutcome<Model> {
///         let outcome = try next(operation)
///         print(outcome.id, "is at", outcome.revisionID as Any)
///         return outcome
///     }
/// }
/// ```
public struct WriteOutcome<Model: DocumentModel>: Sendable {
    /// The document's ID.
    public let id: String

    /// The new revision.
    ///
    /// It is `nil` if the document was purged or the operation did not change it.
    public let revisionID: RevisionID?

    /// The saved model.
    var stored: Stored<Model>?
    /// Loads the document.
    var load: @Sendable () throws -> Stored<Model>? = { nil }

    init(id: String, revisionID: RevisionID?, stored: Stored<Model>? = nil) {
        self.id = id
        self.revisionID = revisionID
        self.stored = stored
    }

    /// Loads the model as it is stored after the operation.
    ///
    /// - Returns: The model, or `nil` if the document no longer exists.
    /// - Throws: The errors of `Repository/find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(1) after a save.
    public func result() throws -> Stored<Model>? { try stored ?? load() }
}
