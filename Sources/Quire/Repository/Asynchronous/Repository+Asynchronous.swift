extension Repository {
    /// Runs a piece of reading away from Swift's threads.
    func reading<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await store.database.blockingWork.run(body)
    }

    /// Runs a piece of writing, in one transaction, away from Swift's threads.
    func writing<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try Task.checkCancellation()
        return try await store.inBatch(using: body)
    }
}
