/// Something that is done around every operation of a repository that writes a document, and that may
/// restrict what its reads see.
///
/// The operations of one repository go through its middleware in the order in which it was added: the
/// first one sees an operation first and its outcome last. All of it runs in the transaction of the
/// operation, so what any of it throws undoes the operation; it is synchronous and cannot suspend.
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

    /// Does an operation, mostly by handing it on.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - next: Does what it is given: the rest of the middleware, and then the repository itself.
    /// - Returns: What became of the operation.
    /// - Throws: Any error; the operation is undone then.
    func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model>

    /// Says which models the repository sees.
    ///
    /// - Parameter scope: Whether deleted models are asked for.
    /// - Returns: A condition, or `nil` if it sees them all.
    func condition(in scope: DeletionScope) -> QueryCondition<Model>?
}

extension RepositoryMiddleware {
    /// All models are seen.
    public func condition(in scope: DeletionScope) -> QueryCondition<Model>? { nil }
}

/// Which models a repository sees whose deletion only marks them as deleted.
public enum DeletionScope: Sendable {
    /// Those that are not deleted.
    case live
    /// All.
    case all
    /// Those that are deleted.
    case deleted
}

/// What is to be done with a document.
public struct WriteOperation<Model: DocumentModel>: Sendable {
    /// A kind of writing.
    public enum Action: Sendable {
        /// To save a model, new or not.
        case save(Model)
        /// To change single properties.
        case patch(Patch<Model>)
        /// To delete the document, leaving a tombstone.
        case delete
        /// To remove the document without a trace.
        case purge
    }

    /// The document's ID.
    public let id: String

    /// What is to be done.
    public var action: Action

    /// What else is asked of it.
    var request = SaveRequest<Model>()
    /// The state that the document must be in.
    var precondition = RevisionPrecondition.any
    /// Loads the document.
    var load: @Sendable () throws -> Stored<Model>? = { nil }
    /// Whether there is no such document yet.
    public internal(set) var isNew = false

    init(id: String, action: Action) {
        self.id = id
        self.action = action
    }

    /// Loads the model as it is stored before the operation.
    ///
    /// - Returns: The model, or `nil` if the document is new.
    /// - Throws: As `Repository/find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func current() throws -> Stored<Model>? { try load() }
}

/// What became of an operation.
public struct WriteOutcome<Model: DocumentModel>: Sendable {
    /// The document's ID.
    public let id: String

    /// The new revision, or `nil` if there is none, because the document was purged or the operation
    /// changed nothing.
    public let revisionID: RevisionID?

    /// The model that was saved.
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
    /// - Returns: The model, or `nil` if the document is gone.
    /// - Throws: As `Repository/find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(1) after a save.
    public func result() throws -> Stored<Model>? { try stored ?? load() }
}
