/// The numbers of purges in a collection between two commits.
struct PurgeCounts: Equatable, Sendable {
    let first: Int64
    let last: Int64

    /// Returns the range with a later one.
    ///
    /// If another process has purged documents in between, it is only the later range.
    func extended(by next: PurgeCounts) -> PurgeCounts {
        next.first == last ? PurgeCounts(first: first, last: next.last) : next
    }
}

/// The changes of a collection that are reported with a notification and all earlier ones.
struct FeedPosition: Equatable, Sendable {
    /// The number of the notification, beginning with 1 for a subscription.
    var number = 0
    /// The last sequence up to which all changes are reported, or `nil` if it is unknown.
    var sequence: Int64?
    /// The purges that are reported, or `nil` if there were none.
    var purges: PurgeCounts?

    /// Returns whether all changes between two states of the collection are reported.
    func covers(_ last: CollectionPosition, to next: CollectionPosition) -> Bool {
        guard last.schemaVersion == next.schemaVersion else { return false }
        if next.sequence != last.sequence {
            guard let sequence, last.sequence < next.sequence, next.sequence <= sequence else {
                return false
            }
        }
        if next.purgeCount == last.purgeCount { return true }
        guard let purges else { return false }
        return purges.first <= last.purgeCount && last.purgeCount < next.purgeCount
            && next.purgeCount <= purges.last
    }
}

/// The state of a collection in a snapshot.
struct CollectionPosition: Equatable, Sendable {
    let sequence: Int64
    let purgeCount: Int64
    /// SQLite's number for the schema, which changes if a table is created or removed.
    let schemaVersion: Int64
}

extension CollectionPosition {
    /// Reads the state.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    init(reading tables: CollectionTables, on connection: SQLiteConnection) throws {
        let state = try CollectionTablesState(reading: tables, on: connection)
        sequence = state.lastSequence
        purgeCount = state.purgeCount
        schemaVersion = try connection.schemaVersion()
    }
}
