#if Replication
    import Fleece
    import Quire

    /// The state of sending the changes of a collection.
    struct PushState {
        /// A revision that the other database has, which the store does not know yet.
        typealias Synchronized = (id: String, version: String, sequence: UInt64)

        /// The sequences that are sent, or need not be.
        var completed = SequenceSet()
        /// The revisions to mark as synchronized.
        var synchronized: [Synchronized] = []
        /// Whether all changes are sent, except those that failed.
        var isDone = false
        /// The number of local changes that this session has made, by resolving conflicts.
        var resolutionCount = 0
        /// The last sequence that may have been offered before this pass over the changes.
        var offeredEnd: UInt64 = 0
        /// The number of changes that are sent again later.
        var failedCount = 0
        /// The documents that this session reported as failed, and did not send since.
        var failedIDs: Set<DocumentIDKey> = []
        /// The changes of which the other database has another revision, which the pull shall receive.
        var conflicts: [DocumentIDKey: FoundConflict] = [:]
        /// Whether a task waits for the conflicts of a continuous replication.
        var isWatchingConflicts = false
        /// Why the other database accepts no changes of the collection.
        var refusal: SessionFailure?
        /// Resumes a push that waits for changes.
        var signal = Signal()
    }

    extension ActiveSession {
        private static let batchCount = 200

        func startPush(_ index: Int) {
            let signal = pushes[index].signal
            let collection = configurations[index].collection
            let isContinuous = options.isContinuous
            tasks.add {
                let token = isContinuous ? signal.observe(collection) : nil
                defer { token?.remove() }
                do {
                    try await self.push(index)
                } catch {
                    await self.fail(error)
                }
            }
        }

        private func push(_ index: Int) async throws {
            var cursor = pushes[index].completed.contiguousEnd
            pushes[index].offeredEnd = checkpoints[index].record.offeredEnd
            try await pushFailed(index, before: cursor)
            while !Task.isCancelled, pushes[index].refusal == nil {
                let resolutionCount = pushes[index].resolutionCount
                cursor = try await pushChanges(index, since: cursor)
                guard pushes[index].resolutionCount == resolutionCount else { continue }
                let hasFailures = pushes[index].failedCount > 0
                pushes[index].isDone = true
                checkCompletion()
                // The resolution of a conflict is a change to send. Without one, the session ends.
                let retries = hasFailures && options.isContinuous
                await pushes[index].signal.wait(atMost: retries ? options.retryInterval : nil)
                pushes[index].isDone = false
                if retries {
                    pushes[index].failedCount = 0
                    pushes[index].offeredEnd = checkpoints[index].record.offeredEnd
                    cursor = pushes[index].completed.contiguousEnd
                }
            }
            pushes[index].isDone = true
            checkCompletion()
        }

        /// Sends the documents that earlier sessions could not send.
        ///
        /// Those that have changed since are among the later changes.
        private func pushFailed(_ index: Int, before cursor: UInt64) async throws {
            let collection = configurations[index].collection
            let keys = checkpoints[index].record.pushes.keys.filter {
                configurations[index].chooses($0.id)
            }
            guard !keys.isEmpty else { return }
            let changes = try await work.run { [remote] in
                try collection.replicationChanges(of: keys.map(\.id).sorted(), remote: remote)
            }
            for key in Set(keys).subtracting(changes.map { DocumentIDKey($0.id) }) {
                checkpoints[index].record.removeFailure(of: key.id, isPush: true)
            }
            let completed = pushes[index].completed
            var rest = changes.filter {
                $0.sequence <= cursor || completed.contains($0.sequence)
            }[...]
            while !rest.isEmpty, !Task.isCancelled {
                let failed = Array(rest.prefix(Self.batchCount))
                rest = rest.dropFirst(failed.count)
                let batch = try await correctTimes(of: failed, index)
                try await propose(try await proposals(batch, index, isRepeated: true), index)
            }
        }

        /// Sends all changes after a sequence, and returns the last sequence.
        private func pushChanges(_ index: Int, since start: UInt64) async throws -> UInt64 {
            var cursor = start
            let collection = configurations[index].collection
            while !Task.isCancelled, pushes[index].refusal == nil {
                let since = cursor
                let listed = try await work.run { [remote] in
                    try collection.replicationChanges(
                        since: since, limit: Self.batchCount, remote: remote)
                }
                guard let last = listed.last else { break }
                let changes = try await correctTimes(of: listed, index)
                try await noteOffer(through: last.sequence, index)
                try await propose(try await proposals(changes, index), index)
                guard pushes[index].refusal == nil else { break }
                completeGaps(after: cursor, listed, index)
                await markSynchronized(index)
                cursor = last.sequence
            }
            return cursor
        }

        /// Saves the last sequence that may be offered, before it is.
        private func noteOffer(through sequence: UInt64, _ index: Int) async throws {
            guard sequence > checkpoints[index].record.offeredEnd else { return }
            let collection = configurations[index].collection
            let end = try await work.run { try collection.lastSequence() }
            checkpoints[index].record.offeredEnd = max(sequence, end)
            let offeredAt = max(checkpoints[index].record.offeredAt, ReplicationRecord.now)
            checkpoints[index].record.offeredAt = offeredAt
            try await saveRecord(index)
        }

        /// Completes the sequences between the listed changes, which belong to revisions that were
        /// replaced or purged.
        private func completeGaps(
            after start: UInt64, _ changes: [ReplicationChange], _ index: Int
        ) {
            var next = start + 1
            for change in changes {
                if next < change.sequence { pushes[index].completed.insert(next..<change.sequence) }
                next = change.sequence + 1
            }
        }

        /// Returns the changes that the other database may need, and completes the others.
        private func proposals(
            _ changes: [ReplicationChange], _ index: Int, isRepeated: Bool = false
        ) async throws -> [Proposal] {
            let configuration = configurations[index]
            let completed = pushes[index].completed
            let candidates = changes.filter { change in
                !change.isExpired && !change.isConflicted && configuration.chooses(change.id)
                    && (isRepeated || !completed.contains(change.sequence))
                    && knownVersion(change, index) != change.version
            }
            let decisions = try await decisions(candidates, configuration)
            var selected: Set<UInt64> = []
            var accepted: [ReplicationChange] = []
            var failed: [(ReplicationChange, any Error)] = []
            for (change, decision) in zip(candidates, decisions) {
                switch decision {
                case .success(true): accepted.append(change)
                case .success(false): continue
                case .failure(let error): failed.append((change, error))
                }
                selected.insert(change.sequence)
            }
            for change in changes where !selected.contains(change.sequence) {
                // A document that failed stays in the record, although its sequence is completed.
                if !isRepeated, completed.contains(change.sequence) { continue }
                pushes[index].completed.insert(change.sequence)
                checkpoints[index].record.removeFailure(of: change.id, isPush: true)
            }
            addToProgress(total: selected.count)
            if !failed.isEmpty {
                let events = failed.map { finish($0, index, error: BLIPError(local: $1)) }
                report(.documents(events))
            }
            return accepted.map { change in
                Proposal(change: change, remoteVersion: knownVersion(change, index))
            }
        }

        /// The revision of the other database, or `nil` if none is known for certain.
        func knownVersion(_ change: ReplicationChange, _ index: Int) -> String? {
            change.sequence > checkpoints[index].record.unverifiedEnd ? change.remoteVersion : nil
        }

        /// Returns whether the filter accepts each change, or why it cannot decide.
        private func decisions(
            _ changes: [ReplicationChange], _ configuration: ReplicatedCollection
        ) async throws -> [Result<Bool, any Error>] {
            guard configuration.pushFilter != nil else {
                return changes.map { change in
                    if let failure = change.failure { .failure(failure) } else { .success(true) }
                }
            }
            return try await work.run {
                changes.map { change in
                    Result {
                        if let failure = change.failure { throw failure }
                        return try configuration.accepts(change)
                    }
                }
            }
        }

        // MARK: Revisions

        func send(
            _ proposals: [Proposal], index: Int, listsAttachments: Bool, sendsDeltas: Bool
        ) async {
            let route = RevisionSender.Route(
                collection: configurations[index].collection, index: index,
                listsAttachments: listsAttachments, remote: remote)
            let wanted = proposals.map { proposal in
                var wanted = WantedRevision(proposal.change)
                if sendsDeltas { wanted.deltaSources = proposal.remoteVersion.map { [$0] } ?? [] }
                return wanted
            }
            await sender.send(wanted, route) { results in
                await self.finish(
                    results.map { (proposals[$0.position].change, $0.result) }, index)
            }
        }

        private func finish(_ sent: [(ReplicationChange, SendResult)], _ index: Int) {
            var events: [DocumentEvent] = []
            let wasCompleted = progress.completed
            defersProgress = true
            for (change, result) in sent {
                switch result {
                case .stored:
                    clockLead.add(change.id, version: change.version)
                    pushes[index].synchronized.append((change.id, change.version, change.sequence))
                    events.append(finish(change, index, error: nil))
                case .outdated:
                    // The newer revision has a later sequence.
                    complete(change, index)
                case .failed(let error) where error.isConflict:
                    events += finishConflict(change, index).map { [$0] } ?? []
                case .failed(let error) where isEnd(error):
                    // The next session offers the change again, and the other database may have it.
                    options.history.addInterrupted(
                        change, in: configurations[index].collection.fullName)
                    addToProgress(completed: 1)
                case .failed(let error):
                    events.append(finish(change, index, error: error))
                }
            }
            defersProgress = false
            if progress.completed > wasCompleted { report(.progress(progress)) }
            if !events.isEmpty { report(.documents(events)) }
        }

        /// Notes that a change need not be sent.
        func complete(_ change: ReplicationChange, _ index: Int) {
            let key = DocumentIDKey(change.id)
            let wasFailed =
                pushes[index].failedIDs.contains(key)
                || checkpoints[index].record.pushes[key] != nil
            let wasSent = options.history.removeInterrupted(
                change, in: configurations[index].collection.fullName)
            let event = finish(change, index, error: nil)
            if wasFailed || wasSent { report(.documents([event])) }
        }

        /// Notes that a change was sent or refused.
        ///
        /// - Returns: What is reported.
        func finish(
            _ change: ReplicationChange, _ index: Int, error: BLIPError?
        ) -> DocumentEvent {
            let event = DocumentEvent(
                collection: configurations[index].collection, id: change.id, isPush: true,
                isDeleted: change.isDeleted, error: error)
            addToProgress(completed: 1)
            let key = DocumentIDKey(change.id)
            guard let error else {
                pushes[index].failedIDs.remove(key)
                pushes[index].completed.insert(change.sequence)
                checkpoints[index].record.removeFailure(of: change.id, isPush: true)
                return event
            }
            pushes[index].failedIDs.insert(key)
            if error.isTransientForDocument {
                pushes[index].failedCount += 1
            } else if isRecorded(change.id, isPush: true, error: error, index: index) {
                pushes[index].completed.insert(change.sequence)
            }
            return event
        }

        /// Stores which revisions the other database has.
        func markSynchronized(_ index: Int) async {
            let synchronized = pushes[index].synchronized
            guard !synchronized.isEmpty else { return }
            pushes[index].synchronized = []
            let collection = configurations[index].collection
            do {
                try await work.run { [remote] in
                    try collection.markSynchronized(synchronized, with: remote)
                }
            } catch {
                fail(error)
            }
        }
    }

    extension WantedRevision {
        /// Creates a request for the revision of a change.
        init(_ change: ReplicationChange) {
            self.init(
                id: change.id, version: change.version, sequence: String(change.sequence),
                size: change.bodySize)
        }
    }
#endif
