import Dispatch

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

    /// Runs a closure as one transaction, away from the caller's thread.
    ///
    /// It is as the synchronous form, but the task is suspended meanwhile and blocks no thread of
    /// Swift's. The closure itself cannot suspend. Batches started this way run in the order of
    /// their starting.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: As the synchronous form.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            batchQueue.async {
                continuation.resume(with: Result { try self.inBatch(using: body) })
            }
        }
    }
}
