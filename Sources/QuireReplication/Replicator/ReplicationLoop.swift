#if Replication
    import Foundation
    import QuirePlatform
    package import Quire

    /// Options of the attempts to connect.
    package struct RetryOptions: Sendable {
        /// The number of attempts without a connection, or `nil` for no limit.
        package var maximumAttempts: UInt?
        /// The maximum time between two attempts.
        package var maximumDelay: Duration = .seconds(300)
        /// The time before the second attempt, which doubles with each further one.
        package var firstDelay: Duration = .seconds(2)

        /// Whether the replication stops, and does not connect again, when the other database states that
        /// it is going away.
        package var stopsWithListener = false

        package init() {}

        /// Returns the time before the next attempt, after a number of failed attempts from 1 on.
        func delay(after attempt: UInt) -> Duration {
            min(firstDelay * Double(1 << min(attempt - 1, 20)), maximumDelay)
        }
    }

    /// What a replication reports.
    package enum LoopEvent: Sendable {
        case connecting
        /// The connection is lost or cannot be established, or the database is suspended. The
        /// replication connects again later.
        case offline(SessionFailure)
        case session(SessionEvent)
        case stopped(SessionFailure?)
    }

    /// Connects, and connects again after transient failures.
    ///
    /// While the database is suspended, there is no connection.
    package actor ReplicationLoop {
        package typealias Connect = @Sendable () async throws -> any MessageSocket

        private let database: Database
        private var collections: [ReplicatedCollection]
        private let options: SessionOptions
        private let retry: RetryOptions
        private let connect: Connect
        private let report: @Sendable (LoopEvent) -> Void
        private var session: ActiveSession?
        private var isStopped = false
        /// The error of a replication that shall end, if the database was closed before.
        private var closingFailure: SessionFailure?
        private var pause: Task<Void, Never>?
        private var connecting: Task<any MessageSocket, any Error>?

        /// Creates a replication.
        ///
        /// - Parameters:
        ///   - database: The local database.
        ///   - collections: What is replicated.
        ///   - options: The options of each session.
        ///   - retry: When to connect again.
        ///   - connect: A closure that opens a connection.
        ///   - report: A closure that receives what happens. It must not block.
        package init(
            database: Database, collections: [ReplicatedCollection], options: SessionOptions,
            retry: RetryOptions, connect: @escaping Connect,
            report: @escaping @Sendable (LoopEvent) -> Void
        ) {
            self.database = database
            self.collections = collections
            self.options = options
            self.retry = retry
            self.connect = connect
            self.report = report
        }

        /// Replicates until everything is done, a failure is permanent or ``stop()`` is called.
        package func run() async {
            let token = database.observeAvailability { [weak self] change in
                Task { await self?.availabilityChanged(change) }
            }
            defer { token.remove() }
            let wasOpen = database.isOpen
            var options = options
            var attempts: UInt = 0
            while !isStopped {
                report(.connecting)
                let (end, isConnected, hasTransferred) = await runSession(options)
                switch end {
                case .completed: return report(.stopped(nil))
                case .stopped,
                    .failed where isStopped:
                    return report(.stopped(closingFailure))
                case .failed(let failure)
                where wasOpen && options.isContinuous && failure.isLocal(.notOpen):
                    // The database was closed, which stops a continuous replication.
                    return report(.stopped(nil))
                case .failed(let failure) where await isOmitted(failure.missingCollections):
                    continue
                case .failed(let failure):
                    let isSuspension = failure.isLocal(.suspended)
                    // A connection that was established begins a new series of attempts. A replication
                    // that shall end needs progress too, because the other database can fail each time
                    // at the same place.
                    let beginsAgain = options.isContinuous ? isConnected : hasTransferred
                    attempts = beginsAgain || isSuspension ? 1 : attempts + 1
                    if !options.isContinuous, isConnected, !hasTransferred, !isSuspension {
                        options.isCautious = true
                    }
                    // The session has removed the checkpoints, so the next one continues its work.
                    options.isReset = options.isReset && !isConnected
                    options.reportsClockDifference = options.reportsClockDifference && !isConnected
                    let isLast = attempts >= retry.maximumAttempts ?? .max && !isSuspension
                    let isTransient =
                        failure.isTransient && !(retry.stopsWithListener && failure.isGoingAway)
                    guard isTransient, !isLast else { return report(.stopped(failure)) }
                    report(.offline(failure))
                    await wait(retry.delay(after: attempts))
                }
            }
            report(.stopped(closingFailure))
        }

        /// Ends the replication, after the checkpoints are saved.
        package func stop() async {
            isStopped = true
            pause?.cancel()
            connecting?.cancel()
            await session?.stop()
        }

        /// Ends the session of a suspended database, ends the pause when the database is resumed, and
        /// stops when the database is closed.
        private func availabilityChanged(_ change: DatabaseAvailability) async {
            switch change {
            case .suspended:
                // The database may have been resumed already. The session ends nevertheless, because
                // it does not request again what it could not store in the meantime.
                await session?.fail(suspended)
            case .resumed: pause?.cancel()
            case .closed:
                if !options.isContinuous {
                    closingFailure = SessionFailure(
                        local: QuireError(
                            .notOpen,
                            "The database \(database.name) was closed before it was replicated."))
                }
                await stop()
            }
        }

        private var suspended: SessionFailure {
            SessionFailure(
                local: QuireError(
                    .suspended,
                    "The database \(database.name) is suspended. Call resume() to replicate it."))
        }

        private func runSession(
            _ options: SessionOptions
        ) async -> (end: SessionEnd, isConnected: Bool, hasTransferred: Bool) {
            guard !database.isSuspended else { return (.failed(suspended), false, false) }
            let hasTransferred = Atomic(false)
            var options = options
            do {
                options.reportsFailedPulls = try await !repeatFailed(options)
                guard
                    let session = try await makeSession(
                        options,
                        { [self] event in
                            if isProgress(event) { hasTransferred.store(true, ordering: .relaxed) }
                            report(.session(event))
                        })
                else { return (.stopped, false, false) }
                defer { self.session = nil }
                let end = await session.run()
                return (
                    end, await session.wasEstablished, hasTransferred.load(ordering: .relaxed)
                )
            } catch {
                return (.failed(SessionFailure(connecting: error)), false, false)
            }
        }

        /// Whether a later session has less to do after an event.
        private nonisolated func isProgress(_ event: SessionEvent) -> Bool {
            switch event {
            case .documents(let documents): documents.contains { $0.error == nil }
            case .blob(let digest):
                // One that is transferred again is no progress.
                !options.isContinuous && options.history.addBlob(digest)
            case .connected, .activity, .progress, .resolved, .warning: false
            }
        }

        /// Connects, and creates a session, or returns `nil` if the replication was stopped.
        private func makeSession(
            _ options: SessionOptions, _ report: @escaping @Sendable (SessionEvent) -> Void
        ) async throws -> ActiveSession? {
            let task = Task { [connect] in try await connect() }
            connecting = task
            defer { connecting = nil }
            let socket = try await task.value
            guard !isStopped else {
                socket.abort()
                return nil
            }
            let session = ActiveSession(
                socket: socket, database: database, collections: collections, options: options,
                report: report)
            self.session = session
            return session
        }

        /// Receives the documents that earlier sessions could not store, on a connection of their own.
        ///
        /// - Returns: `false` if they could not be requested.
        private func repeatFailed(_ options: SessionOptions) async throws -> Bool {
            guard await ActiveSession.hasFailedPulls(in: database, collections, options) else {
                return true
            }
            var options = options
            options.isContinuous = false
            options.purpose = .repetition
            let forward = { @Sendable [report] (event: SessionEvent) in
                if case .documents = event { report(.session(event)) }
            }
            guard let session = try await makeSession(options, forward) else { return true }
            defer { self.session = nil }
            if case .failed = await session.run() { return false }
            return true
        }

        /// Leaves out collections that the other database does not have, if they are optional.
        ///
        /// Those whose documents cannot be sent are reported.
        ///
        /// - Returns: Whether the replication can begin again without them.
        private func isOmitted(_ missing: [Int]) async -> Bool {
            guard !missing.isEmpty, missing.count < collections.count,
                missing.allSatisfy({ collections[$0].isOptional })
            else { return false }
            let omitted = missing.map { collections[$0] }
            let filled = try? await database.blockingWork.run {
                omitted.filter { $0.pushes && $0.collection.count > 0 }
            }
            guard let filled else { return false }
            let failures = filled.map { omitted in
                DocumentEvent(
                    collection: omitted.collection, id: "", isPush: omitted.pushes,
                    isDeleted: false,
                    error: .http(
                        404,
                        "the other database has no collection \(omitted.wireName), "
                            + "or had none when its listener was started"))
            }
            if !failures.isEmpty { report(.session(.documents(failures))) }
            collections = collections.enumerated().filter { !missing.contains($0.offset) }
                .map(\.element)
            return true
        }

        private func wait(_ delay: Duration) async {
            repeat {
                let task = Task<Void, Never> { try? await Task.sleep(for: delay) }
                pause = task
                await task.value
                pause = nil
            } while database.isSuspended && !isStopped
        }
    }

    extension SessionFailure {
        /// Whether this is an error of this database with a given code.
        fileprivate func isLocal(_ code: QuireError.Code) -> Bool {
            domain == "Quire" && self.code == code.rawValue
        }
    }
#endif
