/// Lets only models be stored that a closure finds in order.
///
/// A model is looked at before it is saved; one that is patched, afterwards, and the patch is undone if
/// it is refused.
public struct ValidationMiddleware<Model: DocumentModel>: RepositoryMiddleware {
    private let validate: @Sendable (Model) throws -> Void

    /// Makes a validation.
    ///
    /// - Parameter validate: A closure that throws if a model is not to be stored.
    public init(_ validate: @escaping @Sendable (Model) throws -> Void) {
        self.validate = validate
    }

    /// Refuses what is not in order.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - next: What does it.
    /// - Returns: What came of it.
    /// - Throws: What the validation throws, and then nothing is stored, or what the operation throws.
    public func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        if case .save(let model) = operation.action { try validate(model) }
        let outcome = try next(operation)
        if case .patch = operation.action, let stored = try outcome.result() {
            try validate(stored.value)
        }
        return outcome
    }
}

extension Repository {
    /// Returns the repository with a validation of what is saved and patched.
    ///
    /// - Parameter validate: A closure that throws if a model is not to be stored.
    /// - Returns: The repository.
    public func validated(_ validate: @escaping @Sendable (Model) throws -> Void) -> Repository {
        using(ValidationMiddleware(validate))
    }
}
