#if Replication
    import Quire

    extension ActiveSession {
        /// Requests the documents that earlier sessions could not store.
        func receiveAgain() throws {
            for index in configurations.indices {
                pushes[index].isDone = true
                let ids = failedPulls(index)
                guard configurations[index].pulls, !ids.isEmpty else {
                    pulls[index].isCaughtUp = true
                    continue
                }
                subscribe(try subscription(index, documentIDs: ids))
                tasks.add { await self.watchExpected(index) }
            }
            checkCompletion()
        }

        /// Removes the documents from the record that the other database no longer has.
        func forgetUnlisted() {
            guard options.purpose == .repetition else { return }
            for index in configurations.indices {
                for id in failedPulls(index)
                where !pulls[index].listed.contains(DocumentIDKey(id)) {
                    checkpoints[index].record.removeFailure(of: id, isPush: false)
                }
            }
        }

        /// Reports the documents that earlier sessions could not store, if they cannot be requested.
        func reportFailedPulls() {
            for index in configurations.indices where configurations[index].pulls {
                let collection = configurations[index].collection
                let pulls = checkpoints[index].record.pulls
                let events = failedPulls(index).map { id in
                    DocumentEvent(
                        collection: collection, id: id, isPush: false, isDeleted: false,
                        error: .http(500, pulls[DocumentIDKey(id)] ?? ""))
                }
                if !events.isEmpty { report(.documents(events)) }
            }
        }

        private func failedPulls(_ index: Int) -> [String] {
            checkpoints[index].record.pulls.keys.map(\.id)
                .filter { configurations[index].chooses($0) }.sorted()
        }

        /// Returns whether earlier sessions left documents that they could not store.
        static func hasFailedPulls(
            in database: Database, _ collections: [ReplicatedCollection], _ options: SessionOptions
        ) async -> Bool {
            guard !options.isReset else { return false }
            let store = ReplicationStore(database)
            let found = try? await database.blockingWork.run {
                try collections.contains { collection in
                    let parameters = collection.checkpointParameters(options.remoteName)
                    guard collection.pulls, let id = try store.checkpointIDs(for: parameters).first,
                        let json = try store.checkpoint(CheckpointState(id: id).recordID)
                    else { return false }
                    return ReplicationRecord(json: json)?.pulls.isEmpty == false
                }
            }
            return found ?? false
        }
    }
#endif
