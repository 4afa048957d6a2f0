#if Replication
    import QuirePlatform
    package import Quire

    /// Makes the summary of a run.
    package final class SyncCounter: Sendable {
        /// What a person who waits for the end wants to know at once.
        package enum News: Sendable, Hashable {
            /// A document could not be replicated. Further failures of the same document are no news.
            case failed(SyncSummary.Failure)
            case resolved(SyncSummary.Conflict)
        }

        private struct Key: Hashable {
            let collection: String
            let id: DocumentIDKey
            let isPush: Bool
        }

        private struct State {
            var summary = SyncSummary()
            /// The documents whose last attempt has failed.
            var failures: [Key: SyncSummary.Failure] = [:]
        }

        private let state = Mutex(State())
        private let onNews: @Sendable (News) -> Void

        /// Creates a counter that has counted nothing.
        ///
        /// - Parameter onNews: A closure that receives what happens. It must not block.
        package init(onNews: @escaping @Sendable (News) -> Void = { _ in }) {
            self.onNews = onNews
        }

        /// What was counted so far.
        package var summary: SyncSummary {
            state.withLock { state in
                var summary = state.summary
                summary.failures = state.failures.values.sorted {
                    ($0.collection, $0.id, $0.isPush ? 0 : 1)
                        < ($1.collection, $1.id, $1.isPush ? 0 : 1)
                }
                return summary
            }
        }

        /// The number of documents that were sent or received so far.
        package var documentCount: Int {
            state.withLock { $0.summary.pushedCount + $0.summary.pulledCount }
        }

        /// Counts what a replicator does until the returned token is removed.
        package func observe(_ replicator: Replicator) -> ListenerToken {
            replicator.observeEvents { [self] in count($0) }
        }

        func count(_ event: SessionEvent) {
            switch event {
            case .documents(let documents):
                let failures = state.withLock { state in
                    documents.compactMap { Self.count($0, in: &state) }
                }
                for failure in failures { onNews(.failed(failure)) }
            case .resolved(let conflict):
                state.withLock { state in
                    state.summary.conflictCount += 1
                    guard state.summary.conflicts.count < SyncSummary.maximumConflicts else {
                        return
                    }
                    state.summary.conflicts.append(conflict)
                }
                onNews(.resolved(conflict))
            case .warning(let message):
                state.withLock { $0.summary.warnings.append(message) }
            case .connected, .activity, .progress, .blob: break
            }
        }

        /// Counts a document, and returns a failure that is new.
        private static func count(
            _ event: DocumentEvent, in state: inout State
        ) -> SyncSummary.Failure? {
            let collection = event.collection.fullName
            let key = Key(
                collection: collection, id: DocumentIDKey(event.id), isPush: event.isPush)
            guard let error = event.error else {
                state.failures[key] = nil
                if event.isPush {
                    state.summary.pushedCount += 1
                } else {
                    state.summary.pulledCount += 1
                }
                return nil
            }
            let failure = SyncSummary.Failure(
                collection: collection, id: event.id, isPush: event.isPush,
                message: QuireError(replication: error).message)
            return state.failures.updateValue(failure, forKey: key) == nil ? failure : nil
        }
    }
#endif
