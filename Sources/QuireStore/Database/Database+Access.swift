// The methods through which all reads and writes of a database get a connection.

extension Database {
    /// Runs a closure with a connection for one read statement.
    ///
    /// If this thread is in a transaction or a snapshot, the closure receives its connection.
    /// Otherwise, it receives a connection that reads the last committed state. Before you read a
    /// document body, step the statement and then call ``StoreConnection/refreshKeys()``.
    ///
    /// - Parameter body: A closure that reads. It must not keep the connection.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`.
    @inline(__always)
    package func read<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        if let connection = try snapshots.connection() {
            try checkIsNotSuspended()
            return try body(connection)
        }
        if let running = writerAccess.runningTransaction {
            try checkIsNotSuspended()
            try running.checkIsOpen()
            return try body(running.connection)
        }
        guard let readers else {
            // The database is in memory, so the method waits for other threads.
            return try enterWriter { try body($0.connection) }
        }
        // The pool of a suspended database is closed.
        guard let connection = try readers.borrow() else { throw notOpen }
        defer { readers.giveBack(connection) }
        do {
            return try body(connection)
        } catch {
            throw suspensionError(for: error)
        }
    }

    @inline(__always)
    private func checkIsNotSuspended() throws {
        if file.suspension.isSuspended { throw notOpen }
    }

    /// Returns the error for a statement that the suspension of the database interrupted, or the
    /// given error.
    func suspensionError(for error: any Error) -> any Error {
        guard file.suspension.isSuspended,
            let cause = (error as? QuireError)?.underlyingError as? SQLiteError,
            cause.isInterruption
        else { return error }
        return notOpen
    }

    /// Waits for other threads, then runs a closure with exclusive access to the writer connection.
    ///
    /// - Parameter body: A closure that can run a transaction. It must not keep the transaction.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`,
    ///   `suspended` if a suspension interrupts the closure, or `busy`.
    @inline(__always)
    func enterWriter<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        try writerAccess.enter { transaction in
            guard let transaction else { throw notOpen }
            do {
                return try body(transaction)
            } catch {
                throw suspensionError(for: error)
            }
        }
    }

    /// Runs a closure with a connection for several statements that read the same snapshot.
    ///
    /// Also use the method for statements that call functions that read bodies: the shared keys of
    /// the connection are already up to date.
    ///
    /// - Parameter body: A closure that reads. It must not keep the connection.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`.
    package func readSnapshot<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        try read { connection in
            try connection.withSnapshot { try body(connection) }
        }
    }

    /// Runs a closure in the current transaction, or in a new one.
    ///
    /// If the closure fails in the current transaction, its changes are not rolled back. A closure
    /// that can fail after its first change must use ``StoreTransaction/nested(_:)``.
    ///
    /// - Parameter body: A closure that reads and writes. It must not keep the transaction.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`, `busy`,
    ///   `ioError`, or `notWriteable` in a snapshot.
    @inline(__always)
    package func write<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        try checkIsNotInSnapshot()
        try checkIsNotSuspended()
        if let running = writerAccess.runningTransaction {
            try running.checkIsOpen()
            return try body(running)
        }
        var completions: [@Sendable (Bool) -> Void] = []
        var start: ContinuousClock.Instant?
        var committedCount = 0
        let result: R
        do {
            result = try enterWriter { transaction in
                start = QuireMetrics.start()
                defer {
                    completions = transaction.takeCompletions()
                    committedCount = transaction.committedCount
                }
                return try transaction.run { try body(transaction) }
            }
        } catch {
            QuireMetrics.finish(.transaction, since: start, in: name, error: error)
            for completion in completions { completion(false) }
            throw error
        }
        // The closures run code of the program, so the lock has been released.
        QuireMetrics.finish(.transaction, since: start, in: name, rowCount: committedCount)
        for completion in completions { completion(true) }
        return result
    }

    /// Checks that this thread is not in a snapshot, which must not write.
    ///
    /// - Throws: ``QuireError`` with code `notWriteable`.
    @inline(__always)
    func checkIsNotInSnapshot() throws {
        if snapshots.isReading { throw Self.writeInSnapshot(name) }
    }

    private static func writeInSnapshot(_ name: String) -> QuireError {
        QuireError(
            .notWriteable,
            "Database \(name) cannot be changed inside a snapshot. Write after the snapshot, or read "
                + "and write inside inBatch")
    }

    /// Runs a closure that only removes objects from the schema, in the current transaction or in a
    /// new one.
    ///
    /// A new transaction can run even if objects in the schema make the database read-only.
    ///
    /// - Parameter body: A closure that removes indexes. It must not keep the transaction.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`, `busy`
    ///   or `ioError`.
    package func writeRemoval<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        try checkIsNotInSnapshot()
        guard writerAccess.runningTransaction == nil else { return try write(body) }
        return try enterWriter { transaction in
            try transaction.run(asRemoval: true) { try body(transaction) }
        }
    }
}

extension Database {
    /// Runs a closure in a transaction.
    ///
    /// If the closure and the commit succeed, all changes are committed. Otherwise, all changes are
    /// rolled back.
    ///
    /// Reads of this thread inside the closure see its changes. Other threads see the last
    /// committed state until the closure returns.
    ///
    /// A batch inside a batch is a nested transaction: if its closure throws, only its own changes
    /// are rolled back. Its changes are committed with the outer batch.
    ///
    /// No other writes to the database can run while the closure runs. Keep the closure short, and
    /// do not wait in it for another thread that may write.
    ///
    /// ```swift
    /// try database.inBatch {
    ///     for number in 1...100 {
    ///         try collection.save(document: MutableDocument(id: "hotel-\(number)"))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, after its changes were rolled back; or
    ///   ``QuireError`` with code `notOpen`, `busy` if another program locks the database for ten
    ///   seconds, `notWriteable` inside a snapshot, or `ioError` if the commit fails.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        try checkIsNotInSnapshot()
        if let running = writerAccess.runningTransaction {
            try checkIsNotSuspended()
            return try running.nested(body)
        }
        return try write { _ in try body() }
    }

    /// Runs a closure in a transaction on a thread of the database.
    ///
    /// The task is suspended until the transaction ends, and doesn't block a thread that runs Swift
    /// tasks. The closure cannot suspend. Batches run in the order of the calls.
    ///
    /// If the task is canceled before the closure begins, the closure does not run, and the call
    /// does not wait for preceding batches. If the task is canceled later, queries in the closure
    /// throw `CancellationError`, as `Task.checkCancellation()` in the closure does. The transaction is
    /// then rolled back, unless the closure catches the error. The closure reads the task-local values
    /// of the caller.
    ///
    /// ```swift
    /// let count = try await database.inBatch {
    ///     try collection.purge(id: "hotel-42")
    ///     return collection.count
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: The return value of the closure.
    /// - Throws: The errors of the synchronous method, or `CancellationError`.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await batches.run { try self.inBatch(using: body) }
    }
}

extension Database {
    /// Runs a closure whose reads see one state of the database.
    ///
    /// The reads of this thread inside the closure see the last commit before the closure, in all
    /// collections and through all repositories of this database. Other threads can commit while
    /// the closure runs. In an in-memory database, they wait until it returns.
    ///
    /// Inside a snapshot, another snapshot reads the same state. Inside a transaction, a snapshot
    /// reads the state of the transaction. Writes inside the closure throw an error.
    ///
    /// While a snapshot is open, the write-ahead log cannot shrink, so keep the closure short.
    ///
    /// ```swift
    /// let (all, cheap) = try database.snapshot {
    ///     (try hotels.count(), try hotels.filter { $0.roomRate < 100 }.count())
    /// }
    /// ```
    ///
    /// - Parameter body: A closure that reads.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`. Writes in
    ///   the closure throw ``QuireError`` with code `notWriteable`, and ``close()`` with code
    ///   `busy`.
    public func snapshot<R>(_ body: () throws -> R) throws -> R {
        try readSnapshot { connection in
            snapshots.isReading ? try body() : try snapshots.reading(connection, body)
        }
    }
}
