package import Fleece

// Documents as they are stored, for the tools of this package.

/// A live document as it is stored: its identity beside its properties.
package struct DocumentContent: Sendable {
    /// The document's ID.
    package let id: String
    /// The current revision.
    package let revisionID: RevisionID
    /// The sequence of the change that made it so.
    package let sequence: UInt64
    /// The properties, in a copy of their own.
    package let body: FleeceDictionary

    init(_ record: DocumentRecord) {
        id = record.id
        revisionID = record.revisionID
        sequence = record.sequence
        body = record.body
    }
}

extension DocumentCollection {
    /// Reads a live document.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, or `nil` if there is none or it is deleted.
    /// - Throws: As ``body(id:)``.
    /// - Complexity: O(log *n*) in the number of documents.
    package func content(id: String) throws -> DocumentContent? {
        try record(id: id).map(DocumentContent.init)
    }

    /// Calls a closure with every live document, oldest row first, in one state of the database.
    ///
    /// - Parameters:
    ///   - onDamage: Gets the ID and the error of each document that is damaged; to throw it is what
    ///     happens without this closure.
    ///   - body: A closure that gets a document.
    /// - Throws: What the closures throw, or ``QuireError`` as ``body(id:)``.
    /// - Complexity: O(*n*) in the number of documents.
    package func forEachContent(
        onDamage: (String, QuireError) throws -> Void = { throw $1 },
        _ body: (DocumentContent) throws -> Void
    ) throws {
        try forEachRecord(onDamage: onDamage) { try body(DocumentContent($0)) }
    }

    /// Saves a document that must be at a revision, or must not be there.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The revision that it must be at; `nil` if there must be no live document.
    ///   - write: A closure that writes a dictionary, and does not keep the writer.
    /// - Returns: The new revision's ID.
    /// - Throws: As ``saveBody(id:write:)``, or ``QuireError`` with code `conflict`.
    @discardableResult
    package func saveBody(
        id: String, ifRevision revision: RevisionID?, write: (FleeceWriter) throws -> Void
    ) throws -> RevisionID {
        try saveBody(id: id, if: revision.map { .revision($0) } ?? .absent, write: write)
    }

    /// Deletes a document, leaving a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The tombstone's revision, or `nil` if the document is deleted already.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document, not even a deleted
    ///   one; as ``saveBody(id:write:)`` otherwise.
    @discardableResult
    package func deleteDocument(id: String) throws -> RevisionID? {
        switch try delete(id: id, if: .any) {
        case .deleted(let revision): return revision.revisionID
        case .alreadyDeleted: return nil
        case .conflict(let conflict): throw conflict.error(in: place)
        }
    }
}
