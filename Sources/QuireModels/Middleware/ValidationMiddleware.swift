/// Middleware that validates models with a closure.
///
/// A model is validated before it is saved. A patched or merged model is validated after the change;
/// if it is not valid, the change is rolled back. ``ValidationRules`` declares rules by property.
///
/// ```swift
/// let validation = ValidationMiddleware<Hotel> { hotel in
///     if hotel.name.isEmpty { throw EmptyNameError() }
/// }
/// let checked = hotels.using(validation)
/// ```
public struct ValidationMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let validate: @Sendable (Model) throws -> Void

    /// Creates the middleware.
    ///
    /// - Parameter validate: A closure that throws an error if a model is not valid.
    public init(_ validate: @escaping @Sendable (Model) throws -> Void) {
        self.validate = validate
    }

    /// Performs an operation and validates its model.
    ///
    /// - Parameters:
    ///   - operation: The operation. A saved model is validated before it is stored, a patched one
    ///     after.
    ///   - next: A closure that performs the operation.
    /// - Returns: The outcome of the operation.
    /// - Throws: An error that the validation throws, and nothing is stored then; or the errors of
    ///   the operation.
    public func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        try operation.validating(next, validate)
    }
}

extension Repository {
    /// Returns the repository with validation of saved and patched models.
    ///
    /// ```swift
    /// let named = hotels.validated { if $0.name.isEmpty { throw EmptyNameError() } }
    /// ```
    ///
    /// - Parameter validate: A closure that throws an error if a model is not valid.
    /// - Returns: The repository.
    public func validated(_ validate: @escaping @Sendable (Model) throws -> Void) -> Repository {
        using(ValidationMiddleware(validate))
    }
}

extension WriteOperation {
    /// Performs the operation and validates the model that it stores.
    ///
    /// - Parameters:
    ///   - next: A closure that performs an operation.
    ///   - validate: A closure that throws an error if a model is not valid.
    /// - Returns: The outcome of the operation.
    /// - Throws: An error that a closure throws.
    func validating(
        _ next: (WriteOperation) throws -> WriteOutcome<Model>,
        _ validate: (Model) throws -> Void
    ) throws -> WriteOutcome<Model> {
        if case .save(let model) = action { try validate(model) }
        let outcome = try next(self)
        // The result of a patch or of a merge is known only when it has been stored.
        let mayDiffer =
            switch action {
            case .patch: true
            case .save: mergesConflicts
            case .delete, .purge: false
            }
        if mayDiffer, let stored = try outcome.result() { try validate(stored.value) }
        return outcome
    }
}
