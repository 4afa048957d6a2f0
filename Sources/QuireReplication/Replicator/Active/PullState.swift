#if Replication
    import Quire

    /// The state of receiving the changes of a collection.
    struct PullState {
        /// Identifies a revision that the other database is going to send.
        struct Expected: Hashable {
            let id: String
            /// The JSON text of the sequence.
            let sequence: String

            /// Creates the key of a revision in a dictionary.
            ///
            /// The same sequence can be written in several ways, such as with an escaped character.
            init(
                _ id: String, sequence text: String,
                in tickets: [Expected: [PendingSequences.Ticket]]
            ) {
                let isKnown = tickets[Expected(id: id, sequence: text)] != nil
                let canonical =
                    isKnown
                    ? nil : RemoteSequence(try? WireJSON.parse(Array(text.utf8)))?.json
                self.init(id: id, sequence: canonical ?? text)
            }

            init(id: String, sequence: String) {
                self.id = id
                self.sequence = sequence
            }
        }

        /// The sequences that were listed, and are not finished.
        var sequences = PendingSequences(after: nil)
        /// The revisions that were requested, with their places in the list of sequences.
        ///
        /// The same revision can be listed twice.
        var expected: [Expected: [PendingSequences.Ticket]] = [:]
        /// The number of requested revisions that are not stored.
        var expectedCount = 0
        /// The revisions that have arrived, and are not stored yet.
        var arrived: [Expected: [PendingSequences.Ticket]] = [:]
        /// The number of lists of changes that are not answered.
        var unansweredLists = 0
        /// The last step of the processing of lists, one after the other.
        var processing: Task<Void, Never>?
        /// The number of conflicts that are being resolved.
        var resolvingCount = 0
        /// Whether the other database has listed all of its changes.
        var isCaughtUp = false
        /// Whether nothing is known of the other database, and this one has no documents and sends none, so that
        /// no tombstone is needed.
        var isFirst = false
        /// The documents that were listed, if the session requests chosen ones again.
        var listed: Set<DocumentIDKey> = []
        private var waiting: [CheckedContinuation<Void, Never>] = []

        /// Whether all listed changes are stored, except those that failed.
        var isDone: Bool {
            isCaughtUp && unansweredLists == 0 && expectedCount == 0 && resolvingCount == 0
        }

        /// The requested revisions that are not stored when they arrive.
        private var canceled: [Expected: [PendingSequences.Ticket]] = [:]
        private static let maximumCanceled = 10_000

        /// Whether a revision of a document has arrived and is not stored yet.
        func isStoring(_ id: String) -> Bool { arrived.keys.contains { $0.id == id } }

        /// Ends the expectation of the revisions of a document, and returns their number.
        mutating func cancelExpected(_ id: String) -> Int {
            var count = 0
            for (key, tickets) in expected where key.id.hasSameBytes(as: id) {
                expected[key] = nil
                if canceled.count < Self.maximumCanceled { canceled[key, default: []] += tickets }
                for ticket in tickets { sequences.finish(ticket) }
                count += tickets.count
            }
            expectedCount -= count
            return count
        }

        /// Returns whether a revision was canceled, and forgets that.
        mutating func takeCanceled(_ id: String, sequence: String) -> Bool {
            let key = Expected(id, sequence: sequence, in: canceled)
            guard canceled[key]?.popLast() != nil else { return false }
            if canceled[key]?.isEmpty == true { canceled[key] = nil }
            return true
        }

        mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
            waiting.append(continuation)
        }

        mutating func resumeWaiting() {
            let resumed = waiting
            waiting = []
            for continuation in resumed { continuation.resume() }
        }
    }
#endif
