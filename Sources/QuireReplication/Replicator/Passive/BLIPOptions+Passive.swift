#if Replication
    extension BLIPOptions {
        /// Creates the options for a connection of another database to this one.
        ///
        /// - Parameters:
        ///   - socket: The connection.
        ///   - budget: The memory that the connections of a listener share.
        init(passive socket: any MessageSocket, _ budget: MemoryBudget?) {
            self.init(for: socket)
            // Only lists of wanted revisions and blobs are requested from the other database.
            bodyLimits.responses = 4 << 20
            guard budget != nil else { return }
            // One document of the maximum size, and other messages.
            maximumUnfinishedSize = maximumMessageSize + (32 << 20)
            maximumUnfinishedRequests = 2_000
            maximumUnansweredRequests = 2_000
        }
    }
#endif
