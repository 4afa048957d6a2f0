public import Foundation

/// Middleware that sets the dates of the first save and of the last change in the models.
///
/// Dates are rounded to milliseconds, as they are stored. The date of the first save does not
/// change. If a model without this date overwrites a document, it receives the document's date.
///
/// ```swift
/// let dated = hotels.using(TimestampMiddleware(created: \.createdAt, updated: \.updatedAt))
/// let hotel = try dated.insert(Hotel(name: "Fjord View"))
/// ```
public struct TimestampMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let created: (any WritableKeyPath<Model, Date?> & Sendable)?
    private let updated: (any WritableKeyPath<Model, Date?> & Sendable)?
    private let now: @Sendable () -> Date

    /// Creates the middleware for both dates.
    ///
    /// - Parameters:
    ///   - created: The property for the date of the first save.
    ///   - updated: The property for the date of the last change.
    ///   - now: A closure that returns the current date.
    public init(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.created = created
        self.updated = updated
        self.now = now
    }

    /// Creates the middleware for the date of the first save.
    ///
    /// - Parameters:
    ///   - created: The property for the date of the first save.
    ///   - now: A closure that returns the current date.
    public init(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.created = created
        self.updated = nil
        self.now = now
    }

    /// Creates the middleware for the date of the last change.
    ///
    /// - Parameters:
    ///   - updated: The property for the date of the last change.
    ///   - now: A closure that returns the current date.
    public init(
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.created = nil
        self.updated = updated
        self.now = now
    }

    /// Sets the dates and performs the operation.
    ///
    /// - Parameters:
    ///   - operation: The operation. Deletions and purges set no date.
    ///   - next: A closure that performs the operation.
    /// - Returns: The outcome of the operation.
    /// - Throws: The errors of the operation.
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
    ///   - created: The property for the date of the first save.
    ///   - updated: The property for the date of the last change.
    ///   - now: A closure that returns the current date.
    /// - Returns: The repository.
    public func timestamped(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(TimestampMiddleware(created: created, updated: updated, now: now))
    }

    /// Returns the repository with timestamps of the first save in its models.
    ///
    /// - Parameters:
    ///   - created: The property for the date of the first save.
    ///   - now: A closure that returns the current date.
    /// - Returns: The repository.
    public func timestamped(
        created: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(TimestampMiddleware(created: created, now: now))
    }

    /// Returns the repository with timestamps of the last change in its models.
    ///
    /// ```swift
    /// let stamped = hotels.timestamped(updated: \.updatedAt)
    /// try stamped.update("hotel-1") { $0.name = "Harbour Hotel" }
    /// ```
    ///
    /// - Parameters:
    ///   - updated: The property for the date of the last change.
    ///   - now: A closure that returns the current date.
    /// - Returns: The repository.
    public func timestamped(
        updated: any WritableKeyPath<Model, Date?> & Sendable,
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> Repository {
        using(TimestampMiddleware(updated: updated, now: now))
    }
}
