#if Replication
    import Dispatch
    import Foundation
    import PortableSynchronization
    import Quire
    import QuireReplication

    /// A run of a replicator with messages for people.
    final class SyncRun: Sendable {
        private struct Counts {
            var sent = 0
            var received = 0
            var failed = 0
            var messages: [String] = []
            var isStopped = false
            var status: Replicator.Status?
        }

        private let replicator: Replicator
        private let counts = Mutex(Counts())
        private let queue = DispatchQueue(label: "quire.sync")

        init(_ replicator: Replicator) {
            self.replicator = replicator
        }

        /// Runs the replicator until it stops, or Ctrl-C.
        func run(reset: Bool, _ console: Console) throws {
            let tokens = [
                replicator.addChangeListener(withQueue: queue) { self.note($0.status) },
                replicator.addDocumentReplicationListener(withQueue: queue) { self.count($0) },
            ]
            defer { for token in tokens { token.remove() } }
            let progress = ProgressBar(console)
            replicator.start(reset: reset)
            console.interruption.whileAwaited {
                var isStopping = false
                while !counts.withLock({ $0.isStopped }) {
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
            let result = counts.withLock { $0 }
            console.note("\(result.received) received, \(result.sent) sent")
            if let error = result.status?.error {
                throw Failure((error as? QuireError)?.message ?? "\(error)")
            }
            guard result.failed == 0 else {
                throw Failure(
                    "\(Spelling.count(result.failed, "document")) could not be synchronized")
            }
        }

        private func printMessages(_ progress: ProgressBar, _ console: Console) {
            let (messages, status) = counts.withLock { counts in
                defer { counts.messages = [] }
                return (counts.messages, counts.status)
            }
            if !messages.isEmpty { progress.clear() }
            for message in messages { console.note(message) }
            guard let done = status?.progress, done.total > 0 else { return }
            progress.show(
                count: Int(clamping: done.completed),
                fraction: Double(done.completed) / Double(done.total))
        }

        private func note(_ status: Replicator.Status) {
            counts.withLock { counts in
                if status.activity == .offline, let error = status.error as? QuireError {
                    counts.messages.append("offline: \(error.message)")
                }
                counts.status = status
                counts.isStopped = status.activity == .stopped
            }
        }

        private func count(_ replication: DocumentReplication) {
            counts.withLock { counts in
                for document in replication.documents {
                    if let error = document.error {
                        counts.failed += 1
                        let message = (error as? QuireError)?.message ?? "\(error)"
                        counts.messages.append(
                            "\(PlainText.escaped(document.id)): \(PlainText.escaped(message))")
                    } else if replication.isPush {
                        counts.sent += 1
                    } else {
                        counts.received += 1
                    }
                }
            }
        }
    }
#endif
