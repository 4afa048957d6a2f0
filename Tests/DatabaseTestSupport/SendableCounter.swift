import QuirePlatform

/// A thread-safe counter.
package final class SendableCounter: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    package func increase() { count.add(1, ordering: .relaxed) }

    package var value: Int { count.load(ordering: .relaxed) }
}
