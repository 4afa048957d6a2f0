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
    /// - Throws: What the closure throws, unchanged, after its changes were undone; or ``QuireError``
    ///   with code `notOpen`, `busy` if another program holds the database for ten seconds, or
    ///   `ioError` if the commit fails.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        if let running = gate.runningTransaction { return try running.nested(body) }
        return try write { _ in try body() }
    }

    /// Runs a closure as one transaction on a thread of the database.
    ///
    /// The task is suspended meanwhile and blocks no thread that runs Swift tasks. The closure cannot
    /// suspend. Batches run in the order of the calls.
    ///
    /// If the task is canceled before the closure begins, the closure does not run, and the call does
    /// not wait for the batches before it. If it is canceled later, queries that the closure runs throw
    /// `CancellationError`, which rolls the transaction back unless the closure catches it.
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
