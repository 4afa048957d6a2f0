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
        /// The documents of which a revision is being sent.
        var documentsInTransfer: Set<String> = []
        /// Whether all changes are sent, except those that failed.
        var isDone = false
        /// The number of local changes that this session has made, by resolving conflicts.
        var resolutionCount = 0
        /// The number of changes that are sent again later.
        var failedCount = 0
        /// Resumes a push that waits for changes.
        var signal = Signal()
    }

    /// A change that is offered to the other database.
    private struct Proposal: Sendable {
        let change: ReplicationChange
        /// The version that the other database is known to have.
        var remoteVersion: String?
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
            while !Task.isCancelled {
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
                    cursor = pushes[index].completed.contiguousEnd
                }
            }
        }

        /// Sends all changes after a sequence, and returns the last sequence.
        private func pushChanges(_ index: Int, since start: UInt64) async throws -> UInt64 {
            var cursor = start
            let collection = configurations[index].collection
            while !Task.isCancelled {
                let since = cursor
                let changes = try await work.run { [remote] in
                    try collection.replicationChanges(
                        since: since, limit: Self.batchCount, remote: remote)
                }
                guard let last = changes.last else { break }
                let proposals = try await proposals(changes, index)
                try await propose(proposals, index, isRetry: false)
                completeGaps(after: cursor, changes, index)
                await markSynchronized(index)
                cursor = last.sequence
            }
            return cursor
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
            _ changes: [ReplicationChange], _ index: Int
        ) async throws -> [Proposal] {
            let configuration = configurations[index]
            let completed = pushes[index].completed
            let candidates = changes.filter { change in
                !change.isExpired && !change.isConflicted && !completed.contains(change.sequence)
                    && change.remoteVersion != change.version && configuration.chooses(change.id)
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
                pushes[index].completed.insert(change.sequence)
            }
            addToProgress(total: selected.count)
            if !failed.isEmpty {
                let events = failed.map { finish($0, index, error: BLIPError(local: $1)) }
                report(.documents(events))
            }
            return accepted.map { Proposal(change: $0, remoteVersion: $0.remoteVersion) }
        }

        /// Returns whether the filter accepts each change, or why it cannot decide.
        private func decisions(
            _ changes: [ReplicationChange], _ configuration: ReplicatedCollection
        ) async throws -> [Result<Bool, any Error>] {
            guard configuration.pushFilter != nil else {
                return changes.map { _ in .success(true) }
            }
            return try await work.run {
                changes.map { change in Result { try configuration.accepts(change) } }
            }
        }

        // MARK: Proposals

        private func propose(
            _ proposals: [Proposal], _ index: Int, isRetry: Bool
        ) async throws {
            guard !proposals.isEmpty else { return }
            let answer = try await connection.request(try message(proposals, index))
            let listsAttachments = !answer.properties.bool("blobs")
            let statuses = try ProposalAnswer.read(answer.body, count: proposals.count)
            var wanted: [ReplicationChange] = []
            var refused: [Proposal] = []
            for (proposal, status) in zip(proposals, statuses) {
                switch status {
                case .send: wanted.append(proposal.change)
                case .present: complete(proposal.change, index)
                case .conflict(let version):
                    refused.append(Proposal(change: proposal.change, remoteVersion: version))
                case .failed(let status):
                    let error = BLIPError.http(status, "the other database refused the document")
                    report(.documents([finish(proposal.change, index, error: error)]))
                }
            }
            await send(wanted, index, listsAttachments)
            try await proposeAgain(refused, index, isRetry: isRetry)
        }

        private func message(_ proposals: [Proposal], _ index: Int) throws -> BLIPMessage {
            var message = BLIPMessage(profile: "proposeChanges", collection: index)
            message["conflictIncludesRev"] = "true"
            message.isUrgent = true
            message.isCompressed = true
            message.body = try WireJSON.body { writer in
                writer.beginArray()
                for proposal in proposals {
                    writer.beginArray()
                    writer.write(proposal.change.id)
                    writer.write(proposal.change.version)
                    writer.write(proposal.remoteVersion ?? "")
                    writer.write(UInt64(proposal.change.bodySize))
                    writer.endArray()
                }
                writer.endArray()
            }
            return message
        }

        /// Handles the documents of which the other database has another revision.
        ///
        /// If the local revision descends from that one, it is proposed again as its successor. If
        /// not, the pull receives the other revision, and the resolved conflict is a new change. The
        /// pull may have resolved it already, and then the proposed revision is no longer current.
        private func proposeAgain(
            _ refused: [Proposal], _ index: Int, isRetry: Bool
        ) async throws {
            let collection = configurations[index].collection
            var again: [Proposal] = []
            for proposal in refused {
                let change = proposal.change
                if !isRetry, let version = proposal.remoteVersion,
                    try await work.run({ [remote] in
                        try collection.setRemoteVersion(
                            version, of: change.id, at: change.version, remote: remote)
                    })
                {
                    again.append(proposal)
                } else if configurations[index].pulls {
                    complete(change, index)
                } else {
                    let error = BLIPError.http(409, "the other database has another revision")
                    report(.documents([finish(change, index, error: error)]))
                }
            }
            try await propose(again, index, isRetry: true)
        }

        // MARK: Revisions

        private func send(
            _ changes: [ReplicationChange], _ index: Int, _ listsAttachments: Bool
        ) async {
            let route = RevisionSender.Route(
                collection: configurations[index].collection, index: index,
                listsAttachments: listsAttachments)
            await sender.send(changes.map { WantedRevision($0) }, route) { results in
                await self.finish(results.map { (changes[$0.position], $0.result) }, index)
            }
        }

        private func finish(_ sent: [(ReplicationChange, SendResult)], _ index: Int) {
            var events: [DocumentEvent] = []
            for (change, result) in sent {
                switch result {
                case .stored:
                    pushes[index].synchronized.append((change.id, change.version, change.sequence))
                    events.append(finish(change, index, error: nil))
                case .outdated:
                    // The newer revision has a later sequence.
                    complete(change, index)
                case .failed(let error) where error.isConflict && configurations[index].pulls:
                    complete(change, index)
                case .failed(let error):
                    events.append(finish(change, index, error: error))
                }
            }
            if !events.isEmpty { report(.documents(events)) }
        }

        /// Notes that a change need not be sent.
        private func complete(_ change: ReplicationChange, _ index: Int) {
            pushes[index].completed.insert(change.sequence)
            addToProgress(completed: 1)
        }

        /// Notes that a change was sent or refused.
        ///
        /// - Returns: What is reported.
        private func finish(
            _ change: ReplicationChange, _ index: Int, error: BLIPError?
        ) -> DocumentEvent {
            var event = DocumentEvent(
                collection: configurations[index].collection, id: change.id, isPush: true,
                isDeleted: change.isDeleted, error: error)
            event.isTransient = error?.isTransientForDocument ?? false
            if event.isTransient {
                pushes[index].failedCount += 1
            } else {
                pushes[index].completed.insert(change.sequence)
            }
            addToProgress(completed: 1)
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

    extension BLIPError {
        /// Whether the other database has another revision of the document.
        fileprivate var isConflict: Bool {
            (domain == "HTTP" && code == 409) || (domain == "LiteCore" && code == 8)
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

    /// An item of the answer to `proposeChanges`.
    private enum ProposalAnswer {
        case send
        case present
        case conflict(String?)
        case failed(Int)

        /// Reads an answer, whose missing items at the end are wishes.
        static func read(_ body: [UInt8], count: Int) throws -> [ProposalAnswer] {
            let items = body.isEmpty ? nil : try WireJSON.parseArray(body)
            return try (0..<count).map { index in
                guard let items, index < items.count, let value = items.value(at: index) else {
                    return .send
                }
                let object = value.dictionary
                guard
                    let status = value.int64 ?? object?["status"]?.int64 ?? (value.isNull ? 0 : nil)
                else {
                    throw BLIPError.badRequest("an item of the answer to proposeChanges is invalid")
                }
                switch status {
                case 0: return .send
                case 304: return .present
                case 409: return .conflict(object?["rev"]?.string)
                default: return .failed(Int(clamping: status))
                }
            }
        }
    }
#endif
