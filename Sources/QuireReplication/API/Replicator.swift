#if Replication
    public import Dispatch
    public import Foundation
    import QuirePlatform
    public import Quire

    /// A replicator synchronizes collections with another database.
    ///
    /// A replicator that is not continuous stops when all changes are replicated. A continuous one
    /// continues with new changes of both databases, and connects again when the connection is lost.
    ///
    /// ```swift
    /// let replicator = Replicator(config: configuration)
    /// replicator.start()
    /// for await status in replicator.statuses {
    ///     print(status.activity, status.progress.completed)
    ///     if status.activity == .stopped { break }
    /// }
    /// ```
    ///
    /// Received documents reach change listeners and live queries like other commits. They run no
    /// middleware, and no unique index refuses them.
    public final class Replicator: Sendable {
        private struct State {
            var status = Status(
                activity: .stopped, progress: Progress(completed: 0, total: 0), error: nil)
            var run: Run?
            /// The other end of the last connection.
            var peer: PeerDescription?
        }

        private struct Run {
            let loop: ReplicationLoop
            let task: Task<Void, Never>
        }

        /// The configuration.
        ///
        /// Changes of the original value have no effect on the replicator.
        public let config: ReplicatorConfiguration

        private let state = Mutex(State())
        private let statusObservers = ObserverList<ReplicatorChange>()
        private let eventObservers = ObserverList<SessionEvent>()

        /// Creates a replicator, which ``start(reset:)`` starts.
        ///
        /// - Parameter config: The configuration.
        public init(config: ReplicatorConfiguration) {
            self.config = config
        }

        /// The current status.
        public var status: Status { state.withLock { $0.status } }

        /// The text that identifies the last connection in the log of the server, or `nil` if there was no
        /// connection or the server has sent none.
        ///
        /// Sync Gateway and the listeners of Quire send one. The log of this process contains it, too.
        public var correlationID: String? { state.withLock { $0.peer?.correlationID } }

        /// The certificate that the server has shown in the last connection, as DER, or `nil` if there was no
        /// connection or it was not encrypted.
        public var serverCertificate: Data? {
            state.withLock { $0.peer?.certificates.first }.map { Data($0) }
        }

        // MARK: Running

        /// Starts the replicator, unless it is running.
        ///
        /// If the configuration is invalid, the replicator stops immediately, and its status contains a
        /// `QuireError` with code `invalidParameter`: the configuration has no collection, collections of
        /// several database objects, the same collection twice, an unknown type of endpoint, or a URL that
        /// names no database.
        ///
        /// - Parameter reset: Whether all documents are compared again, and not only those that changed
        ///   since the last replication.
        public func start(reset: Bool = false) {
            let database: Database
            do {
                database = try config.checkedDatabase()
            } catch {
                return update { ($0.with(.stopped, error: error), true) }
            }
            // The run begins after the listeners have received the first status, so that they receive all
            // of them in order.
            let isNotified = Signal()
            let status = state.withLock { state -> Status? in
                guard state.run == nil else { return nil }
                let loop = makeLoop(database, reset: reset)
                state.status = Status(
                    activity: .connecting, progress: Progress(completed: 0, total: 0), error: nil)
                state.run = Run(
                    loop: loop,
                    task: Task {
                        await isNotified.wait()
                        await loop.run()
                    })
                return state.status
            }
            if let status { notify(status) }
            isNotified.send()
        }

        /// Stops the replicator.
        ///
        /// The method returns immediately. The status changes to stopped when the connection is closed.
        public func stop() {
            guard let run = state.withLock({ $0.run }) else { return }
            Task { await run.loop.stop() }
        }

        /// Waits until the replicator has stopped.
        ///
        /// - Returns: The last status.
        @discardableResult
        public func waitUntilStopped() async -> Status {
            await state.withLock { $0.run?.task }?.value
            return status
        }

        private func makeLoop(_ database: Database, reset: Bool) -> ReplicationLoop {
            var options = SessionOptions(remoteName: config.remoteName)
            // In memory, computing a delta takes longer than it saves.
            options.usesDeltas = config.target is URLEndpoint
            options.isContinuous = config.continuous
            options.purgesInaccessible = config.enableAutoPurge
            options.isReset = reset
            options.maximumSilence = config.maximumSilence
            options.retryInterval = config.retryInterval
            var retry = RetryOptions()
            retry.maximumAttempts = config.maxAttempts == .max ? nil : config.maxAttempts
            retry.maximumDelay = Duration(limited: config.maxAttemptWaitTime)
            retry.stopsWithListener = config.stopsWithListener
            return ReplicationLoop(
                database: database, collections: config.replicatedCollections, options: options,
                retry: retry, connect: { try await self.connect() }
            ) { event in
                // The replicator exists as long as it runs.
                self.handle(event)
            }
        }

        private func connect() async throws -> any MessageSocket {
            let socket = try await config.connect()
            let peer = socket.peer
            state.withLock { $0.peer = peer }
            QuireLog.debug("The replicator has connected to \(peer.logText).", about: .replication)
            return socket
        }

        // MARK: Events

        private func handle(_ event: LoopEvent) {
            switch event {
            case .connecting: update { ($0.with(.connecting), false) }
            case .offline(let failure):
                QuireLog.debug(
                    "The replicator is offline: \(failure.message)", about: .replication)
                update { ($0.with(.offline, error: QuireError(failure)), false) }
            case .stopped(let failure):
                QuireLog.debug(
                    "The replicator has stopped\(failure.map { ": \($0.message)" } ?? ".")",
                    about: .replication)
                update { ($0.with(.stopped, error: failure.map { QuireError($0) }), true) }
            case .session(let event):
                handle(event)
                eventObservers.notify(event)
            }
        }

        private func handle(_ event: SessionEvent) {
            switch event {
            case .connected: update { ($0.with(.busy), false) }
            case .activity(let isBusy):
                update { ($0.with(isBusy ? .busy : .idle, error: $0.error), false) }
            case .progress(let progress):
                update {
                    (
                        Status(
                            activity: $0.activity,
                            progress: Progress(
                                completed: progress.completed, total: progress.total),
                            error: $0.error), false
                    )
                }
            case .warning(let message): QuireLog.warning(message, about: .replication)
            case .resolved(let conflict):
                QuireLog.info("Conflict resolved: \(conflict)", about: .replication)
            case .documents, .blob: break
            }
        }

        /// Replaces the status, and ends the run if the closure returns `true` with it.
        private func update(_ change: (Status) -> (Status, Bool)) {
            let status = state.withLock { state -> Status? in
                let (status, isEnd) = change(state.status)
                let isChanged = !status.isSame(as: state.status)
                state.status = status
                if isEnd { state.run = nil }
                return isChanged ? status : nil
            }
            if let status { notify(status) }
        }

        private func notify(_ status: Status) {
            statusObservers.notify(ReplicatorChange(replicator: self, status: status))
        }

        // MARK: Listeners

        /// Adds a listener for changes of the status.
        ///
        /// - Parameters:
        ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
        ///   - listener: A closure that receives each change.
        /// - Returns: A token that removes the listener.
        @discardableResult
        public func addChangeListener(
            withQueue queue: DispatchQueue? = nil,
            _ listener: @escaping @Sendable (ReplicatorChange) -> Void
        ) -> ListenerToken {
            let queue = queue ?? .main
            return statusObservers.add { change in queue.async { listener(change) } }
        }

        /// Adds a listener for replicated documents, and for those that could not be replicated.
        ///
        /// - Parameters:
        ///   - queue: The queue on which the listener is called, or `nil` for the main queue.
        ///   - listener: A closure that receives the documents.
        /// - Returns: A token that removes the listener.
        @discardableResult
        public func addDocumentReplicationListener(
            withQueue queue: DispatchQueue? = nil,
            _ listener: @escaping @Sendable (DocumentReplication) -> Void
        ) -> ListenerToken {
            let queue = queue ?? .main
            return addDocumentObserver { replication in queue.async { listener(replication) } }
        }

        private func addDocumentObserver(
            _ body: @escaping @Sendable (DocumentReplication) -> Void
        ) -> ListenerToken {
            eventObservers.add { event in
                guard case .documents(let events) = event else { return }
                for isPush in [true, false] {
                    let documents = events.filter { $0.isPush == isPush }
                        .map(ReplicatedDocument.init)
                    guard !documents.isEmpty else { continue }
                    body(
                        DocumentReplication(
                            replicator: self, isPush: isPush, documents: documents))
                }
            }
        }

        /// Adds a closure that receives what the sessions do, immediately.
        func observeEvents(_ body: @escaping @Sendable (SessionEvent) -> Void) -> ListenerToken {
            eventObservers.add(body)
        }

        /// The current status and its changes.
        ///
        /// The stream does not end with the replicator, which can be started again. If the consumer is
        /// slow, it receives only the latest status.
        public var statuses: AsyncStream<Status> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Status.self, bufferingPolicy: .bufferingNewest(1))
            continuation.yield(status)
            let token = statusObservers.add { continuation.yield($0.status) }
            continuation.onTermination = { _ in token.remove() }
            return stream
        }

        /// The documents that are replicated, and those that could not be, from now on.
        ///
        /// ```swift
        /// for await replication in replicator.documentReplications {
        ///     for document in replication.documents where document.error != nil {
        ///         print(document.id, document.error ?? "")
        ///     }
        /// }
        /// ```
        ///
        /// The stream does not end with the replicator, which can be started again. What a slow consumer must
        /// still receive is kept in memory.
        public var documentReplications: AsyncStream<DocumentReplication> {
            let (stream, continuation) = AsyncStream.makeStream(of: DocumentReplication.self)
            let token = addDocumentObserver { continuation.yield($0) }
            continuation.onTermination = { _ in token.remove() }
            return stream
        }
    }

    extension Replicator.Status {
        fileprivate func with(
            _ activity: Replicator.ActivityLevel, error: (any Error)? = nil
        ) -> Replicator.Status {
            Replicator.Status(activity: activity, progress: progress, error: error)
        }

        /// Whether the listeners would receive the same status twice.
        fileprivate func isSame(as other: Replicator.Status) -> Bool {
            activity == other.activity && progress.completed == other.progress.completed
                && progress.total == other.progress.total && error == nil && other.error == nil
        }
    }
#endif
