#if PostgreSQL
    import Foundation
    import QuireModels

    extension PostgresDatabase {
        /// Runs a closure as one serializable transaction of all stores of the database.
        ///
        /// The closure runs on the calling thread, with a connection of its own. If the server rejects
        /// the transaction because of a concurrent one (SQLSTATE 40001 or 40P01), Quire rolls it back
        /// and runs the closure again, up to ``PostgresConfiguration/maximumTransactionAttempts`` times.
        /// So the closure must not have effects outside the database that cannot be repeated. A
        /// transaction within a transaction is a savepoint, which does not run again on its own.
        ///
        /// - Parameter body: A closure that reads and writes stores of the database.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws, after the rollback; `QuireError` with code `busy`
        ///   if all attempts fail or no connection becomes free, `notWriteable` in a snapshot,
        ///   `cantOpenFile` if the connection is lost. In that case, the transaction may have been
        ///   committed.
        @discardableResult
        public func inBatch<R>(using body: () throws -> R) throws -> R {
            guard let transaction = try currentTransaction() else { return try outermost(body) }
            try checkIsWritable()
            return try nested(in: transaction, body)
        }

        /// Runs a closure in the transaction of the thread, or in a new transaction.
        ///
        /// - Parameter body: A closure that reads and writes.
        /// - Returns: The value that the closure returns.
        /// - Throws: The same errors as `inBatch(using:)`.
        public func inTransaction<R>(_ body: () throws -> R) throws -> R {
            if try currentTransaction() == nil { return try outermost(body) }
            try checkIsWritable()
            return try body()
        }

        /// Calls a closure once, when the transaction of the thread has ended.
        ///
        /// If the transaction runs again after a failure, the closures of the failed attempt are called
        /// with `false`.
        ///
        /// - Parameter body: A closure that receives whether the transaction was committed.
        /// - Throws: `QuireError` with code `notInTransaction` if the thread is not in a transaction,
        ///   `notOpen`.
        public func afterTransaction(
            _ body: @escaping @Sendable (_ isCommitted: Bool) -> Void
        ) throws {
            guard let transaction = try currentTransaction(), !transaction.isReadOnly else {
                throw QuireError(
                    .notInTransaction,
                    """
                    afterTransaction(_:) of \(location) was called outside a transaction. Call it inside \
                    inBatch.
                    """)
            }
            transaction.completions.append(body)
        }

        /// Runs a closure whose reads see one committed state of the database.
        ///
        /// Other threads and programs can write while the closure runs.
        ///
        /// - Parameter body: A closure that reads.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws; `QuireError` with code `notOpen`, or
        ///   `notWriteable` if the closure writes.
        public func snapshot<R>(_ body: () throws -> R) throws -> R {
            if let transaction = try currentTransaction() {
                transaction.snapshotDepth += 1
                defer { transaction.snapshotDepth -= 1 }
                return try body()
            }
            return try withConnection { connection in
                // The first query of the transaction determines its state.
                try connection.begin(
                    "ISOLATION LEVEL REPEATABLE READ READ ONLY", then: "SELECT 1")
                defer { try? connection.execute("COMMIT") }
                let transaction = PostgresTransaction(connection, of: self, isReadOnly: true)
                return try run(in: transaction, body)
            }
        }

        // MARK: Outermost transactions

        /// The result of one attempt.
        private enum Attempt<R> {
            case committed(R, [@Sendable (Bool) -> Void])
            case failed(any Error, isRetryable: Bool, [@Sendable (Bool) -> Void])
        }

        private func outermost<R>(_ body: () throws -> R) throws -> R {
            let limit = max(1, configuration.maximumTransactionAttempts)
            var attempt = 1
            while true {
                switch try withConnection({ try run(body, $0) }) {
                case .committed(let result, let completions):
                    for completion in completions { completion(true) }
                    return result
                case .failed(let error, let isRetryable, let completions):
                    for completion in completions { completion(false) }
                    guard isRetryable else { throw explained(error) }
                    guard attempt < limit else { throw attemptsError(limit, error) }
                    // A random delay, so that the same transactions do not meet again.
                    let longest = min(0.002 * Double(1 << min(attempt, 8)), 0.25)
                    Thread.sleep(forTimeInterval: .random(in: 0.0005...longest))
                    attempt += 1
                }
            }
        }

        private func attemptsError(_ limit: Int, _ cause: any Error) -> QuireError {
            QuireError(
                .busy,
                """
                The transaction on \(location) conflicted with others in all of its \(limit) attempts. \
                Change fewer documents in it, or increase maximumTransactionAttempts.
                """, underlyingError: (cause as? QuireError)?.underlyingError ?? cause)
        }

        private func run<R>(
            _ body: () throws -> R, _ connection: PostgresConnection
        ) throws -> Attempt<R> {
            // An upgrade of the tables waits for the transaction, and otherwise precedes it. So the
            // statements of the transaction need not check the version.
            try connection.begin(
                "ISOLATION LEVEL SERIALIZABLE",
                then: """
                    LOCK TABLE \(layout.schema).property IN ACCESS SHARE MODE; \
                    \(layout.versionCheck)
                    """)
            let transaction = PostgresTransaction(connection, of: self, isReadOnly: false)
            return try run(in: transaction) { attempt(body, in: transaction, on: connection) }
        }

        private func attempt<R>(
            _ body: () throws -> R, in transaction: PostgresTransaction,
            on connection: PostgresConnection
        ) -> Attempt<R> {
            do {
                let result = try body()
                if let failure = transaction.failure { throw failure }
                // The closure can have caught the error of the statement that failed.
                if connection.isBroken { throw connection.connectionError() }
                guard connection.transactionStatus == .inTransaction else {
                    throw QuireError(
                        .unexpectedError,
                        """
                        A statement of the transaction failed, so \(location) cannot commit it. Throw \
                        the error of the statement out of the closure, or run it in a nested inBatch.
                        """)
                }
                try commit(connection, transaction.changes)
                return .committed(result, transaction.completions)
            } catch {
                try? connection.execute("ROLLBACK")
                recordFailure(
                    of: transaction.changes, transaction.lastSequence, isLost: connection.isBroken)
                // The closure can have replaced the error of the server.
                let failure = transaction.failure ?? (error as? QuireError)
                return .failed(
                    transaction.failure ?? error, isRetryable: failure?.isRetryable == true,
                    transaction.completions)
            }
        }

        // MARK: Nested transactions

        private func nested<R>(
            in transaction: PostgresTransaction, _ body: () throws -> R
        ) throws -> R {
            let savepoint = "quire_\(transaction.depth)"
            let (changeCount, completionCount) = (
                transaction.changes.count, transaction.completions.count
            )
            try transaction.connection.execute("SAVEPOINT \(savepoint)")
            transaction.depth += 1
            defer { transaction.depth -= 1 }
            do {
                let result = try body()
                try transaction.connection.execute("RELEASE SAVEPOINT \(savepoint)")
                return result
            } catch {
                try? transaction.connection.execute(
                    "ROLLBACK TO SAVEPOINT \(savepoint); RELEASE SAVEPOINT \(savepoint)")
                transaction.changes.removeSubrange(changeCount...)
                let ended = transaction.completions.dropFirst(completionCount)
                transaction.completions.removeSubrange(completionCount...)
                for completion in ended { completion(false) }
                throw error
            }
        }
    }
#endif
