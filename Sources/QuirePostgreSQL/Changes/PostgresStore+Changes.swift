#if PostgreSQL
    public import Foundation
    public import QuireModels

    // The sequence of a revision contains the ID of its transaction. Transactions commit in any order,
    // but each one with an ID below `pg_snapshot_xmin` has ended: no lower sequence can appear any more.
    // So the list of changes ends there, and a reader that continues with its last sequence misses
    // nothing. A transaction that runs for a long time, in any database of the server, delays the changes
    // of later ones.

    extension PostgresStore {
        /// Returns the documents whose current revision has a sequence later than the given one.
        ///
        /// The list does not contain changes of transactions that began after one that is still in
        /// progress. Outside a transaction, the method waits up to
        /// ``PostgresConfiguration/changeWaitTime`` for these. The list never contains changes of the
        /// thread's own transaction, because others with lower sequences can still commit.
        ///
        /// - Parameters:
        ///   - sequence: A sequence, or 0 for all documents.
        ///   - limit: The maximum number of changes.
        /// - Returns: The changes, in the order of their sequences.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
            guard limit > 0 else { return [] }
            let horizon = try settledHorizon()
            let parameters: [PostgresValue] = [
                .integer(Int64(clamping: sequence)), .integer(horizon), .integer(Int64(limit)),
            ]
            return try owner.read { connection in
                try connection.rows(statements.changes, parameters).map { row in
                    guard let revisionID = RevisionID(row.text(2)) else {
                        throw QuireError(
                            .corruptRevisionData,
                            """
                            The revision of document \(row.text(0).debugDescription) in \(location) is \
                            damaged.
                            """)
                    }
                    let revision = SavedRevision(
                        id: row.text(0), revisionID: revisionID,
                        sequence: UInt64(clamping: try row.integer(1)))
                    return StoredChange(revision, isDeleted: try row.integer(3) & 1 == 1)
                }
            }
        }

        /// Returns the identity of the database and the end of the list of changes.
        ///
        /// In a transaction that has saved documents, the end is the sequence of the last one.
        ///
        /// - Returns: The state.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func changeFeedState() throws -> ChangeFeedState {
            let saved = try owner.currentTransaction()?.writeCount ?? 0
            let horizon = saved == 0 ? try settledHorizon() : 0
            let last = try owner.read { connection in
                try saved > 0
                    ? connection.rows(statements.lastOwnSequence, [.integer(Int64(saved))])
                    : connection.rows(statements.lastSequence, [.integer(horizon)])
            }.first?.integerIfPresent(0)
            return ChangeFeedState(
                feedID: owner.feed.id, lastSequence: UInt64(clamping: last ?? 0))
        }

        /// Returns the sequence before which all transactions have ended.
        ///
        /// Outside a transaction, this method waits until the list contains the changes that are
        /// visible now, or the time limit is over: transactions that began earlier can delay them.
        private func settledHorizon() throws -> Int64 {
            let query = owner.feed.horizon
            if try owner.currentTransaction() != nil {
                return try owner.read { try $0.rows(query)[0].integer(0) }
            }
            let end = Date(timeIntervalSinceNow: owner.configuration.changeWaitTime)
            var (last, horizon) = try owner.read { connection in
                let results = try connection.pipeline { pipeline in
                    try pipeline.send(statements.lastVisible)
                    try pipeline.send(query)
                    return try pipeline.finish()
                }
                let rows = try results.map { try $0.get()[0] }
                guard rows.count == 2 else { throw connection.connectionError() }
                return (try rows[0].integerIfPresent(0) ?? 0, try rows[1].integer(0))
            }
            var wait = 0.001
            while horizon <= last, Date() < end {
                Thread.sleep(forTimeInterval: wait)
                wait = min(wait * 2, 0.05)
                horizon = try owner.read { try $0.rows(query)[0].integer(0) }
            }
            return horizon
        }

        // MARK: Expiration

        /// Sets the date at which a document expires and is purged.
        ///
        /// Any program that has opened the database purges expired documents.
        ///
        /// - Parameters:
        ///   - date: The date, stored in milliseconds, or `nil` to remove the expiration.
        ///   - id: The ID of a document, which can be deleted.
        /// - Returns: Whether the store contains the document or a tombstone.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        @discardableResult
        public func setExpiration(_ date: Date?, of id: String) throws -> Bool {
            guard !id.containsNul else { return false }
            try owner.checkIsWritable()
            let time = date.map { PostgresTime($0) }
            let isSet = try owner.read { connection in
                try connection.change(
                    statements.setExpiration,
                    [.text(id), time.map { .timestamp($0.microseconds) } ?? .null]) > 0
            }
            owner.didCommit()
            // If the transaction is rolled back, the timer fires but purges nothing.
            if isSet, let time { owner.expirations.schedule(time.date) }
            return isSet
        }

        /// Returns the date at which a document expires.
        ///
        /// - Parameter id: The document's ID.
        /// - Returns: The date, or `nil` if the document does not expire or does not exist.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func expiration(of id: String) throws -> Date? {
            guard !id.containsNul else { return nil }
            return try owner.read { connection in
                try connection.rows(statements.expiration, [.text(id)]).first?.integerIfPresent(0)
            }.map { PostgresTime(microseconds: $0).date }
        }

        /// Returns the dates at which several documents expire.
        ///
        /// - Parameter ids: The documents' IDs.
        /// - Returns: For each ID, the date, or `nil` if the document does not expire or does not
        ///   exist.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func expirations(of ids: [String]) throws -> [Date?] {
            // An ID with this character cannot be stored, and no document has an empty ID.
            let valid = ids.map { $0.utf8.contains(0) ? "" : $0 }
            return try owner.read { connection in
                try connection.rows(statements.expirations, [.textArray(valid)]).map {
                    try $0.integerIfPresent(0)
                }
            }.map { $0.map { PostgresTime(microseconds: $0).date } }
        }
    }
#endif
