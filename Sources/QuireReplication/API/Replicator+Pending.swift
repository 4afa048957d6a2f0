#if Replication
    public import Quire

    extension Replicator {
        /// Returns the IDs of the documents whose changes are to be sent.
        ///
        /// - Parameter collection: A collection of the configuration.
        /// - Returns: The IDs.
        /// - Throws: `QuireError` with code `invalidParameter` if the configuration does not contain the
        ///   collection, `unsupportedOperation` if the replicator only receives, `notOpen` if the database
        ///   is closed.
        /// - Complexity: O(*n*) in the number of changes since the last replication.
        public func pendingDocumentIds(collection: DocumentCollection) throws -> Set<String> {
            var ids: Set<String> = []
            try forEachPending(collection) { change in
                ids.insert(change.id)
                return true
            }
            return ids
        }

        /// Returns whether the changes of a document are to be sent.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - collection: A collection of the configuration.
        /// - Returns: `true` if the other database does not have the current revision of the document.
        /// - Throws: `QuireError` with code `invalidParameter` if the configuration does not contain the
        ///   collection, `unsupportedOperation` if the replicator only receives, `notOpen` if the database
        ///   is closed.
        /// - Complexity: O(*n*) in the number of changes since the last replication.
        public func isDocumentPending(
            _ id: String, collection: DocumentCollection
        ) throws -> Bool {
            var isPending = false
            try forEachPending(collection) { change in
                isPending = change.id == id
                return !isPending
            }
            return isPending
        }

        /// Calls a closure with each pending change, until it returns `false`.
        private func forEachPending(
            _ collection: DocumentCollection, _ body: (ReplicationChange) throws -> Bool
        ) throws {
            let configured = config.replicatedCollections.first { $0.collection == collection }
            guard let configured else {
                throw QuireError(
                    .invalidParameter,
                    "The replicator does not replicate the collection \(collection.fullName).")
            }
            guard configured.pushes else {
                throw QuireError(
                    .unsupportedOperation,
                    "The replicator only receives, so no documents of the collection "
                        + "\(collection.fullName) are pending.")
            }
            let store = ReplicationStore(collection.database)
            let remote = try store.remoteNumber(named: config.remoteName)
            let ids = try store.checkpointIDs(
                for: configured.checkpointParameters(config.remoteName))
            let checkpoint =
                try ids.lazy.compactMap { try store.checkpoint($0) }.first
                .flatMap { Checkpoint(json: $0) } ?? Checkpoint()
            var cursor = checkpoint.completed.contiguousEnd
            while true {
                let changes = try collection.replicationChanges(
                    since: cursor, limit: 500, remote: remote)
                guard let last = changes.last else { return }
                cursor = last.sequence
                for change in changes {
                    guard !change.isExpired, !change.isConflicted,
                        change.remoteVersion != change.version,
                        !checkpoint.completed.contains(change.sequence),
                        configured.chooses(change.id), try configured.accepts(change)
                    else { continue }
                    guard try body(change) else { return }
                }
            }
        }
    }
#endif
