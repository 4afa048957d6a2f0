public import Foundation

/// Notes in the models when they were first saved and when they were last changed.
///
/// Times are whole milliseconds, as dates are stored. The first time stays as it is; a model that
/// overwrites a document and has none gets the document's.
public struct TimestampMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let created: (any WritableKeyPath<Model, Date?> & Sendable)?
    private let updated: (any WritableKeyPath<Model, Date?> & Sendable)?
    private let now: @Sendable () -> Date

    /// Makes timestamps.
    ///
    /// - Parameters:
    ///   - created: The property for the time of the first save.
    ///   - updated: The property for the time of the last change.
    ///   - now: The clock.
    public init(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.created = created
        self.updated = updated
        self.now = now
    }

    /// Makes timestamps of the first save.
    ///
    /// - Parameters:
    ///   - created: The property for the time of the first save.
    ///   - now: The clock.
    public init(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.created = created
        self.updated = nil
        self.now = now
    }

    /// Makes timestamps of the last change.
    ///
    /// - Parameters:
    ///   - updated: The property for the time of the last change.
    ///   - now: The clock.
    public init(
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.created = nil
        self.updated = updated
        self.now = now
    }

    /// Sets the times.
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
        var operation = operation
        let time = Date(
            timeIntervalSince1970: (now().timeIntervalSince1970 * 1000).rounded() / 1000)
        switch operation.action {
        case .save(var model):
            if let created {
                if operation.isNew {
                    model[keyPath: created] = time
                } else if model[keyPath: created] == nil {
                    model[keyPath: created] = try operation.current()?.value[keyPath: created]
                }
            }
            if let updated { model[keyPath: updated] = time }
            operation.action = .save(model)
        case .patch(var patch):
            if let updated { patch.set(updated, to: time) }
            operation.action = .patch(patch)
        case .delete, .purge: break
        }
        return try next(operation)
    }
}

extension Repository {
    /// Returns the repository with timestamps in its models.
    ///
    /// - Parameters:
    ///   - created: The property for the time of the first save.
    ///   - updated: The property for the time of the last change.
    ///   - now: The clock.
    /// - Returns: The repository.
    public func timestamped(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(TimestampMiddleware(created: created, updated: updated, now: now))
    }

    /// Returns the repository with timestamps in its models, of the first save.
    ///
    /// - Parameters:
    ///   - created: The property for the time of the first save.
    ///   - now: The clock.
    /// - Returns: The repository.
    public func timestamped(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(TimestampMiddleware(created: created, now: now))
    }

    /// Returns the repository with timestamps in its models, of the last change.
    ///
    /// - Parameters:
    ///   - updated: The property for the time of the last change.
    ///   - now: The clock.
    /// - Returns: The repository.
    public func timestamped(
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(TimestampMiddleware(updated: updated, now: now))
    }
}
