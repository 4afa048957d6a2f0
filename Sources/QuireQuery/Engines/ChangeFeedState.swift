/// The identity and the end of a store's list of changes by sequence.
///
/// ```swift
/// let state = try store.changeFeedState()
/// print(state.feedID, state.lastSequence)
/// ```
public struct ChangeFeedState: Hashable, Sendable {
    /// A string that identifies the list.
    ///
    /// It stays the same when the database is closed and opened again. A database that is created
    /// again and a copy of a database have different strings, because their sequences identify
    /// different changes.
    public let feedID: String
    /// The last sequence that the store has assigned, or 0.
    ///
    /// The document with this sequence may have been changed or purged since.
    public let lastSequence: UInt64

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - feedID: A string that identifies the list of changes.
    ///   - lastSequence: The last sequence that the store has assigned, or 0.
    public init(feedID: String, lastSequence: UInt64) {
        self.feedID = feedID
        self.lastSequence = lastSequence
    }
}
