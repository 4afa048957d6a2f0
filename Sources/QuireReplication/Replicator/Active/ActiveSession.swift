#if Replication
    import Fleece
    package import Quire
    import QuireNetwork

    /// What a session does on its connection.
    package enum SessionPurpose: Sendable {
        /// Replicates all changes since the checkpoint.
        case replication
        /// Receives the documents again that earlier sessions could not store.
        ///
        /// A partner sends the changes of a collection once on a connection, so these documents need
        /// a connection of their own.
        case repetition
    }

    /// What an active session replicates.
    package struct SessionOptions: Sendable {
        /// The name under which the other database is known: its URL with `/_blipsync`.
        package var remoteName: String
        /// Whether the session waits for further changes after it has caught up.
        package var isContinuous = false
        /// Whether documents that are no longer accessible are purged.
        package var purgesInaccessible = true
        /// Whether the checkpoints are ignored, so that all documents are compared again.
        package var isReset = false
        /// Whether changed documents are transferred as deltas, if the other database supports them.
        package var usesDeltas = false
        /// What the session does.
        var purpose = SessionPurpose.replication
        /// Whether a difference between the clocks of both computers is reported.
        var reportsClockDifference = true
        /// Whether the documents are reported that earlier sessions could not store.
        var reportsFailedPulls = false
        /// The time after which a silent connection ends while the other database has work to do.
        package var maximumSilence = BLIPOptions().maximumSilence
        /// The time after which a requested revision is missing, if the connection is silent.
        package var maximumRevisionDelay: Duration = .seconds(60)
        /// The time between two checkpoints of a session.
        package var checkpointInterval: Duration = .seconds(5)
        /// The time after which a session that is stopped no longer waits for the other database.
        package var maximumStopDelay: Duration = .seconds(3)
        /// Whether few documents are transferred at a time until some have arrived.
        ///
        /// Of many documents that are transferred together, none may be complete when the connection is
        /// lost.
        var isCautious = false
        /// What the sessions of one run have in common.
        let history = RunHistory()
        /// The time after which a continuous session tries again to transfer what has failed.
        package var retryInterval: Duration = .seconds(30)

        package init(remoteName: String) {
            self.remoteName = remoteName
        }
    }

    /// One connection of a replicator to another database.
    ///
    /// ```
    /// → getCollections
    /// → subChanges                        → proposeChanges
    /// ← changes, answered with wishes     ← the wishes
    /// ← rev …                             → rev …
    /// → setCheckpoint
    /// ```
    package actor ActiveSession {
        let connection: BLIPConnection
        let store: ReplicationStore
        let work: BlockingWork
        let options: SessionOptions
        let configurations: [ReplicatedCollection]
        let report: @Sendable (SessionEvent) -> Void

        /// The state of each collection.
        var pulls: [PullState]
        var pushes: [PushState]
        var checkpoints: [CheckpointState]
        /// The number of this database's partner in the rows of documents.
        var remote = 0
        var progress = ReplicationProgress()
        /// Whether the progress is reported later, once for several documents.
        var defersProgress = false

        private(set) var receiver: RevisionReceiver?
        private(set) var sender: RevisionSender
        let tasks = SessionTasks()
        private var end: SessionEnd?
        private var isBusy = true
        private var isStopping = false
        private var isStopRequested = false
        /// Whether the session is going to end, so that the next one requests revisions again.
        var isRequestingAgain = false
        private var hasWarnedOfRecord = false
        /// The documents whose times are ahead of the clock of this computer.
        var clockLead = ClockLead()
        /// Whether the other database has answered.
        private(set) var wasEstablished = false
        /// Whether messages can still arrive.
        private(set) var isConnected = true

        /// Creates a session.
        ///
        /// - Parameters:
        ///   - socket: An open connection.
        ///   - database: The local database.
        ///   - collections: What is replicated.
        ///   - options: The options, such as whether the session is continuous.
        ///   - report: A closure that receives what happens. It must not block.
        package init(
            socket: any MessageSocket, database: Database, collections: [ReplicatedCollection],
            options: SessionOptions, report: @escaping @Sendable (SessionEvent) -> Void
        ) {
            var limits = BLIPOptions(for: socket)
            limits.maximumSilence = options.maximumSilence
            limits.isAlwaysBusy = !options.isContinuous
            connection = BLIPConnection(socket: socket, options: limits)
            store = ReplicationStore(database)
            work = database.blockingWork
            self.options = options
            configurations = collections
            self.report = report
            pulls = collections.map { _ in PullState() }
            pushes = collections.map { _ in PushState() }
            checkpoints = collections.map { _ in CheckpointState() }
            sender = RevisionSender(
                connection: connection, store: store, work: work,
                style: .init(refusesConflicts: true),
                startsSlowly: options.isCautious)
        }

        /// Replicates until everything is done, the connection ends or ``stop()`` is called.
        package func run() async -> SessionEnd {
            tasks.add { await self.work() }
            let closed = await connection.run { [weak self] request in
                await self?.receive(request)
            }
            isConnected = false
            await receiver?.waitForEnd()
            tasks.cancel()
            for index in pulls.indices { pulls[index].resumeWaiting() }
            for index in pushes.indices { pushes[index].signal.finish() }
            for index in pulls.indices { await pulls[index].processing?.value }
            await tasks.waitForAll()
            return end ?? .failed(SessionFailure(closed))
        }

        /// Saves the checkpoints and closes the connection, which may no longer answer.
        package func stop() async {
            guard end == nil, !isStopRequested else { return }
            isStopRequested = true
            let limit = Task { [maximumStopDelay = options.maximumStopDelay] in
                try await Task.sleep(for: maximumStopDelay)
                self.finish(.stopped, code: 1000)
            }
            // A session that is complete is saving its checkpoints already.
            guard !isStopping else { return }
            isStopping = true
            await saveCheckpoints()
            limit.cancel()
            finish(.stopped, code: 1000)
        }

        /// Ends the session with an error of this side.
        func fail(_ error: any Error) {
            // Requests fail because the connection has ended. How it ended is known already.
            if error is CancellationError || error is BLIPClosedError || error is BLIPViolation
                || error is NetworkError
            {
                return
            }
            let failure =
                switch error {
                case let failure as SessionFailure: failure
                case let error as QuireError: SessionFailure(local: error)
                default: SessionFailure(BLIPError(local: error))
                }
            let code: UInt16 = failure.domain == "BLIP" ? 1002 : failure.isTransient ? 4001 : 4002
            finish(.failed(failure), code: code)
        }

        /// Whether the error of a document is that of the connection, which ends or has ended.
        func isEnd(_ error: BLIPError) -> Bool {
            (isStopping || end != nil || !connection.isOpen) && error.isOfConnection
        }

        /// Closes the connection.
        ///
        /// The method does not wait: the closing handshake requires that reading continues, and the
        /// caller may be the code that handles what was read.
        private func finish(_ end: SessionEnd, code: UInt16) {
            guard self.end == nil else { return }
            self.end = end
            var reason = ""
            if case .failed(let failure) = end { reason = failure.message }
            Task { [connection] in await connection.close(code: code, reason: reason) }
        }

        // MARK: Work

        private func work() async {
            do {
                let name = options.remoteName
                remote = try await work.run { [store] in try store.remoteNumber(named: name) }
                try await openCollections()
                makeReceiver()
                wasEstablished = true
                if options.purpose == .repetition { return try receiveAgain() }
                report(.connected)
                if options.reportsClockDifference,
                    let message = ClockLead.message(difference: connection.socket.clockDifference)
                {
                    report(.warning(message))
                }
                if options.reportsFailedPulls { reportFailedPulls() }
                try await correctTimes()
                try await resolveOpenConflicts()
                for index in configurations.indices {
                    if configurations[index].pulls { try startPull(index) }
                    if configurations[index].pushes { startPush(index) }
                }
                tasks.add { await self.saveCheckpointsRegularly() }
                checkCompletion()
            } catch {
                fail(error)
            }
        }

        /// Begins to accept revisions, before the first list of changes is requested.
        private func makeReceiver() {
            receiver = RevisionReceiver(
                connection: connection, store: store, work: work, collections: configurations,
                remote: remote, unverifiedEnds: checkpoints.map(\.distrustedEnd),
                acceptsDeltas: options.usesDeltas, onBlob: { [report] in report(.blob(digest: $0)) }
            ) { [weak self] revisions in await self?.finish(revisions) }
        }

        // MARK: Requests of the other database

        private func receive(_ request: BLIPRequest) async {
            if let refusal = request.refusal {
                // A list of changes that is skipped would be missing in the checkpoint.
                request.fail(refusal)
                return fail(refusal)
            }
            let profile = request.message["Profile"] ?? ""
            switch profile {
            case "changes", "rev", "norev":
                guard let index = collection(of: request) else {
                    return request.fail(.http(400, "the property collection is missing or wrong"))
                }
                switch profile {
                case "changes": await receiveChanges(request, index)
                case "rev": await receiveRevision(request, index)
                default: await receiveMissing(request, index)
                }
            case "getAttachment":
                if let digest = request.message["digest"], sender.offersBlob(digest) {
                    report(.blob(digest: digest))
                }
                tasks.add { [sender] in await sender.sendBlob(request) }
            case "proveAttachment": tasks.add { [sender] in await sender.proveBlob(request) }
            default:
                request.fail(
                    BLIPError(domain: "BLIP", code: 404, message: "no handler for \(profile)"))
            }
        }

        private func collection(of request: BLIPRequest) -> Int? {
            guard let index = request.message["collection"].flatMap({ Int($0) }),
                configurations.indices.contains(index), configurations[index].pulls
            else { return nil }
            return index
        }

        private func receiveRevision(_ request: BLIPRequest, _ index: Int) async {
            guard expects(request.message, index) else {
                if isCanceled(request.message, index) { return request.respond(BLIPMessage()) }
                return request.fail(.badRequest("the revision was not requested"))
            }
            await receiver?.receive(request, collection: index)
        }

        // MARK: Progress

        /// Ends a replication that is complete, and reports whether a continuous one is busy.
        func checkCompletion() {
            guard end == nil, !isStopping else { return }
            let isDone =
                configurations.indices.allSatisfy { index in
                    (!configurations[index].pulls || pulls[index].isDone)
                        && (!configurations[index].pushes || pushes[index].isDone)
                }
            if isDone == isBusy {
                isBusy = !isDone
                report(.activity(isBusy: isBusy))
            }
            guard isDone else { return }
            if hasUnresolvedConflicts, !options.isContinuous {
                tasks.add { await self.reportUnresolvedConflicts(foundBefore: .now) }
            } else if options.isContinuous, !pushes.contains(where: { $0.refusal != nil }) {
                reportClockLead()
                tasks.add { await self.saveCheckpoints() }
            } else {
                isStopping = true
                tasks.add { await self.complete() }
            }
        }

        /// Adds a document that could not be replicated to the record.
        ///
        /// - Returns: `false` if the record is full, so that the checkpoint must not pass over the
        ///   document.
        func isRecorded(_ id: String, isPush: Bool, error: BLIPError, index: Int) -> Bool {
            if checkpoints[index].record.addFailure(of: id, isPush: isPush, error.message) {
                return true
            }
            if !hasWarnedOfRecord {
                hasWarnedOfRecord = true
                report(
                    .warning(
                        "More than \(ReplicationRecord.maximumCount) documents could not be "
                            + "replicated. The next replication begins before the first one that "
                            + "exceeds this number."))
            }
            return false
        }

        /// Reports the documents whose times are ahead of the clock of this computer.
        private func reportClockLead() {
            if let message = clockLead.message { report(.warning(message)) }
            clockLead = ClockLead()
        }

        private func complete() async {
            forgetUnlisted()
            reportClockLead()
            await saveCheckpoints()
            // If the connection has ended before, the end of the connection is the result.
            guard connection.isOpen else { return }
            if let failure = pushes.lazy.compactMap(\.refusal).first { return fail(failure) }
            finish(.completed, code: 1000)
        }

        func addToProgress(total: Int = 0, completed: Int = 0) {
            guard total != 0 || completed != 0 else { return }
            progress.total += UInt64(total)
            progress.completed += UInt64(completed)
            if !defersProgress { report(.progress(progress)) }
        }
    }
#endif
