#if Replication
    /// The remote sequences of a pull, in the order in which the other database listed them.
    ///
    /// The checkpoint of a pull is the last sequence before the first unfinished one.
    struct PendingSequences {
        /// Identifies a sequence of the list.
        typealias Ticket = Int

        private var entries: [(sequence: RemoteSequence, isFinished: Bool)] = []
        /// The ticket of the first entry.
        private var firstTicket: Ticket = 0
        /// The number of entries at the beginning that are finished and no longer needed.
        private var finishedCount = 0

        /// The last sequence that is finished together with all earlier ones.
        private(set) var checkpoint: RemoteSequence?

        /// Creates an empty list.
        ///
        /// - Parameter checkpoint: The sequence after which the list begins, if any.
        init(after checkpoint: RemoteSequence?) {
            self.checkpoint = checkpoint
        }

        /// The number of sequences from the first unfinished one on.
        var count: Int { entries.count - finishedCount }

        /// Adds a sequence to the end of the list.
        mutating func append(_ sequence: RemoteSequence) -> Ticket {
            entries.append((sequence, false))
            return firstTicket + entries.count - 1
        }

        /// Marks a sequence as finished.
        ///
        /// - Complexity: O(1) on average.
        mutating func finish(_ ticket: Ticket) {
            let index = ticket - firstTicket
            guard entries.indices.contains(index) else { return }
            entries[index].isFinished = true
            while finishedCount < entries.count, entries[finishedCount].isFinished {
                checkpoint = entries[finishedCount].sequence
                finishedCount += 1
            }
            guard finishedCount > 1000, finishedCount * 2 > entries.count else { return }
            entries.removeFirst(finishedCount)
            firstTicket += finishedCount
            finishedCount = 0
        }
    }
#endif
