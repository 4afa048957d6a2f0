/// A clock that creates revision IDs for an engine.
///
/// The times of the revisions follow the system clock and never go back, even if the system clock
/// does. A database needs one clock, which its write transactions share.
///
/// ```swift
/// var clock = RevisionClock()
/// let first = try clock.next(after: nil)
/// let second = try clock.next(after: first)
/// ```
public struct RevisionClock: Sendable {
    private var last: UInt64 = 0

    /// Creates a clock.
    public init() {}

    /// Returns a revision ID that is later than the clock's previous IDs and the given revision ID.
    ///
    /// If the time of the given revision ID is too far in the future, the result is not later than
    /// that time.
    ///
    /// - Parameter revisionID: The current revision of the document, or `nil` for a new document.
    /// - Returns: The ID of the next revision.
    /// - Throws: ``QuireError`` with code `unexpectedError` if the system clock is later than the
    ///   year 2262.
    public mutating func next(after revisionID: RevisionID?) throws -> RevisionID {
        var clock = HybridClock()
        clock.note(last)
        // A stored time can be any number. A time far in the future must not block the clock.
        last = try clock.next(after: min(revisionID?.timestamp ?? 0, clock.latest))
        return RevisionID(RevisionID.Version(time: last, source: nil))
    }
}
