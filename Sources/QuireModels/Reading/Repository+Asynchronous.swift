extension Repository {
    /// Runs a closure that reads, on a thread outside of Swift's cooperative pool.
    func reading<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await store.database.blockingWork.run(body)
    }

    /// Runs a closure that writes, in one transaction, on a thread outside of Swift's cooperative
    /// pool.
    func writing<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try Task.checkCancellation()
        return try await store.inBatch(using: body)
    }
}
