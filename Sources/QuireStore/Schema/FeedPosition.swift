/// The numbers of purges in a collection between two commits.
package struct PurgeCounts: Equatable, Sendable {
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
package struct FeedPosition: Equatable, Sendable {
    /// The number of the notification, beginning with 1 for a subscription.
    package var number = 0
    /// The last sequence up to which all changes are reported, or `nil` if it is unknown.
    package var sequence: Int64?
    /// The purges that are reported, or `nil` if there were none.
    var purges: PurgeCounts?

    package init(number: Int = 0, sequence: Int64? = nil, purges: PurgeCounts? = nil) {
        self.number = number
        self.sequence = sequence
        self.purges = purges
    }

    /// Returns whether all changes between two states of the collection are reported.
    package func covers(_ last: CollectionPosition, to next: CollectionPosition) -> Bool {
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
package struct CollectionPosition: Equatable, Sendable {
    package let sequence: Int64
    let purgeCount: Int64
    /// SQLite's number for the schema, which changes if a table is created or removed.
    package let schemaVersion: Int64

    package init(sequence: Int64, purgeCount: Int64, schemaVersion: Int64) {
        self.sequence = sequence
        self.purgeCount = purgeCount
        self.schemaVersion = schemaVersion
    }
}

extension CollectionPosition {
    /// Reads the state.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package init(reading tables: CollectionTables, on connection: SQLiteConnection) throws {
        let state = try CollectionTablesState(reading: tables, on: connection)
        sequence = state.lastSequence
        purgeCount = state.purgeCount
        schemaVersion = try connection.schemaVersion()
    }
}
