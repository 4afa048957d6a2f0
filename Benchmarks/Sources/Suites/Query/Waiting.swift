import Dispatch
import Synchronization

/// Runs an asynchronous closure and blocks the calling thread until it returns.
func waiting<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) throws -> R {
    let result = Mutex<Result<R, any Error>?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    Task {
        let outcome: Result<R, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        result.withLock { $0 = outcome }
        isOver.signal()
    }
    isOver.wait()
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
}
