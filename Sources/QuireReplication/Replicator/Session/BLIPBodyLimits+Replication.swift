#if Replication
    extension BLIPBodyLimits {
        /// The sizes that messages of replicators can have.
        ///
        /// Partners list 200 to 1,000 changes in a message. A document is only limited by the size of
        /// messages.
        package static let replication: BLIPBodyLimits = {
            var limits = BLIPBodyLimits()
            for profile in ["changes", "proposeChanges", "subChanges"] {
                limits.requests[profile] = 4 << 20
            }
            limits.requests["getCollections"] = 1 << 20
            limits.requests["setCheckpoint"] = maximumCheckpointSize
            limits.requests["rev"] = .max
            limits.otherRequests = 64 << 10
            limits.responses = 16 << 20
            limits.errors = 64 << 10
            return limits
        }()

        /// The maximum size of a checkpoint.
        ///
        /// It has a few bytes for each gap in the sequences that are replicated.
        static let maximumCheckpointSize = 256 << 10

        /// The maximum number of changes in a list.
        static let maximumChanges = 5_000
        /// The maximum number of document IDs that another database selects.
        static let maximumDocumentIDs = 100_000
        /// The maximum number of collections in a request.
        static let maximumCollections = 2_000
    }
#endif
