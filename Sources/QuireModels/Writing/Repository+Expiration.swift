public import Foundation

extension Repository {
    /// Sets the date at which a model's document expires and is purged.
    ///
    /// The document does not get a new revision.
    ///
    /// ```swift
    /// try hotels.setExpiration(Date().addingTimeInterval(3600), of: "hotel-1")
    /// try hotels.setExpiration(nil, of: "hotel-1")  // The document does not expire.
    /// ```
    ///
    /// - Parameters:
    ///   - expiration: The date, stored in milliseconds, or `nil` if the document does not expire.
    ///   - id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if no document of this type has the ID,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func setExpiration(_ expiration: Date?, of id: String) throws {
        try store.database.inTransaction {
            guard try record(id) != nil else { throw notFound(id) }
            try store.setExpiration(expiration, of: id)
        }
    }

    /// Returns the date at which a model's document expires and is purged.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The date, or `nil` if the document does not expire or no document of this type
    ///   has the ID.
    /// - Throws: ``QuireError`` with code `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func expiration(of id: String) throws -> Date? {
        try exists(id) ? store.expiration(of: id) : nil
    }
}
