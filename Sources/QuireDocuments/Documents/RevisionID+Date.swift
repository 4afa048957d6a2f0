public import Foundation

extension RevisionID {
    /// The date of the edit that created the revision, or `nil` if the ID contains no time.
    ///
    /// The date is that of the computer on which the document was edited. The revision IDs of
    /// Couchbase Lite 2 and 3 contain no time.
    ///
    /// ```swift
    /// let lastEdit = stored.revisionID.date
    /// ```
    public var date: Date? {
        timestamp == 0 ? nil : Date(timeIntervalSince1970: Double(timestamp) / 1e9)
    }
}
