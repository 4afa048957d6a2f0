// Documents as objects.

extension DocumentCollection {
    /// Returns a document.
    ///
    /// Inside of a transaction of this thread it sees what the transaction wrote, otherwise the last
    /// commit. The document stays as it is.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, another object each time; `nil` if there is none or it is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen` if the database is closed or the collection deleted.
    /// - Complexity: O(log *n*) in the number of documents, and the size of the document.
    public func document(id: String) throws -> Document? {
        try record(id: id).map { Document($0, in: self) }
    }

    /// The place of a document.
    ///
    /// A document that cannot be read is treated as none, and a warning is logged.
    ///
    /// - Parameter id: The document's ID.
    public subscript(id: String) -> DocumentFragment {
        DocumentFragment(database.loggingFailure { try document(id: id) } ?? nil)
    }
}
