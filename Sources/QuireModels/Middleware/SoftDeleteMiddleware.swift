public import Foundation

/// Middleware that marks models as deleted instead of deleting their documents.
///
/// The repository no longer reads marked models. ``Repository/includingDeleted`` and
/// ``Repository/onlyDeleted`` do. A purge still removes the document.
///
/// ```swift
/// let active = hotels.using(SoftDeleteMiddleware(\.deletedAt))
/// try active.delete(id: "hotel-1")
/// print(try active.count(), try active.includingDeleted.count())  // 1 2
/// ```
public struct SoftDeleteMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    let mark: any KeyPath<Model, Date?> & Sendable
    private let now: @Sendable () -> Date

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - mark: The property for the date of the deletion.
    ///   - now: A closure that returns the current date.
    public init(
        _ mark: any KeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.mark = mark
        self.now = now
    }

    /// Performs an operation, replacing a deletion by a patch that marks the model.
    ///
    /// - Parameters:
    ///   - operation: The operation. Only a deletion is changed.
    ///   - next: A closure that performs the operation.
    /// - Returns: The outcome of the operation.
    /// - Throws: The errors of the operation.
    public func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        guard case .delete = operation.action else { return try next(operation) }
        var operation = operation
        var patch = Patch<Model>()
        patch.set(mark, to: now())
        operation.action = .patch(patch)
        return try next(operation)
    }

    /// Returns the condition on the mark.
    public func condition(in scope: DeletionScope) -> QueryCondition<Model>? {
        let field = QueryField<Model, Model>.model[dynamicMember: mark]
        return switch scope {
        case .live: field == nil
        case .deleted: field != nil
        case .all: nil
        }
    }
}

extension Repository {
    /// Returns the repository with deletions that only mark the models.
    ///
    /// ```swift
    /// let active = hotels.softDeleting(\.deletedAt)
    /// try active.delete(id: "hotel-1")
    /// print(try active.exists("hotel-1"), try hotels.exists("hotel-1"))  // false true
    /// ```
    ///
    /// - Parameters:
    ///   - mark: The property for the date of the deletion.
    ///   - now: A closure that returns the current date.
    /// - Returns: The repository.
    public func softDeleting(
        _ mark: any KeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(SoftDeleteMiddleware(mark, now: now))
    }

    /// Restores a model that is marked as deleted, by removing the mark.
    ///
    /// ```swift
    /// try active.restore(id: "hotel-1")
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if no marked model has the ID,
    ///   `unsupportedOperation` if the repository does not mark deleted models.
    /// - Complexity: O(log *n*) in the number of documents.
    public func restore(id: String) throws {
        let marking = middleware.compactMap { $0 as? SoftDeleteMiddleware<Model> }
        guard let mark = marking.first?.mark else {
            throw QuireError(
                .unsupportedOperation,
                """
                The repository of \(Model.self) cannot restore models: it does not mark deleted ones. \
                Create it with softDeleting(_:now:)
                """)
        }
        try onlyDeleted.patch(id) { $0.remove(mark) }
    }
}
