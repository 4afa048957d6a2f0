import Foundation
import Quire
import QuireTestSupport
import QuirePlatform

/// A thread that performs random operations until its time is up.
final class RaceThread: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let operations = Atomic<Int>(0)
    private let body: @Sendable (borrowing Atomic<Int>) -> Void

    /// The number of performed operations.
    var count: Int { operations.load(ordering: .relaxed) }

    init(number: Int, seconds: Int, seed: UInt64, arenas: [RaceArena], watchdog: Watchdog) {
        body = { operations in
            var random = SplitMix64(seed: seed)
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end {
                guard let arena = arenas.randomElement(using: &random) else { return }
                let operation = RaceOperation.random(using: &random)
                watchdog.watching("thread \(number), \(operation)") {
                    Self.run(operation, in: arena, using: &random)
                }
                operations.add(1, ordering: .relaxed)
            }
        }
    }

    private static func run(
        _ operation: RaceOperation, in arena: RaceArena, using random: inout SplitMix64
    ) {
        do {
            try operation.run(in: arena, using: &random)
        } catch QuireError.Code.notOpen {
            // Another thread has closed the object.
        } catch {
            // Later output could hide the error.
            Console.complain("\(operation): \(error)")
            exit(1)
        }
    }

    func start() {
        let thread = Thread { [self] in
            body(operations)
            done.signal()
        }
        thread.start()
    }

    func wait() {
        done.wait()
    }
}
