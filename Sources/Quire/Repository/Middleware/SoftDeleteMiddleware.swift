public import Foundation

/// Marks models as deleted instead of deleting their documents.
///
/// The repository no longer sees them then; ``Repository/includingDeleted`` and
/// ``Repository/onlyDeleted`` do. A purge removes the document for good.
public struct SoftDeleteMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    let mark: any KeyPath<Model, Date?> & Sendable
    private let now: @Sendable () -> Date

    /// Makes deletions soft.
    ///
    /// - Parameters:
    ///   - mark: The property for the time of the deletion.
    ///   - now: The clock.
    public init(
        _ mark: any KeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.mark = mark
        self.now = now
    }

    /// Turns a deletion into a mark.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - next: What does it.
    /// - Returns: What came of it.
    /// - Throws: What the operation throws.
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

    /// The mark says which models are seen.
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
    /// - Parameters:
    ///   - mark: The property for the time of the deletion.
    ///   - now: The clock.
    /// - Returns: The repository.
    public func softDeleting(
        _ mark: any KeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(SoftDeleteMiddleware(mark, now: now))
    }

    /// Takes the mark of deletion off a model.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if no model of that ID is marked,
    ///   `unsupportedOperation` if the repository does not mark any.
    /// - Complexity: O(log *n*) in the number of documents.
    public func restore(id: String) throws {
        let marking = middleware.compactMap { $0 as? SoftDeleteMiddleware<Model> }
        guard let mark = marking.first?.mark else {
            throw QuireError(
                .unsupportedOperation,
                "The repository of \(Model.self) deletes its models and does not mark them.")
        }
        try onlyDeleted.patch(id) { $0.remove(mark) }
    }
}
