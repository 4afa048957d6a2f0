#if Replication
    import Dispatch
    import Foundation
    import QuirePlatform
    import Quire
    import QuireReplication

    /// A run of a replicator with messages for people.
    final class SyncRun: Sendable {
        private struct State {
            var messages: [String] = []
            var isStopped = false
            /// Whether the replication has transferred all changes so far.
            var isComplete = false
            /// The last message about a lost connection, which is not repeated.
            var lastOffline: String?
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
            let counter = SyncCounter { news in
                self.state.withLock { $0.messages.append(SyncMessages.text(of: news)) }
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
                    printMessages(progress, console)
                    Thread.sleep(forTimeInterval: 0.02)
                }
            }
            queue.sync {}
            printMessages(progress, console)
            progress.clear()
            for line in log?.end() ?? [] { console.note(line) }
            let (isComplete, error) = state.withLock { ($0.isComplete, $0.status?.error) }
            let summary = counter.summary
            let isInterrupted = console.interruption.isRequested && !isComplete
            console.note(
                SyncMessages.text(of: summary, isIncomplete: error != nil || isInterrupted))
            if let error { throw Failure(error.synchronizationMessage) }
            guard summary.failures.isEmpty else {
                console.note(SyncMessages.text(of: summary.failures))
                throw PartialSuccess()
            }
        }

        private func printMessages(_ progress: ProgressBar, _ console: Console) {
            let (messages, status) = state.withLock { state in
                defer { state.messages = [] }
                return (state.messages, state.status)
            }
            let lines = log?.takeLines() ?? []
            if !messages.isEmpty || !lines.isEmpty { progress.clear() }
            for line in lines + messages { console.note(line) }
            guard let done = status?.progress, done.total > 0 else { return }
            progress.show(
                count: Int(clamping: done.completed),
                fraction: Double(done.completed) / Double(done.total))
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
