public import Foundation

extension Repository {
    /// Sets when a model's document is purged by itself.
    ///
    /// It runs in the current transaction, or in one of its own. The document gets no new revision.
    ///
    /// - Parameters:
    ///   - expiration: The time, stored in whole milliseconds, or `nil` for never.
    ///   - id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document of this type,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func setExpiration(_ expiration: Date?, of id: String) throws {
        try store.database.inTransaction {
            guard try record(id) != nil else { throw notFound(id) }
            try store.setExpiration(expiration, of: id)
        }
    }

    /// Returns when a model's document is purged by itself.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The time, or `nil` if there is none, or no such document of this type.
    /// - Throws: ``QuireError`` with code `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func expiration(of id: String) throws -> Date? {
        try exists(id) ? store.expiration(of: id) : nil
    }
}
