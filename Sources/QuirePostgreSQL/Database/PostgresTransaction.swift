#if PostgreSQL
    import QuireModels

    /// A transaction or a snapshot of one thread.
    // This class is Sendable because only the thread of the transaction uses its variables: the
    // database finds the object by the thread.
    final class PostgresTransaction: @unchecked Sendable {
        /// A change that listeners are notified of.
        struct Change {
            let store: String
            let id: String
        }

        /// The maximum number of revisions that a transaction can save: the sequences of one transaction
        /// have 24 bits of their own.
        static let maximumWriteCount = 1 << 24 - 1

        /// The database, which is not retained.
        let database: ObjectIdentifier
        /// The transaction of another database around this one.
        unowned var outer: PostgresTransaction?
        private let ownedConnection: PostgresConnection
        /// The pipeline of a batch of saves.
        private var pipeline: PostgresPipeline?
        /// Whether the transaction can only read.
        let isReadOnly: Bool
        /// The number of nested snapshots.
        var snapshotDepth = 0
        /// The number of nested transactions, for the names of savepoints.
        var depth = 0
        /// The number of open cursors, for their names.
        var cursorCount = 0
        /// The number of saved revisions.
        private(set) var writeCount = 0
        var changes: [Change] = []
        /// The sequence of the last change.
        private(set) var lastSequence: Int64?
        /// The closures to call when the transaction has ended.
        var completions: [@Sendable (Bool) -> Void] = []
        /// The failure after which the transaction has to run again.
        private(set) var failure: QuireError?

        init(_ connection: PostgresConnection, of database: PostgresDatabase, isReadOnly: Bool) {
            self.database = ObjectIdentifier(database)
            ownedConnection = connection
            self.isReadOnly = isReadOnly
            snapshotDepth = isReadOnly ? 1 : 0
        }

        /// The connection, which can run statements.
        ///
        /// The encoding of a document in a batch can use the store, so an open pipeline is suspended.
        var connection: PostgresConnection {
            pipeline?.suspend()
            return ownedConnection
        }

        /// Calls a closure that sends statements through a pipeline.
        ///
        /// The closure can also use the connection of the transaction.
        func pipelined<R>(_ body: (PostgresPipeline) throws -> R) throws -> R {
            let outer = pipeline
            defer { pipeline = outer }
            return try connection.pipeline { pipeline in
                self.pipeline = pipeline
                return try body(pipeline)
            }
        }

        /// Returns the number of the next revision, beginning with 1.
        func nextNumber() throws -> Int64 {
            guard writeCount < Self.maximumWriteCount else {
                throw QuireError(
                    .invalidParameter,
                    """
                    A transaction on PostgreSQL cannot save more than \(Self.maximumWriteCount) \
                    revisions. Divide the work into several transactions.
                    """)
            }
            writeCount += 1
            return Int64(writeCount)
        }

        /// Records a change for listeners.
        func noteChange(of id: String, in store: String, _ sequence: Int64) {
            changes.append(Change(store: store, id: id))
            lastSequence = sequence
        }

        /// Calls a closure and records a failure after which the transaction has to run again, even if
        /// the program catches the error.
        func recordingFailure<R>(_ body: () throws -> R) throws -> R {
            do {
                return try body()
            } catch let error as QuireError {
                if error.isRetryable, failure == nil { failure = error }
                throw error
            }
        }
    }
#endif
