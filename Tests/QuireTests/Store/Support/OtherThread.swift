import Foundation
import Synchronization

/// A closure that runs on a thread of its own.
final class OtherThread<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Starts a thread; without a size it has the usual stack.
    init(stackSize: Int? = nil, _ body: @escaping @Sendable () throws -> Value) {
        let thread = Thread { [self] in
            let value = Result { try body() }
            result.withLock { $0 = value }
            done.signal()
        }
        if let stackSize { thread.stackSize = stackSize }
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

/// Runs a closure on a thread of its own with a stack of that size, and waits for it.
func onThread<R: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () throws -> R
) throws -> R {
    try OtherThread(stackSize: stackSize, body).wait()
}
