/// The reason why a revision of another database could not be stored, in the terms of the
/// replication protocol.
package struct ReplicationFailure: Error, Hashable, Sendable {
    /// The domain of the code: `LiteCore` or `Fleece`.
    package let domain: String
    package let code: Int
    /// A message that names the document or the blob.
    package let message: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - domain: The domain of the code.
    ///   - code: The number of the error in its domain.
    ///   - message: A message that names the object that caused the failure.
    package init(domain: String = "LiteCore", code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// Whether the other database has sent an invalid revision.
    package var isInvalidRevision: Bool {
        domain == "LiteCore" && code == QuireError.Code.badRevisionID.rawValue
    }

    /// Creates a failure from an error about a document.
    package init(_ error: QuireError) {
        self.init(code: error.code.rawValue, message: error.message)
    }

    /// Returns the result of a closure, or the failure that it throws about one document.
    ///
    /// - Throws: An error of the whole database, such as `busy` or `ioError`.
    package static func result<R>(of body: () throws -> R) throws -> Result<R, ReplicationFailure> {
        do {
            return .success(try body())
        } catch let failure as ReplicationFailure {
            return .failure(failure)
        } catch let error as QuireError where error.concernsOneDocument {
            return .failure(ReplicationFailure(error))
        }
    }

    /// Creates a failure from an error in a JSON text.
    package init(invalidBody message: String) {
        self.init(domain: "Fleece", code: 5, message: message)
    }

    /// The revision conflicts with the stored one and must not be stored as a conflict.
    package static func conflict(_ id: String) -> Self {
        Self(
            code: QuireError.Code.conflict.rawValue,
            message: "Document \(id.debugDescription) has a conflicting revision.")
    }

    /// The time of a version is out of range.
    static func invalidTime(_ version: RevisionID.Version) -> Self {
        Self(
            code: QuireError.Code.badRevisionID.rawValue,
            message: "The time of version \(RevisionID(version)) is invalid.")
    }

    /// The content of a blob is missing or damaged.
    package static func blob(_ digest: String) -> Self {
        Self(
            code: QuireError.Code.corruptData.rawValue,
            message: "The content of the blob \(digest) is missing or doesn't match its digest.")
    }

    /// The content of a blob has another length than its reference.
    package static func blob(_ digest: String, expectedLength: Int) -> Self {
        Self(
            code: QuireError.Code.corruptData.rawValue,
            message:
                "The content of the blob \(digest) doesn't have the \(expectedLength) bytes of its "
                + "reference.")
    }
}

extension QuireError {
    /// Whether the error is that of a document, a revision or a blob, and not of the database.
    package var concernsOneDocument: Bool {
        let codes: [Code] = [
            .badRevisionID, .badDocumentID, .corruptRevisionData, .corruptData, .invalidParameter,
            .unsupportedOperation, .conflict, .notFound,
        ]
        return codes.contains(code)
    }
}
