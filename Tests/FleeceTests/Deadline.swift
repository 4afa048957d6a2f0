import Foundation
import QuirePlatform

/// Execution of code that might not end.
enum Deadline {
    struct Passed: Error, CustomStringConvertible {
        let seconds: Int
        var description: String { "did not end within \(seconds) s" }
    }

    /// The usual stack size of a main thread; debug builds need megabytes for the maximum nesting.
    private static let stackSize = 8 << 20

    /// Runs a closure on a new thread.
    ///
    /// A thread that does not end in time continues until the process ends.
    static func run(
        seconds: Int, _ body: @escaping @Sendable () throws -> Void
    ) -> Result<Void, any Error> {
        let box = Box()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Result { try body() }
            box.outcome.withLock { $0 = result }
            done.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        guard done.wait(timeout: .now() + .seconds(seconds)) == .success else {
            return .failure(Passed(seconds: seconds))
        }
        return box.outcome.withLock { $0 ?? .failure(Passed(seconds: seconds)) }
    }

    private final class Box: Sendable {
        let outcome = Mutex<Result<Void, any Error>?>(nil)
    }
}
