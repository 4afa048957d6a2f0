import Foundation
import QuirePlatform

/// A closure that runs on a new thread.
public final class OtherThread<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Starts a thread, with the default stack size if `stackSize` is `nil`.
    public init(stackSize: Int? = nil, _ body: @escaping @Sendable () throws -> Value) {
        let thread = Thread { [self] in
            let value = Result { try body() }
            result.withLock { $0 = value }
            done.signal()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }

    /// Waits for the thread to end, and returns or throws the result of the closure.
    public func wait() throws -> Value {
        done.wait()
        done.signal()
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

/// Runs a closure on a new thread and waits for it.
public func onOtherThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    try OtherThread(body).wait()
}

/// Runs a closure on a new thread with the given stack size and waits for it.
public func onThread<R: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () throws -> R
) throws -> R {
    try OtherThread(stackSize: stackSize, body).wait()
}
