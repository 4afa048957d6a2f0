#if Replication
    import Quire

    extension ActiveSession {
        /// Corrects the times of all unsent changes, before the pull begins.
        ///
        /// A revision with a time in the future would win conflicts with received revisions.
        func correctTimes() async throws {
            guard try await !work.run({ [store] in try store.hasPeers }) else { return }
            for index in configurations.indices where configurations[index].pushes {
                let collection = configurations[index].collection
                let cursor = pushes[index].completed.contiguousEnd
                let failed = checkpoints[index].record.pushes.keys.map(\.id)
                pushes[index].offeredEnd = checkpoints[index].record.offeredEnd
                let changes = try await work.run { [remote] in
                    try collection.changesAhead(since: cursor, remote: remote)
                        + collection.replicationChanges(of: failed, remote: remote).filter {
                            $0.isAhead && $0.sequence <= cursor
                        }
                }
                _ = try await correctTimes(of: changes, index)
            }
        }

        /// Gives a new time to revisions that were made while the clock of this computer was fast, if no
        /// other database can have them.
        ///
        /// A database of Couchbase Lite refuses revisions whose time is in the future.
        ///
        /// - Parameters:
        ///   - changes: The changes that are about to be offered.
        ///   - index: The position of the collection.
        /// - Returns: The changes without those of documents that have a new revision. The new revisions
        ///   are later changes.
        /// - Throws: `QuireError` with code `notOpen`, `busy` or `ioError`.
        func correctTimes(
            of changes: [ReplicationChange], _ index: Int
        ) async throws -> [ReplicationChange] {
            let ahead = changes.filter(\.isAhead)
            guard !ahead.isEmpty else { return changes }
            let checkpoint = checkpoints[index]
            let offeredEnd = pushes[index].offeredEnd
            let corrected = try await storeNewTimes(
                inDocumentsOf: ahead.filter {
                    // A copied revision gets the earliest time, which replaces nothing.
                    $0.isCopied
                        || $0.sequence > checkpoint.restoredEnd
                            && checkpoint.record.isUnsent(
                                $0.id, sequence: $0.sequence, offeredThrough: offeredEnd)
                }, index)
            for change in ahead where corrected.contains(DocumentIDKey(change.id)) {
                pushes[index].completed.insert(change.sequence)
                checkpoints[index].record.removeFailure(of: change.id, isPush: true)
            }
            return changes.filter { !corrected.contains(DocumentIDKey($0.id)) }
        }

        /// Creates new revisions of documents that the records of other remote databases also permit.
        ///
        /// - Parameters:
        ///   - changes: The changes that, according to the record of this session, can be corrected.
        ///   - index: The position of the collection.
        /// - Returns: The IDs of the documents that have a new revision.
        /// - Throws: `QuireError` with code `notOpen`, `busy` or `ioError`.
        private func storeNewTimes(
            inDocumentsOf changes: [ReplicationChange], _ index: Int
        ) async throws -> Set<DocumentIDKey> {
            guard !changes.isEmpty else { return [] }
            let collection = configurations[index].collection
            let checkpoint = checkpoints[index]
            return try await work.run { [store] in
                // No record shows which changes a peer has received by its own requests.
                guard try !store.hasPeers else { return [] }
                let others = try store.checkpoints(
                    withSuffix: checkpoint.recordSuffix, except: checkpoint.recordID
                ).compactMap { ReplicationRecord(json: $0) }.filter {
                    $0.collection == collection.fullName
                }
                let unsent = changes.filter { change in
                    change.isCopied
                        || others.allSatisfy {
                            $0.isUnsent(
                                change.id, sequence: change.sequence, offeredThrough: $0.offeredEnd)
                        }
                }
                let corrected = try collection.correctTimes(of: unsent.map(\.id))
                if !corrected.isEmpty {
                    let documents =
                        corrected.count == 1 ? "1 document" : "\(corrected.count) documents"
                    QuireLog.warning(
                        "\(documents) in \(collection.fullName) had a time ahead of the clock of this "
                            + "computer, which was fast, and got an earlier one.",
                        about: .replication)
                }
                return corrected
            }
        }
    }
#endif
