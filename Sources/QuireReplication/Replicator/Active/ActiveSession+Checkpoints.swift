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
        var isSaving = false
    }

    extension ActiveSession {
        /// Opens the collections of the other database, and determines where to continue.
        func openCollections() async throws {
            var found: [(id: String, local: Checkpoint?)] = []
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
            let answer = try WireJSON.parseArray(try await connection.request(request).body)
            guard answer.count == found.count else {
                throw BLIPError.badRequest("the answer to getCollections has \(answer.count) items")
            }
            for index in configurations.indices {
                guard let object = answer.value(at: index)?.dictionary else {
                    throw SessionFailure(
                        domain: "HTTP", code: 404,
                        message: "the other database has no collection \(names[index])",
                        isTransient: false)
                }
                begin(index, local: found[index], remote: object)
            }
        }

        private func localCheckpoint(_ index: Int) async throws -> (id: String, local: Checkpoint?)
        {
            let parameters = configurations[index].checkpointParameters(options.remoteName)
            let isReset = options.isReset
            let (ids, id, json) = try await work.run { [store] in
                let ids = try store.checkpointIDs(for: parameters)
                for id in ids where !isReset {
                    if let json = try store.checkpoint(id) { return (ids, id, Optional(json)) }
                }
                return (ids, ids.first ?? "", nil)
            }
            checkpoints[index].id = ids.first ?? id
            return (id, json.flatMap { Checkpoint(json: $0) })
        }

        private func begin(
            _ index: Int, local: (id: String, local: Checkpoint?), remote: FleeceDictionary
        ) {
            // Sync Gateway returns the revision as a member of its own document.
            let revision = remote["rev"]?.string ?? remote["_rev"]?.string
            // A checkpoint that is found under an earlier ID is saved under the current one.
            if local.id == checkpoints[index].id { checkpoints[index].revision = revision }
            var start = Checkpoint()
            if let checkpoint = local.local, !remote.isEmpty, !options.isReset {
                start = checkpoint.agreement(with: Checkpoint(remote))
            }
            checkpoints[index].saved = start
            pushes[index].completed = start.completed
            pulls[index].sequences = PendingSequences(after: start.remote)
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
            for index in configurations.indices where !checkpoints[index].isSaving {
                checkpoints[index].isSaving = true
                await saveCheckpoint(index)
                checkpoints[index].isSaving = false
            }
        }

        private func saveCheckpoint(_ index: Int) async {
            await markSynchronized(index)
            var checkpoint = Checkpoint()
            checkpoint.completed = pushes[index].completed
            checkpoint.remote = pulls[index].sequences.checkpoint
            guard checkpoint != checkpoints[index].saved, !checkpoints[index].id.isEmpty,
                let json = try? checkpoint.json()
            else { return }
            do {
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
