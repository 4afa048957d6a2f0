#if Replication
    import Quire

    extension Replicator {
        /// What a replicator does.
        public enum ActivityLevel: UInt8, Sendable, Hashable {
            /// The replicator has completed, was stopped, or has failed.
            case stopped
            /// The replicator waits for its next attempt to connect, or until the suspended database is
            /// resumed.
            case offline
            /// The replicator is connecting.
            case connecting
            /// All changes are replicated, and the replicator waits for more.
            case idle
            /// Changes are being replicated.
            case busy
        }

        /// The number of changes that are replicated, and of those that are known.
        public struct Progress: Sendable, Hashable {
            /// The number of changes that are replicated.
            public let completed: UInt64
            /// The number of known changes, which grows as further ones are found.
            public let total: UInt64
        }

        /// The state of a replicator.
        public struct Status: Sendable {
            /// What the replicator does.
            public let activity: ActivityLevel
            /// How many changes are replicated.
            public let progress: Progress
            /// Why the replicator has stopped or is offline, or `nil` without a failure.
            public let error: (any Error)?

            /// Creates a status.
            package init(activity: ActivityLevel, progress: Progress, error: (any Error)?) {
                self.activity = activity
                self.progress = progress
                self.error = error
            }
        }
    }

    /// A change of a replicator's status.
    public struct ReplicatorChange: Sendable {
        /// The replicator.
        public let replicator: Replicator
        /// The new status.
        public let status: Replicator.Status
    }

    /// Documents that were replicated, or could not be.
    public struct DocumentReplication: Sendable {
        /// The replicator.
        public let replicator: Replicator
        /// Whether the documents were sent, not received.
        public let isPush: Bool
        /// The documents.
        public let documents: [ReplicatedDocument]
    }

    /// A document that was replicated, or could not be.
    public struct ReplicatedDocument: Sendable {
        /// The ID of the document.
        public let id: String
        /// What happened to the document.
        public let flags: DocumentFlags
        /// Why the document was not replicated, or `nil` after a success.
        public let error: (any Error)?
        /// Whether the cause of the error can pass without a change of the document, so that a later attempt
        /// can succeed.
        ///
        /// A continuous replicator tries such a document again after some time.
        public let isErrorTransient: Bool
        /// The name of the scope.
        public let scope: String
        /// The name of the collection.
        public let collection: String

        init(_ event: DocumentEvent) {
            id = event.id
            var flags: DocumentFlags = []
            if event.isDeleted { flags.insert(.deleted) }
            if event.isAccessRemoved { flags.insert(.accessRemoved) }
            self.flags = flags
            error = event.error.map { QuireError(replication: $0) }
            isErrorTransient = event.error?.isTransientForDocument ?? false
            scope = event.collection.scope.name
            collection = event.collection.name
        }

        /// Creates a copy with another error.
        package init(_ document: ReplicatedDocument, error: (any Error)?) {
            id = document.id
            flags = document.flags
            self.error = error
            isErrorTransient = document.isErrorTransient
            scope = document.scope
            collection = document.collection
        }
    }
#endif
