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
    /// If the time of the given revision ID is more than two minutes ahead of the system clock, the
    /// result is later than that time, and the clock does not change.
    ///
    /// - Parameter revisionID: The current revision of the document, or `nil` for a new document.
    /// - Returns: The ID of the next revision.
    /// - Throws: ``QuireError`` with code `unexpectedError` if the system clock is later than the
    ///   year 2262.
    public mutating func next(after revisionID: RevisionID?) throws -> RevisionID {
        var clock = HybridClock()
        clock.note(last)
        // A stored time can be any number. A time that no revision can have must not block the clock.
        let stored = min(revisionID?.timestamp ?? 0, HybridClock.latestStorable - 1)
        let time = try clock.next(after: stored)
        last = clock.last
        return RevisionID(RevisionID.Version(time: time, source: nil))
    }
}
