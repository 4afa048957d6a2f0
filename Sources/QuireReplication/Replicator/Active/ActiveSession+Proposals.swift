#if Replication
    import Fleece
    import Quire

    /// A change that is offered to the other database.
    struct Proposal: Sendable {
        let change: ReplicationChange
        /// The version that the other database is known to have.
        var remoteVersion: String?
        /// The number of times that it was offered before.
        var attempts = 0
    }

    /// A change of which the other database has another revision.
    struct FoundConflict: Sendable {
        let change: ReplicationChange
        let time = ContinuousClock.now
    }

    extension ActiveSession {
        /// The number of times that a change is offered in a session: as the successor of the
        /// remembered revision, of the one that the other database names instead, and of none.
        private static let maximumAttempts = 3

        /// Offers changes, and sends those that the other database wants.
        func propose(_ proposals: [Proposal], _ index: Int) async throws {
            guard !proposals.isEmpty, pushes[index].refusal == nil else { return }
            let answer: BLIPMessage
            do {
                answer = try await connection.request(try message(proposals, index))
            } catch let error as BLIPError {
                return try await divide(proposals, index: index, after: error)
            }
            let listsAttachments = !answer.properties.bool("blobs")
            let statuses: [ProposalAnswer]
            do {
                statuses = try ProposalAnswer.list(answer.body, count: proposals.count)
            } catch let error as BLIPError {
                return try await divide(proposals, index: index, after: error)
            }
            let sendsDeltas = options.usesDeltas && answer.properties.bool("deltas")
            var wanted: [Proposal] = []
            var refused: [Proposal] = []
            for (proposal, status) in zip(proposals, statuses) {
                switch status {
                case .send: wanted.append(proposal)
                case .present:
                    if proposal.remoteVersion == nil {
                        requestTombstone(of: proposal.change, index)
                    }
                    complete(proposal.change, index)
                case .conflict(let version):
                    if let next = try await successor(of: proposal, version, index) {
                        refused.append(next)
                    } else if let event = finishConflict(proposal.change, index) {
                        report(.documents([event]))
                    }
                case .failed(let status):
                    let error = BLIPError.http(status, "the other database refused the document")
                    report(.documents([finish(proposal.change, index, error: error)]))
                }
            }
            await send(
                wanted, index: index, listsAttachments: listsAttachments, sendsDeltas: sendsDeltas)
            try await propose(refused, index)
        }

        /// Lets the next session request the revision of the other database, if it can be a tombstone that the
        /// first pull has left out.
        private func requestTombstone(of change: ReplicationChange, _ index: Int) {
            guard checkpoints[index].record.lacksTombstones, configurations[index].pulls,
                !change.isDeleted
            else { return }
            _ = checkpoints[index].record.addFailure(
                of: change.id, isPush: false,
                "the other database has a revision that it did not list")
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

        /// Handles an error that the other database sent in place of an answer.
        ///
        /// One document can be the cause, so each half of the list is offered again.
        private func divide(
            _ proposals: [Proposal], index: Int, after error: BLIPError
        ) async throws {
            let failure = SessionFailure(error)
            if error.domain == "HTTP", [401, 403].contains(error.code) {
                // The user must not push. The pull goes on.
                pushes[index].refusal = failure
                return
            }
            if failure.isTransient || error.domain == "BLIP" && error.code == 404 { throw error }
            guard proposals.count > 1 else {
                for proposal in proposals {
                    report(.documents([finish(proposal.change, index, error: error)]))
                }
                return
            }
            let middle = proposals.count / 2
            try await propose(Array(proposals[..<middle]), index)
            try await propose(Array(proposals[middle...]), index)
        }

        /// Returns the proposal of a change after the other database has refused it because of
        /// another revision, or `nil` if the change does not descend from that one.
        private func successor(
            of proposal: Proposal, _ version: String, _ index: Int
        ) async throws -> Proposal? {
            var next = proposal
            next.attempts += 1
            guard next.attempts < Self.maximumAttempts else { return nil }
            if version.isEmpty {
                // The other database no longer has the document.
                next.remoteVersion = nil
                return proposal.remoteVersion == nil ? nil : next
            }
            let collection = configurations[index].collection
            let change = proposal.change
            let isBased = try await work.run { [remote] in
                try ReplicationFailure.result(of: {
                    try collection.setRemoteVersion(
                        version, of: change.id, at: change.version, remote: remote)
                })
            }
            guard case .success(true) = isBased else { return nil }
            // Couchbase Lite names the whole vector.
            next.remoteVersion = String(version.prefix { $0 != "," && $0 != ";" })
            return next
        }

        // MARK: Conflicts

        /// Notes that the other database has a conflicting revision.
        ///
        /// The pull receives that revision, and the resolved conflict is a new change. The pull may have
        /// resolved it already, and then the proposed revision is no longer current.
        ///
        /// - Returns: What is reported: an error if nothing is pulled.
        func finishConflict(_ change: ReplicationChange, _ index: Int) -> DocumentEvent? {
            let error = BLIPError.http(409, "the other database has another revision")
            guard configurations[index].pulls else { return finish(change, index, error: error) }
            if change.remoteVersion == nil { requestTombstone(of: change, index) }
            // The connection can end before the pull has received it.
            if isRecorded(change.id, isPush: true, error: error, index: index) {
                pushes[index].completed.insert(change.sequence)
            }
            addToProgress(completed: 1)
            pushes[index].conflicts[DocumentIDKey(change.id)] = FoundConflict(change: change)
            if options.isContinuous, !pushes[index].isWatchingConflicts {
                pushes[index].isWatchingConflicts = true
                tasks.add { await self.watchConflicts(index) }
            }
            return nil
        }

        /// Reports the conflicts of a continuous replication that stay unresolved.
        ///
        /// The other database lists its revision soon, but at no known time.
        private func watchConflicts(_ index: Int) async {
            while !Task.isCancelled, !pushes[index].conflicts.isEmpty {
                try? await Task.sleep(for: options.retryInterval / 4)
                let end = ContinuousClock.now.advanced(by: .zero - options.retryInterval)
                await reportUnresolvedConflicts(foundBefore: end)
            }
            pushes[index].isWatchingConflicts = false
        }

        /// Whether the pull is complete, and may have left conflicts that the push has found.
        var hasUnresolvedConflicts: Bool { pushes.contains { !$0.conflicts.isEmpty } }

        /// Reports the conflicts that the pull did not resolve, because it did not receive the revision
        /// of the other database.
        ///
        /// - Parameter end: The time before which the conflicts were found.
        func reportUnresolvedConflicts(foundBefore end: ContinuousClock.Instant) async {
            for index in configurations.indices {
                let conflicts = pushes[index].conflicts.filter { $0.value.time <= end }
                guard !conflicts.isEmpty else { continue }
                for key in conflicts.keys { pushes[index].conflicts[key] = nil }
                let collection = configurations[index].collection
                do {
                    let current = try await work.run { [remote] in
                        try collection.replicationChanges(
                            of: conflicts.keys.map(\.id).sorted(), remote: remote)
                    }
                    let unresolved = current.filter {
                        !$0.isConflicted
                            && $0.version == conflicts[DocumentIDKey($0.id)]?.change.version
                            && knownVersion($0, index) != $0.version
                    }
                    for key in Set(conflicts.keys)
                        .subtracting(unresolved.map { DocumentIDKey($0.id) })
                    {
                        checkpoints[index].record.removeFailure(of: key.id, isPush: true)
                    }
                    let error = BLIPError.http(
                        409, "the other database has another revision, which it did not send")
                    let events = unresolved.map { change in
                        DocumentEvent(
                            collection: collection, id: change.id, isPush: true,
                            isDeleted: change.isDeleted, error: error)
                    }
                    if !events.isEmpty { report(.documents(events)) }
                } catch {
                    fail(error)
                }
            }
            checkCompletion()
        }
    }
#endif
