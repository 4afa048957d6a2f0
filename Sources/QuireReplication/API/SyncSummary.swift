#if Replication
    import Quire

    /// What a replication has done.
    public struct SyncSummary: Sendable, Hashable {
        /// The maximum number of listed conflicts.
        static let maximumConflicts = 10_000

        /// The number of documents that were sent.
        public internal(set) var pushedCount = 0
        /// The number of documents that were received.
        public internal(set) var pulledCount = 0
        /// The documents that could not be replicated.
        ///
        /// Every later replication tries them again, and lists them until it succeeds.
        public internal(set) var failures: [Failure] = []
        /// The number of conflicts that were resolved.
        public internal(set) var conflictCount = 0
        /// The first 10,000 conflicts that were resolved, in the order of their resolution.
        public internal(set) var conflicts: [Conflict] = []
        /// What the user should know apart from single documents, such as that the clock of one of the
        /// computers is wrong.
        public internal(set) var warnings: [String] = []

        /// A document that could not be replicated.
        public struct Failure: Sendable, Hashable, CustomStringConvertible {
            /// The name of the collection with its scope.
            public let collection: String
            /// The ID of the document, or an empty string for a whole collection that the other
            /// database does not have.
            public let id: String
            /// Whether the document was to be sent, not received.
            public let isPush: Bool
            /// The cause.
            public let message: String

            /// The document and the cause.
            public var description: String {
                let document = id.isEmpty ? "" : " \(id.debugDescription)"
                return "\(isPush ? "push" : "pull") \(collection)\(document): \(message)"
            }
        }

        /// A document that both databases had changed, and what became of it.
        public struct Conflict: Sendable, Hashable, CustomStringConvertible {
            /// Which revision the document has after the conflict.
            public enum Outcome: Sendable, Hashable {
                /// The revision of this database.
                case local
                /// The revision of the other database.
                case remote
                /// A new revision, made of both.
                case merged
                /// The document is deleted.
                case deleted
            }

            /// The name of the collection with its scope.
            public let collection: String
            /// The ID of the document.
            public let id: String
            /// The revision ID of this database before the conflict was resolved.
            public let localRevisionID: String
            /// The revision ID of the other database.
            public let remoteRevisionID: String
            /// Whether this database had deleted the document.
            public let isLocalDeletion: Bool
            /// Whether the other database had deleted the document.
            public let isRemoteDeletion: Bool
            /// What became of the document.
            public let outcome: Outcome

            /// The document and what became of it.
            public var description: String {
                "\(collection) \(id.debugDescription): \(explanation)"
            }

            /// What became of the document, in words.
            package var explanation: String {
                let hasDeletion = isLocalDeletion || isRemoteDeletion
                let cause =
                    switch (isLocalDeletion, isRemoteDeletion) {
                    case (true, _): "deleted in this database and changed in the other one"
                    case (_, true): "changed in this database and deleted in the other one"
                    default: "changed in both databases"
                    }
                let result =
                    switch outcome {
                    case .local, .remote: hasDeletion ? "the change was kept" : keptChange
                    case .merged: "a merged revision replaces both"
                    case .deleted: hasDeletion ? "the deletion was kept" : "it was deleted"
                    }
                return "\(cause), \(result)"
            }

            private var keptChange: String {
                "the change of \(outcome == .local ? "this" : "the other") database was kept"
            }

            init(_ conflict: OpenConflict, _ resolution: ConflictResolution, in collection: String)
            {
                self.collection = collection
                id = conflict.id
                localRevisionID = conflict.local.version
                remoteRevisionID = conflict.other.version
                isLocalDeletion = conflict.local.isDeleted
                isRemoteDeletion = conflict.other.isDeleted
                outcome =
                    switch resolution {
                    case .keepLocal: conflict.local.isDeleted ? .deleted : .local
                    case .keepRemote: conflict.other.isDeleted ? .deleted : .remote
                    case .merged: .merged
                    case .deleted: .deleted
                    }
            }
        }
    }
#endif
