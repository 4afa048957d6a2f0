#if Replication
    import Quire

    extension ActiveSession {
        /// Gives the revisions a new time that were made while the clock of this computer was fast, and
        /// that no other database can have.
        ///
        /// Otherwise, a database of Couchbase Lite would refuse them until their time has come.
        func correctTimes() async throws {
            let collections = configurations.filter(\.pushes).map(\.collection)
            try await work.run { [store] in
                // What another database has received from this one is not recorded.
                guard try !store.hasPeers else { return }
                let records = try store.checkpointValues(withSuffix: CheckpointState().recordID)
                    .compactMap { ReplicationRecord(json: $0) }
                for collection in collections {
                    try Self.correctTimes(
                        in: collection,
                        records.filter { $0.collection == collection.fullName })
                }
            }
        }

        private static func correctTimes(
            in collection: DocumentCollection, _ records: [ReplicationRecord]
        ) throws {
            let offeredEnd = records.map(\.offeredEnd).max() ?? 0
            // Those that each other database has refused.
            let refused = Set(records.flatMap(\.pushes.keys))
            var unsent = try collection.aheadRevisions(of: Array(refused)).filter { ahead in
                records.allSatisfy {
                    ahead.sequence > $0.offeredEnd || $0.pushes[ahead.id] != nil
                }
            }
            unsent += try collection.aheadRevisions(since: offeredEnd)
            guard !unsent.isEmpty else { return }
            let count = try collection.correctTimes(of: Set(unsent.map(\.id)))
            guard count > 0 else { return }
            QuireLog.warning(
                "\(count == 1 ? "1 document" : "\(count) documents") in \(collection.fullName) had a time "
                    + "ahead of the clock of this computer, which was fast, and got the current time."
            )
        }
    }
#endif
