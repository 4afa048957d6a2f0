extension ValidationRules: RepositoryMiddleware where Model: DocumentModel {
    /// Performs an operation and validates its model.
    ///
    /// - Parameters:
    ///   - operation: The operation. A saved model is validated before it is stored, a patched one
    ///     after.
    ///   - next: A closure that performs the operation.
    /// - Returns: The outcome of the operation.
    /// - Throws: ``QuireError`` with code `validationFailed` if the model is not valid, and then
    ///   nothing is stored; or the errors of the operation.
    public func perform(
        _ operation: WriteOperation<Model>,
        next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
    ) throws -> WriteOutcome<Model> {
        let location = operation.store?.fullName ?? ""
        return try operation.validating(next) {
            try validate($0, "\(Model.documentType) \"\(operation.id)\" in \(location)")
        }
    }

    /// Returns the stored documents that violate the rules.
    ///
    /// A document that cannot be decoded is also listed, with the decoding error as its violation.
    ///
    /// ```swift
    /// for document in try rules.invalidDocuments(in: hotels) {
    ///     print(document.id, document.violations)
    /// }
    /// ```
    ///
    /// - Parameter repository: The repository with the documents.
    /// - Returns: The documents that are not valid, in the order of their first saves.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a pattern is invalid, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents.
    public func invalidDocuments(in repository: Repository<Model>) throws -> [InvalidDocument] {
        let violations = try repository.values(selectedBy: repository.selection.documents()) {
            record -> InvalidDocument? in
            let violations: [ValidationViolation]
            do {
                let model = try repository.decodeStored(record).value
                violations = try self.violations(of: model)
            } catch let error as DecodingError {
                violations = [ValidationViolation(error)]
            }
            return violations.isEmpty ? nil : InvalidDocument(id: record.id, violations: violations)
        }
        return violations.compactMap { $0 }
    }

    /// Returns the stored documents that violate the rules.
    ///
    /// - Parameter repository: The repository with the documents.
    /// - Returns: The documents that are not valid, in the order of their first saves.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func invalidDocuments(
        in repository: Repository<Model>
    ) async throws -> [InvalidDocument] {
        try await repository.reading { try invalidDocuments(in: repository) }
    }
}

/// A stored document that violates validation rules.
///
/// ```swift
/// if let document = try rules.invalidDocuments(in: hotels).first {
///     print(document.id, document.violations.map(\.property))
/// }
/// ```
public struct InvalidDocument: Hashable, Codable, Sendable, Identifiable {
    /// The document's ID.
    public let id: String
    /// The violations.
    public let violations: [ValidationViolation]
}

extension Repository {
    /// Returns the repository with validation of saved and patched models by rules.
    ///
    /// To validate the models of all repositories, register the rules with
    /// ``DocumentDatabase/use(_:for:)``.
    ///
    /// ```swift
    /// let validated = hotels.validated(by: rules)
    /// try validated.save(Hotel(name: ""))  // throws `validationFailed`
    /// ```
    ///
    /// - Parameter rules: The rules that each saved or patched model must satisfy.
    /// - Returns: The repository.
    public func validated(by rules: ValidationRules<Model>) -> Repository { using(rules) }
}
