import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct ConcurrencyBehaviourTests {
    private static func countUp(_ inns: Repository<Inn>) throws {
        try inns.update("counter") { $0.stars += 1 }
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `a thousand tasks increment a counter correctly`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try await inns.save(Inn(id: "counter", name: "A", stars: 0))
        try await inns.save(Inn(id: "patched", name: "B", stars: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    switch number % 8 {
                    case 0, 1: try await inns.update("counter") { $0.stars += 1 }
                    case 2: try await inns.patch("patched") { $0.increment(\.stars, by: 2) }
                    case 3: _ = try await inns.find("counter")
                    case 4: try await inns.save(Inn(id: "n\(number)", name: ""))
                    case 5: _ = try await inns.filter { $0.stars > 10_000 }.exists()
                    // Without await: a transaction on the thread of the task.
                    case 6: try Self.countUp(inns)
                    default:
                        try await store.store.inBatch {
                            try inns.update("counter") { $0.stars += 1 }
                            try inns.patch("patched") { $0.increment(\.stars) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await inns.require("counter").stars == 500)
        #expect(try await inns.require("patched").stars == 375)
        #expect(try await inns.count() == 127)
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `a long transaction does not block other tasks`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let isToEnd = DispatchSemaphore(value: 0)
        let long = Task {
            try await store.store.inBatch { isToEnd.wait(timeout: .now() + 600) }
        }
        // More than Swift has threads, all waiting.
        let others = (0..<200).map { number in
            Task { try await inns.save(Inn(id: "n\(number)", name: "")) }
        }
        for _ in 0..<20 { await Task.yield() }
        // A task that does not use a store can still run; only then does the transaction end.
        await Task { _ = isToEnd.signal() }.value
        #expect(try await long.value == .success)
        for task in others { _ = try await task.value }
        #expect(try await inns.count() == 200)
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `of many tasks that read the same revision, one saves`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let seen = try await inns.save(Inn(id: "a", name: "A"))
        let saved = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    var mine = seen
                    mine.stars = number
                    do {
                        try await inns.save(mine)
                        return true
                    } catch QuireError.Code.conflict {
                        return false
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(saved == 1)
    }
}
