import Foundation
import Synchronization

/// A closure that runs on a thread of its own.
final class OtherThread<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Value) {
        let thread = Thread { [self] in
            let value = Result { try body() }
            result.withLock { $0 = value }
            done.signal()
        }
        thread.start()
    }

    /// What the closure returned or threw; waits for its end.
    func wait() throws -> Value {
        done.wait()
        done.signal()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

/// Runs a closure on a thread of its own and waits for it.
func onOtherThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    try OtherThread(body).wait()
}
