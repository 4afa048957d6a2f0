import Fleece
import Quire
import SQLPlusPlus

extension DocumentStore {
    /// Saves a document whose body a closure writes.
    ///
    /// - Returns: The ID of the new revision.
    /// - Throws: An error that the closure throws, or `QuireError`, with code `conflict` if the
    ///   document does not meet the precondition.
    @discardableResult
    func saveBody(
        id: String, if precondition: RevisionPrecondition = .any,
        write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        try save { writer in
            try write(writer)
            return WriteTarget(id: id, if: precondition)
        }.revision(in: self).revisionID
    }

    /// Returns the error for a document that does not exist.
    func missingDocument(_ id: String) -> QuireError {
        QuireError(.notFound, "Document \(id.debugDescription) in \(location) does not exist.")
    }

    /// The number of documents.
    func count() throws -> Int { try count(where: .literal(.boolean(true))) }
}
