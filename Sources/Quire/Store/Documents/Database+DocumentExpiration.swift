public import Foundation

// Expiration of documents of the default collection.

extension Database {
    /// Sets when a document of the default collection is deleted by itself, as
    /// ``DocumentCollection/setDocumentExpiration(id:expiration:)`` does.
    ///
    /// - Parameters:
    ///   - id: The ID of a document, which may be a deleted one.
    ///   - expiration: The time, stored in whole milliseconds, or `nil` for never.
    /// - Throws: ``QuireError`` as ``DocumentCollection/setDocumentExpiration(id:expiration:)``.
    public func setDocumentExpiration(withID id: String, expiration: Date?) throws {
        try defaultCollection().setDocumentExpiration(id: id, expiration: expiration)
    }

    /// Returns when a document of the default collection is deleted by itself.
    ///
    /// A failure is logged; ``DocumentCollection/getDocumentExpiration(id:)`` throws instead.
    ///
    /// - Parameter id: The ID of a document, which may be a deleted one.
    /// - Returns: The time, or `nil` if there is none, or no such document.
    public func getDocumentExpiration(withID id: String) -> Date? {
        loggingFailure { try defaultCollection().getDocumentExpiration(id: id) } ?? nil
    }
}
