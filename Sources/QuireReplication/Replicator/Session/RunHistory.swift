#if Replication
    import QuirePlatform
    import Quire

    /// What one session of a run leaves for the next one.
    final class RunHistory: Sendable {
        private struct Revision: Hashable {
            let collection: String
            let id: DocumentIDKey
            let version: String
        }

        private struct State {
            var interrupted: Set<Revision> = []
            var blobs: Set<String> = []
        }

        private let state = Mutex(State())

        /// Adds a revision that was sent before the connection was lost.
        ///
        /// The other database may have stored it.
        func addInterrupted(_ change: ReplicationChange, in collection: String) {
            let revision = Self.revision(change, collection)
            state.withLock { _ = $0.interrupted.insert(revision) }
        }

        /// Removes a revision that the other database has, and returns whether it was sent in this
        /// run.
        func removeInterrupted(_ change: ReplicationChange, in collection: String) -> Bool {
            let revision = Self.revision(change, collection)
            return state.withLock { $0.interrupted.remove(revision) != nil }
        }

        /// Adds a blob that was transferred, and returns whether it is the first time.
        func addBlob(_ digest: String) -> Bool {
            state.withLock { $0.blobs.insert(digest).inserted }
        }

        private static func revision(_ change: ReplicationChange, _ collection: String) -> Revision
        {
            Revision(
                collection: collection, id: DocumentIDKey(change.id), version: change.version)
        }
    }
#endif
