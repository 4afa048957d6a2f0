import Foundation
import QuirePlatform

/// A watchdog that ends the program if a task is probably deadlocked.
final class Watchdog: Sendable {
    private struct Task {
        let name: String
        let beginning: ContinuousClock.Instant
    }

    private let tasks = Mutex<[Int: Task]>([:])
    private let next = Atomic<Int>(0)

    /// Creates a watchdog.
    ///
    /// - Parameter patience: The maximum duration of a task in seconds.
    init(patience: Int) {
        let thread = Thread { [self] in
            while true {
                Thread.sleep(forTimeInterval: 0.5)
                let deadline = ContinuousClock.now - .seconds(patience)
                let late = tasks.withLock { $0.values.filter { $0.beginning < deadline } }
                guard !late.isEmpty else { continue }
                let names = late.map(\.name).sorted().joined(separator: "; ")
                Console.complain("no progress for \(patience) s: \(names)")
                abort()
            }
        }
        thread.start()
    }

    /// Runs a closure that must end in time.
    func watching<R>(_ name: String, _ body: () throws -> R) rethrows -> R {
        let number = next.add(1, ordering: .relaxed).newValue
        tasks.withLock { $0[number] = Task(name: name, beginning: .now) }
        defer { tasks.withLock { _ = $0.removeValue(forKey: number) } }
        return try body()
    }
}
