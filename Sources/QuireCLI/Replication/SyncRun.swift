#if Replication
    import Dispatch
    import Foundation
    import QuirePlatform
    import Quire
    import QuireReplication

    /// A run of a replicator with messages for people.
    final class SyncRun: Sendable {
        /// The number of documents with missing blobs that are printed, of which there can be very many.
        private static let maximumBlobFailures = 5

        private struct State {
            var messages: [String] = []
            var isStopped = false
            /// Whether the replication has transferred all changes so far.
            var isComplete = false
            /// The last message about a lost connection, which is not repeated until there is one again.
            var lastOffline: String?
            /// Whether the first connection is a message.
            var announcesConnection = false
            /// The number of documents with missing blobs.
            var blobFailureCount = 0
            var status: Replicator.Status?
        }

        private let replicator: Replicator
        private let log: CommandLog?
        private let state = Mutex(State())
        private let queue = DispatchQueue(label: "quire.sync")

        init(_ replicator: Replicator, _ log: CommandLog?) {
            self.replicator = replicator
            self.log = log
        }

        /// Runs the replicator until it stops, or Ctrl-C.
        func run(reset: Bool, _ console: Console) throws {
            let counter = SyncCounter { self.note($0) }
            let isOnTerminal = console.terminals.diagnostics
            state.withLock {
                $0.announcesConnection = isOnTerminal && replicator.config.continuous
            }
            let tokens = [
                counter.observe(replicator),
                replicator.addChangeListener(withQueue: queue) { self.note($0.status) },
            ]
            defer { for token in tokens { token.remove() } }
            let progress = ProgressBar(console)
            replicator.start(reset: reset)
            console.interruption.whileAwaited {
                var isStopping = false
                while !state.withLock({ $0.isStopped }) {
                    if console.interruption.isRequested, !isStopping {
                        isStopping = true
                        replicator.stop()
                    }
                    printMessages(progress, of: counter, console)
                    Thread.sleep(forTimeInterval: 0.02)
                }
            }
            queue.sync {}
            printMessages(progress, of: counter, console)
            progress.clear()
            for line in log?.end() ?? [] { console.note(line) }
            let (isComplete, error, blobFailureCount) = state.withLock {
                ($0.isComplete, $0.status?.error, $0.blobFailureCount)
            }
            let summary = counter.summary
            let isInterrupted = console.interruption.isRequested && !isComplete
            console.note(
                SyncMessages.text(of: summary, isIncomplete: error != nil || isInterrupted))
            if blobFailureCount > Self.maximumBlobFailures {
                let count = blobFailureCount - Self.maximumBlobFailures
                console.note(SyncMessages.text(ofUnlistedBlobFailures: count))
            }
            if blobFailureCount > 0 { console.note(SyncMessages.missingBlobAdvice) }
            if let error {
                let message = error.synchronizationMessage
                guard let advice = SyncMessages.advice(for: error, replicator.config) else {
                    throw Failure(message)
                }
                throw Failure("\(message)\(message.hasSuffix(".") ? "" : ".") \(advice)")
            }
            guard summary.failures.isEmpty else {
                console.note(SyncMessages.text(of: summary.failures))
                throw PartialSuccess()
            }
        }

        private func printMessages(
            _ progress: ProgressBar, of counter: SyncCounter, _ console: Console
        ) {
            let messages = state.withLock { state in
                defer { state.messages = [] }
                return state.messages
            }
            let lines = log?.takeLines() ?? []
            if !messages.isEmpty || !lines.isEmpty { progress.clear() }
            for line in lines + messages { console.note(line) }
            // The changes of the other database are listed during the replication, so neither their number nor
            // the remaining time is known.
            let count = counter.documentCount
            if count > 0 { progress.show(count: count, fraction: nil) }
        }

        private func note(_ news: SyncCounter.News) {
            state.withLock { state in
                if case .failed(let failure) = news, SyncMessages.isMissingBlob(failure) {
                    state.blobFailureCount += 1
                    guard state.blobFailureCount <= Self.maximumBlobFailures else { return }
                }
                state.messages.append(SyncMessages.text(of: news))
            }
        }

        private func note(_ status: Replicator.Status) {
            state.withLock { state in
                // Without --continuous, the error of the last attempt ends the command.
                if status.activity == .offline, replicator.config.continuous,
                    let error = status.error
                {
                    let message = "offline: \(error.synchronizationMessage)"
                    if state.lastOffline != message { state.messages.append(message) }
                    state.lastOffline = message
                }
                if [.busy, .idle].contains(status.activity) {
                    if state.lastOffline != nil {
                        state.messages.append("connected again")
                    } else if state.announcesConnection {
                        state.messages.append("connected")
                    }
                    (state.lastOffline, state.announcesConnection) = (nil, false)
                }
                switch status.activity {
                case .idle: state.isComplete = true
                case .busy, .connecting, .offline: state.isComplete = false
                case .stopped: break
                }
                state.status = status
                state.isStopped = status.activity == .stopped
            }
        }
    }
#endif
