import Dispatch
import Foundation
import Quire
import QuirePlatform
import Testing

@Suite struct BlockingWorkTests {
    /// The maximum wait, in seconds, for events that a defect would prevent.
    static let patience = 600.0

    /// A flag for which work waits without yielding its processor.
    final class Flag: Sendable {
        private let isRaised = Atomic(false)

        func raise() { isRaised.store(true, ordering: .releasing) }

        /// Waits for the flag without occupying a thread.
        func wait() async throws {
            while !isRaised.load(ordering: .acquiring) {
                try await Task.sleep(for: .milliseconds(1))
            }
        }

        /// Returns whether the flag was raised in time.
        func spin() -> Bool {
            let deadline = Date(timeIntervalSinceNow: patience)
            while !isRaised.load(ordering: .acquiring) {
                if Date() > deadline { return false }
            }
            return true
        }
    }

    final class Counter: Sendable {
        private let count = Atomic(0)

        var value: Int { count.load(ordering: .acquiring) }

        func increase() { count.add(1, ordering: .acquiringAndReleasing) }
    }

    @Test func `work that blocks its threads does not block tasks`() async throws {
        let width = 2 * ProcessInfo.processInfo.activeProcessorCount
        let work = BlockingWork(label: "test", width: width)
        let flag = Flag()
        let running = Counter()
        let results = (0..<width).map { _ in
            Task {
                try await work.run {
                    running.increase()
                    return flag.spin()
                }
            }
        }
        while running.value < width { try await Task.sleep(for: .milliseconds(1)) }
        flag.raise()
        for result in results { #expect(try await result.value) }
    }

    @Test func `work starts in the order of the calls`() async throws {
        let work = BlockingWork(label: "test", width: 1)
        let order = Mutex<[Int]>([])
        let isOver = DispatchSemaphore(value: 0)
        for number in 0..<1000 {
            work.add { [number] in
                order.withLock { $0.append(number) }
                if number == 999 { isOver.signal() }
            }
        }
        try await BlockingWork(label: "waiting", width: 1).run { isOver.wait() }
        #expect(order.withLock { $0 } == Array(0..<1000))
    }

    /// A counter of concurrently running work.
    final class Width: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }
    }

    @Test(arguments: [1, 3])
    func `the width limits how much work runs concurrently`(limit: Int) async throws {
        let work = BlockingWork(label: "test", width: limit)
        let width = Width()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<60 {
                group.addTask {
                    try await work.run {
                        width.enter()
                        Thread.sleep(forTimeInterval: 0.001)
                        width.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(width.most == limit)
    }

    struct Refusal: Error {}

    @Test func `a call returns the result or error of its work`() async throws {
        let work = BlockingWork(label: "test", width: 1)
        await #expect(throws: Refusal.self) { try await work.run { throw Refusal() } }
        #expect(try await work.run { 7 } == 7)
    }

    // MARK: Cancellation

    /// Blocks a queue until the returned semaphore is signaled, then increments a counter.
    private func occupy(_ work: BlockingWork, _ ends: Counter) -> DispatchSemaphore {
        let isReleased = DispatchSemaphore(value: 0)
        let isRunning = DispatchSemaphore(value: 0)
        work.add {
            isRunning.signal()
            _ = isReleased.wait(timeout: .now() + Self.patience)
            ends.increase()
        }
        isRunning.wait()
        return isReleased
    }

    @Test func `a canceled call does not wait for earlier work, and does not run`()
        async throws
    {
        let work = BlockingWork(label: "test", width: 1)
        let ends = Counter()
        let isReleased = occupy(work, ends)
        let runs = Counter()
        let tasks = (0..<400).map { _ in
            Task { try await work.run { runs.increase() } }
        }
        for task in tasks.dropFirst() { task.cancel() }
        for task in tasks.dropFirst() {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(ends.value == 0)
        isReleased.signal()
        try await tasks[0].value
        try await work.run {}
        #expect(runs.value == 1)
    }

    @Test func `calls that are canceled while they begin either run or throw`() async throws {
        let work = BlockingWork(label: "test", width: 2)
        let runs = Counter()
        let tasks = (0..<2000).map { number in
            let task = Task { try await work.run { runs.increase() } }
            if number.isMultiple(of: 3) { task.cancel() }
            return task
        }
        for task in tasks.enumerated() where task.offset % 7 == 1 { task.element.cancel() }
        var completed = 0
        for task in tasks {
            do {
                try await task.value
                completed += 1
            } catch is CancellationError {}
        }
        #expect(completed == runs.value && completed >= 2000 / 2)
    }

    @Test func `running work can detect that its caller was canceled`() async throws {
        let work = BlockingWork(label: "test", width: 1)
        let isRunning = DispatchSemaphore(value: 0)
        let task = Task {
            try await work.run {
                isRunning.signal()
                let deadline = Date(timeIntervalSinceNow: Self.patience)
                while BlockingCall.current?.isCanceled == false, Date() < deadline {}
                return BlockingCall.current?.isCanceled
            }
        }
        try await BlockingWork(label: "waiting", width: 1).run { isRunning.wait() }
        task.cancel()
        #expect(try await task.value == true)
    }

    @Test func `tasks that work creates do not belong to its call`() async throws {
        let work = BlockingWork(label: "test", width: 1)
        let task = try await work.run { Task { BlockingCall.current == nil } }
        #expect(try await work.run { BlockingCall.current != nil })
        #expect(await task.value)
    }

    @Test(arguments: [0, 1, 2])
    func `a canceled task calls the handlers of the operations that run`(depth: Int) async throws {
        let work = BlockingWork(label: "test", width: 1)
        let isRunning = Flag()
        let isCanceled = Flag()
        let calls = (0..<3).map { _ in Counter() }
        let task = Task {
            try await work.run {
                BlockingWork.withCancellationHandler(operation: {}, onCancel: calls[2].increase)
                func run(_ level: Int) {
                    guard level < depth else {
                        isRunning.raise()
                        _ = isCanceled.spin()
                        return
                    }
                    BlockingWork.withCancellationHandler {
                        run(level + 1)
                    } onCancel: {
                        calls[level].increase()
                    }
                }
                run(0)
                let wasCanceled = BlockingWork.isCanceled
                // The handler of an operation that begins later is called at once.
                BlockingWork.withCancellationHandler(operation: {}, onCancel: calls[2].increase)
                return wasCanceled
            }
        }
        try await isRunning.wait()
        task.cancel()
        isCanceled.raise()
        #expect(try await task.value)
        #expect(calls.map(\.value) == [depth > 0 ? 1 : 0, depth > 1 ? 1 : 0, 1])
    }

    @Test func `outside asynchronous work no handler is called`() {
        let calls = Counter()
        BlockingWork.withCancellationHandler(operation: {}, onCancel: calls.increase)
        #expect(!BlockingWork.isCanceled)
        #expect(calls.value == 0)
    }
}
