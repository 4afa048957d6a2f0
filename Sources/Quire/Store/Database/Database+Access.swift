// The three ways to a connection. Everything that reads or writes a database takes one of them.

extension Database {
    /// Lends a connection for one statement that reads.
    ///
    /// It is the transaction's if this thread is in one, otherwise one that sees the last commit.
    /// Call ``StoreConnection/refreshKeys()`` once the statement has been stepped and before a body
    /// is read.
    ///
    /// - Parameter body: A closure that reads and does not keep the connection.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`.
    @inline(__always)
    func read<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        if let running = gate.runningTransaction {
            try running.checkIsOpen()
            return try body(running.connection)
        }
        guard let readers else { return try readInMemory(body) }
        guard let connection = try readers.borrow() else { throw notOpen }
        defer { readers.giveBack(connection) }
        return try body(connection)
    }

    /// Lends the one connection of a database in memory, when no other thread uses it.
    private func readInMemory<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        try gate.enter { transaction in
            guard let transaction else { throw notOpen }
            return try body(transaction.connection)
        }
    }

    /// Lends a connection for statements that must all see one state of the database, or that call
    /// functions which read bodies.
    ///
    /// The connection's keys fit from the beginning.
    ///
    /// - Parameter body: A closure that reads and does not keep the connection.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`.
    func readSnapshot<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        try read { connection in
            try connection.withSnapshot { try body(connection) }
        }
    }

    /// Runs a closure in the current transaction, or in one of its own.
    ///
    /// In the current transaction it is not undone by itself: a closure that can fail when it has
    /// written something already puts that into ``StoreTransaction/nested(_:)``.
    ///
    /// - Parameter body: A closure that reads and writes and does not keep the transaction.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`, `busy` or
    ///   `ioError`.
    @inline(__always)
    func write<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        if let running = gate.runningTransaction {
            try running.checkIsOpen()
            return try body(running)
        }
        return try gate.enter { transaction in
            guard let transaction else { throw notOpen }
            return try transaction.run { try body(transaction) }
        }
    }

    /// Runs a closure that only takes objects out of the schema, in the current transaction or in
    /// one of its own, even where the schema holds what keeps the database from being written.
    ///
    /// - Parameter body: A closure that removes indexes and does not keep the transaction.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`, `busy` or
    ///   `ioError`.
    func writeRemoval<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        guard gate.runningTransaction == nil else { return try write(body) }
        return try gate.enter { transaction in
            guard let transaction else { throw notOpen }
            return try transaction.run(asRemoval: true) { try body(transaction) }
        }
    }
}

extension Database {
    /// Runs a closure as one transaction: all of its changes are committed, or none.
    ///
    /// Reads of this thread inside of the closure see its changes; others see the last commit until
    /// the closure has returned. A batch inside of a batch is undone by itself if it throws, and
    /// committed with the outer one.
    ///
    /// The closure has the writing of this database to itself: keep it short, and do not wait in it
    /// for another thread that may want to write.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, unchanged, after its changes were undone; or
    ///   ``QuireError`` with code `notOpen`, `busy` if another program holds the database for ten
    ///   seconds, or `ioError` if the commit fails.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        if let running = gate.runningTransaction { return try running.nested(body) }
        return try write { _ in try body() }
    }

    /// Runs a closure as one transaction on a thread of the database.
    ///
    /// The task is suspended meanwhile and blocks no thread that runs Swift tasks. The closure
    /// cannot suspend. Batches run in the order of the calls.
    ///
    /// If the task is canceled before the closure begins, the closure does not run, and the call
    /// does not wait for the batches before it. If it is canceled later, queries that the closure
    /// runs throw `CancellationError`, which rolls the transaction back unless the closure catches
    /// it.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: As the synchronous form, or `CancellationError`.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await batches.run { try self.inBatch(using: body) }
    }
}
