#if Replication
    public import Dispatch
    import Foundation
    import PortableSynchronization
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
            var nextToken = 0
            var changeListeners: [Int: Listener<ReplicatorChange>] = [:]
            var documentListeners: [Int: Listener<DocumentReplication>] = [:]
            var streams: [Int: AsyncStream<Status>.Continuation] = [:]
            var observers: [Int: @Sendable ([DocumentEvent]) -> Void] = [:]
        }

        private struct Run {
            let loop: ReplicationLoop
            let task: Task<Void, Never>
        }

        private struct Listener<Event: Sendable>: Sendable {
            let queue: DispatchQueue
            let body: @Sendable (Event) -> Void
        }

        /// The configuration.
        ///
        /// Changes of the original value have no effect on the replicator.
        public let config: ReplicatorConfiguration

        private let state = Mutex(State())

        /// Creates a replicator, which ``start(reset:)`` starts.
        ///
        /// - Parameter config: The configuration.
        public init(config: ReplicatorConfiguration) {
            self.config = config
        }

        /// The current status.
        public var status: Status { state.withLock { $0.status } }

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
                return update { ($0.with(.stopped, error: error), $0.activity == .stopped) }
            }
            let isStarted = state.withLock { state in
                guard state.run == nil else { return false }
                let loop = makeLoop(database, reset: reset)
                state.status = Status(
                    activity: .connecting, progress: Progress(completed: 0, total: 0), error: nil)
                state.run = Run(loop: loop, task: Task { await loop.run() })
                return true
            }
            if isStarted { notify(status) }
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
            options.isContinuous = config.continuous
            options.purgesInaccessible = config.enableAutoPurge
            options.isReset = reset
            var retry = RetryOptions()
            retry.maximumAttempts =
                config.maxAttempts > 0 ? config.maxAttempts : config.continuous ? nil : 10
            retry.maximumDelay = .seconds(max(1, config.maxAttemptWaitTime))
            let config = config
            return ReplicationLoop(
                database: database, collections: config.replicatedCollections, options: options,
                retry: retry, connect: { try await config.connect() }
            ) { event in
                // The replicator exists as long as it runs.
                self.handle(event)
            }
        }

        // MARK: Events

        private func handle(_ event: LoopEvent) {
            switch event {
            case .connecting: update { ($0.with(.connecting), false) }
            case .offline(let failure):
                update { ($0.with(.offline, error: QuireError(failure)), false) }
            case .stopped(let failure):
                update { ($0.with(.stopped, error: failure.map { QuireError($0) }), true) }
            case .session(.connected): update { ($0.with(.busy), false) }
            case .session(.activity(let isBusy)):
                update { ($0.with(isBusy ? .busy : .idle, error: $0.error), false) }
            case .session(.progress(let progress)):
                update {
                    (
                        Status(
                            activity: $0.activity,
                            progress: Progress(
                                completed: progress.completed, total: progress.total),
                            error: $0.error), false
                    )
                }
            case .session(.documents(let events)): notify(events)
            }
        }

        /// Replaces the status, and ends the run if the closure returns `true` with it.
        private func update(_ change: (Status) -> (Status, Bool)) {
            let status = state.withLock { state in
                let (status, isEnd) = change(state.status)
                state.status = status
                if isEnd { state.run = nil }
                return status
            }
            notify(status)
        }

        private func notify(_ status: Status) {
            let (listeners, streams) = state.withLock {
                (Array($0.changeListeners.values), Array($0.streams.values))
            }
            for stream in streams { stream.yield(status) }
            let change = ReplicatorChange(replicator: self, status: status)
            for listener in listeners { listener.queue.async { listener.body(change) } }
        }

        private func notify(_ events: [DocumentEvent]) {
            let (listeners, observers) = state.withLock {
                (Array($0.documentListeners.values), Array($0.observers.values))
            }
            for observer in observers { observer(events) }
            guard !listeners.isEmpty else { return }
            for isPush in [true, false] {
                let documents = events.filter { $0.isPush == isPush }.map(ReplicatedDocument.init)
                guard !documents.isEmpty else { continue }
                let replication = DocumentReplication(
                    replicator: self, isPush: isPush, documents: documents)
                for listener in listeners { listener.queue.async { listener.body(replication) } }
            }
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
            let token = state.withLock { state in
                state.nextToken += 1
                state.changeListeners[state.nextToken] = Listener(
                    queue: queue ?? .main, body: listener)
                return state.nextToken
            }
            return ListenerToken { [weak self] in
                self?.state.withLock { _ = $0.changeListeners.removeValue(forKey: token) }
            }
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
            let token = state.withLock { state in
                state.nextToken += 1
                state.documentListeners[state.nextToken] = Listener(
                    queue: queue ?? .main, body: listener)
                return state.nextToken
            }
            return ListenerToken { [weak self] in
                self?.state.withLock { _ = $0.documentListeners.removeValue(forKey: token) }
            }
        }

        /// Adds a closure that receives documents immediately, before the status changes.
        func observeDocuments(
            _ body: @escaping @Sendable ([DocumentEvent]) -> Void
        ) -> ListenerToken {
            let token = state.withLock { state in
                state.nextToken += 1
                state.observers[state.nextToken] = body
                return state.nextToken
            }
            return ListenerToken { [weak self] in
                self?.state.withLock { _ = $0.observers.removeValue(forKey: token) }
            }
        }

        /// The current status and its changes.
        ///
        /// The stream does not end with the replicator, which can be started again. If the consumer is
        /// slow, it receives only the latest status.
        public var statuses: AsyncStream<Status> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: Status.self, bufferingPolicy: .bufferingNewest(1))
            let token = state.withLock { state in
                state.nextToken += 1
                state.streams[state.nextToken] = continuation
                continuation.yield(state.status)
                return state.nextToken
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.streams.removeValue(forKey: token) }
            }
            return stream
        }
    }

    extension Replicator.Status {
        fileprivate func with(
            _ activity: Replicator.ActivityLevel, error: (any Error)? = nil
        ) -> Replicator.Status {
            Replicator.Status(activity: activity, progress: progress, error: error)
        }
    }
#endif
