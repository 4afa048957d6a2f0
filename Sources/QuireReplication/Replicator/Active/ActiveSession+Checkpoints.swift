#if Replication
    import Fleece
    import Foundation
    import Quire

    /// The checkpoint of a collection, on both sides.
    struct CheckpointState {
        /// The ID under which the checkpoint is stored.
        var id = ""
        /// The revision of the other database's copy, or `nil` if it has none.
        var revision: String?
        /// The checkpoint that both databases have.
        var saved = Checkpoint()
        /// The last local sequence of which the other database may have a revision that this one does
        /// not know, because this one was restored from a backup.
        var restoredEnd: UInt64 = 0
        /// The last local sequence whose remembered remote revision counts for nothing when a revision
        /// is received.
        ///
        /// A reset sends all documents again, but does not doubt that the other database is the same.
        var distrustedEnd: UInt64 = 0
        /// The documents to try again, and what the store has of them.
        var record = ReplicationRecord()
        var savedRecord = ReplicationRecord()
        /// The last save, which the next one waits for.
        var saving: Task<Void, Never>?
        var savingRecord: Task<Void, any Error>?

        /// The ID under which the record is stored.
        var recordID: String { id + recordSuffix }
        let recordSuffix = "/failed"
    }

    extension ActiveSession {
        /// Opens the collections of the other database, and determines where to continue.
        func openCollections() async throws {
            var found: [LocalCheckpoint] = []
            for index in configurations.indices { found.append(try await localCheckpoint(index)) }
            let names = configurations.map(\.wireName)
            var request = BLIPMessage(profile: "getCollections")
            request["uuid"] = try await work.run { [store] in try store.publicUUID }
            request.body = try WireJSON.body { writer in
                writer.beginDictionary()
                writer.writeKey("checkpoint_ids")
                writer.write(strings: found.map(\.id))
                writer.writeKey("collections")
                writer.write(strings: names)
                writer.endDictionary()
            }
            let answer = try WireJSON.parseList(try await connection.request(request).body)
            guard answer.count == found.count else {
                throw BLIPError.badRequest("the answer to getCollections has \(answer.count) items")
            }
            let missing = configurations.indices.filter { answer[$0].dictionary == nil }
            guard missing.isEmpty else {
                let list = missing.map { names[$0] }.joined(separator: ", ")
                var failure = SessionFailure(
                    domain: "HTTP", code: 404,
                    message: "the other database has no collection \(list)", isTransient: false)
                failure.missingCollections = missing
                throw failure
            }
            for index in configurations.indices {
                guard let object = answer[index].dictionary else { continue }
                try await begin(index, local: found[index], remote: object)
            }
        }

        /// A checkpoint of this database, with its ID and the time of its text.
        private typealias LocalCheckpoint = (id: String, local: Checkpoint?, time: Int64?)

        private func localCheckpoint(_ index: Int) async throws -> LocalCheckpoint {
            let parameters = configurations[index].checkpointParameters(options.remoteName)
            let (ids, id, json) = try await work.run { [store] in
                let ids = try store.checkpointIDs(for: parameters)
                for id in ids {
                    if let json = try store.checkpoint(id) { return (ids, id, Optional(json)) }
                }
                return (ids, ids.first ?? "", nil)
            }
            checkpoints[index].id = ids.first ?? id
            let object = json.flatMap { try? WireJSON.parseObject($0) }
            return (id, object.flatMap { Checkpoint($0) }, object?["time"]?.int64)
        }

        private func begin(
            _ index: Int, local: LocalCheckpoint, remote: FleeceDictionary
        ) async throws {
            let other = remote.isEmpty ? nil : Checkpoint(remote)
            // A checkpoint that is found under an earlier ID is saved under the current one. If the file
            // was copied, the original still uses the earlier ID, and its later checkpoints say nothing
            // about this database.
            let isCurrent = local.id == checkpoints[index].id
            let isOwn =
                isCurrent || local.local == other && local.time == remote["time"]?.int64
            var start = Checkpoint()
            if let checkpoint = local.local, let other, !options.isReset, isOwn {
                start = checkpoint.agreement(with: other)
            }
            if isCurrent {
                // Sync Gateway returns the revision as a member of its own document.
                checkpoints[index].revision = remote["rev"]?.string ?? remote["_rev"]?.string
                checkpoints[index].saved = start
            }
            pushes[index].completed = start.completed
            pulls[index].sequences = PendingSequences(after: start.remote)
            try await readRecord(
                index, isSameDatabase: isOwn && isSameDatabase(local.local, other), other,
                earlierID: isCurrent ? nil : local.id + checkpoints[index].recordSuffix)
        }

        /// Returns whether the other database is the one whose revisions are remembered.
        ///
        /// If the copies of the checkpoint differ, one of the databases was restored from a backup or
        /// created again, so that the other database may lack revisions that it once had. If only the
        /// local copy is missing, the other database is still the same.
        private func isSameDatabase(_ local: Checkpoint?, _ remote: Checkpoint?) -> Bool {
            guard let remote else { return false }
            return local == nil || local == remote
        }

        private func readRecord(
            _ index: Int, isSameDatabase: Bool, _ remote: Checkpoint?, earlierID: String?
        ) async throws {
            let id = checkpoints[index].recordID
            let collection = configurations[index].collection
            let (stored, lastSequence) = try await work.run { [store] in
                (
                    try store.checkpoint(id) ?? earlierID.flatMap { try store.checkpoint($0) },
                    try collection.lastSequence()
                )
            }
            // A document that is created later can have the ID of a deleted one, and conflicts with its tombstone
            // when it is sent.
            pulls[index].isFirst =
                lastSequence == 0 && pulls[index].sequences.checkpoint == nil
                && !configurations[index].pushes
            var record =
                stored.flatMap { ReplicationRecord(json: $0) }
                ?? ReplicationRecord(collection: collection.fullName)
            checkpoints[index].savedRecord = record
            // Offers are noted before they are sent, so only a backup can know less of them.
            if let remote, remote.completed.contiguousEnd > record.offeredEnd {
                checkpoints[index].restoredEnd = lastSequence
            }
            checkpoints[index].distrustedEnd = isSameDatabase ? record.unverifiedEnd : lastSequence
            if !isSameDatabase || options.isReset {
                record.unverifiedEnd = max(record.unverifiedEnd, lastSequence)
            }
            // A document that another database sends later can be one that the other database has deleted.
            if pulls[index].sequences.checkpoint == nil {
                record.lacksTombstones = pulls[index].isFirst
            }
            checkpoints[index].record = record
            // An interrupted session must not leave the wrong revisions to the next one as right ones.
            try await saveRecord(index)
            guard options.isReset else { return }
            // The next session goes on with what this one has compared, however this one ends.
            let parameters = configurations[index].checkpointParameters(options.remoteName)
            try await work.run { [store] in
                for id in try store.checkpointIDs(for: parameters) {
                    try store.removeCheckpoint(id)
                }
            }
        }

        // MARK: Saving

        func saveCheckpointsRegularly() async {
            while (try? await Task.sleep(for: options.checkpointInterval)) != nil {
                await saveCheckpoints()
            }
        }

        /// Saves the checkpoints that have changed, first in the other database.
        ///
        /// If the other database has stored a later checkpoint than this one, a part of the
        /// replication is repeated. In the reverse order, an interrupted write could skip changes.
        func saveCheckpoints() async {
            guard options.purpose == .replication else { return await saveRecords() }
            for index in configurations.indices {
                let previous = checkpoints[index].saving
                let saving = Task {
                    await previous?.value
                    await self.saveCheckpoint(index)
                }
                checkpoints[index].saving = saving
                await saving.value
            }
        }

        private func saveCheckpoint(_ index: Int) async {
            await markSynchronized(index)
            var checkpoint = Checkpoint()
            checkpoint.completed = pushes[index].completed
            checkpoint.remote = pulls[index].sequences.checkpoint
            guard !checkpoints[index].id.isEmpty else { return }
            // All revisions were compared, so what is remembered of them is right again.
            let unverifiedEnd = checkpoints[index].record.unverifiedEnd
            if unverifiedEnd > 0, checkpoint.completed.contiguousEnd >= unverifiedEnd {
                checkpoints[index].record.unverifiedEnd = 0
                await receiver?.trustRemoteRevisions(ofCollection: index)
            }
            // All offers were answered: the other database has what was sent, and not what it refused.
            if checkpoint.completed.contiguousEnd >= checkpoints[index].record.offeredEnd {
                checkpoints[index].record.offeredAt = 0
            }
            do {
                try await saveRecord(index)
                guard checkpoint != checkpoints[index].saved else { return }
                let json = try checkpoint.json()
                try await send(json, index)
                let id = checkpoints[index].id
                try await work.run { [store] in try store.setCheckpoint(json, id: id) }
                checkpoints[index].saved = checkpoint
            } catch let error as BLIPError where error.domain != "BLIP" {
                // The next attempt is in a few seconds.
            } catch {
                fail(error)
            }
        }

        private func saveRecords() async {
            do {
                for index in configurations.indices { try await saveRecord(index) }
            } catch {
                fail(error)
            }
        }

        /// Saves the documents that could not be replicated, before a checkpoint passes over them.
        ///
        /// One save follows the other: what this session has stored must not look like the change of
        /// another process.
        func saveRecord(_ index: Int) async throws {
            let previous = checkpoints[index].savingRecord
            let saving = Task {
                _ = await previous?.result
                try await self.writeRecord(index)
            }
            checkpoints[index].savingRecord = saving
            try await saving.value
        }

        private func writeRecord(_ index: Int) async throws {
            let record = checkpoints[index].record
            guard record != checkpoints[index].savedRecord else { return }
            let (id, base) = (checkpoints[index].recordID, checkpoints[index].savedRecord)
            let saved = try await work.run { [store] in
                var saved = record
                try store.updateCheckpoint(id) { stored in
                    if let stored = stored.flatMap({ ReplicationRecord(json: $0) }) {
                        saved = record.merged(with: stored, since: base)
                    }
                    return try saved.json()
                }
                return saved
            }
            // The record can have changed while it was saved.
            checkpoints[index].record = checkpoints[index].record.merged(with: saved, since: record)
            checkpoints[index].savedRecord = saved
        }

        private func send(_ json: [UInt8], _ index: Int) async throws {
            for attempt in 1...2 {
                var request = BLIPMessage(profile: "setCheckpoint", collection: index)
                request["client"] = checkpoints[index].id
                request["rev"] = checkpoints[index].revision ?? ""
                request.body = json
                do {
                    let answer = try await connection.request(request)
                    checkpoints[index].revision = answer["rev"] ?? checkpoints[index].revision
                    return
                } catch let error as BLIPError
                    where error.domain == "HTTP" && error.code == 409 && attempt == 1
                {
                    checkpoints[index].revision = try await currentRevision(index)
                }
            }
        }

        private func currentRevision(_ index: Int) async throws -> String? {
            var request = BLIPMessage(profile: "getCheckpoint", collection: index)
            request["client"] = checkpoints[index].id
            do {
                return try await connection.request(request)["rev"]
            } catch let error as BLIPError where error.domain == "HTTP" && error.code == 404 {
                return nil
            }
        }
    }

    extension ReplicationStore {
        /// The public UUID of the database in hexadecimal digits.
        fileprivate var publicUUID: String {
            get throws {
                let bytes = Data(base64Encoded: "\(try sourceID)==") ?? Data()
                return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
        }
    }
#endif
