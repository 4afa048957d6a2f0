import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import QuirePlatform
import Testing

/// What the closures of asynchronous calls see of the task that makes the call.
@Suite struct CallingTaskBehaviourTests {
    @TaskLocal static var user = "default"

    /// An asynchronous call whose closure returns what it sees of the task.
    struct Call: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run:
            @Sendable (Repository<Inn>, @escaping @Sendable () throws -> String) async throws ->
                String
    }

    static let calls = [
        Call(testDescription: "inBatch") { inns, view in
            try await inns.store.inBatch { try view() }
        },
        Call(testDescription: "a nested inBatch") { inns, view in
            try await inns.store.inBatch { try inns.store.database.inBatch { try view() } }
        },
        Call(testDescription: "snapshot") { inns, view in
            let database = inns.store.database
            guard database.capabilities.contains(.snapshots) else { return try view() }
            return try await database.snapshot { try view() }
        },
        Call(testDescription: "update") { inns, view in
            try await inns.update("a") { $0.name = try view() }
            return try await inns.require("a").name
        },
        Call(testDescription: "update of a selection") { inns, view in
            _ = try await inns.filter { $0.stars < 10 }.update { $0.name = try view() }
            return try await inns.require("a").name
        },
    ]

    private func open(_ kind: TestStore) throws -> Repository<Inn> {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A", stars: 1))
        return inns
    }

    @Test(arguments: TestStore.all, calls)
    func `a closure reads the task-local values of the caller`(
        kind: TestStore, call: Call
    ) async throws {
        let inns = try open(kind)
        let values = try await [
            call.run(inns) { Self.user },
            Self.$user.withValue("kim") { try await call.run(inns) { Self.user } },
            call.run(inns) { Self.$user.withValue("eva") { Self.user } },
            call.run(inns) { Self.user },
        ]
        #expect(values == ["default", "kim", "eva", "default"])
    }

    @Test(arguments: TestStore.all, calls)
    func `a closure has the priority of the caller`(
        kind: TestStore, call: Call
    ) async throws {
        let inns = try open(kind)
        let task = Task(priority: .low) {
            try await call.run(inns) { "\(Task.basePriority == .low)" }
        }
        #expect(try await task.value == "true")
    }

    @Test(arguments: TestStore.all)
    func `concurrent calls see the values of their own tasks`(kind: TestStore) async throws {
        let inns = try open(kind)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    try await Self.$user.withValue("\(number)") {
                        let seen = try await inns.store.inBatch { Self.user }
                        return seen == "\(number)" && Self.user == seen
                    }
                }
            }
            let isRight = try await group.allSatisfy { $0 }
            #expect(isRight)
        }
    }

    @Test(arguments: TestStore.all)
    func `middleware reads the task-local values of the caller`(kind: TestStore) async throws {
        let inns = try open(kind)
        let entries = inns.store.repository(of: AuditEntry.self)
        let audited = inns.using(
            AuditMiddleware(collection: "inns", actor: { Self.user }) { _ = try entries.insert($0) }
        )
        try await Self.$user.withValue("kim") {
            _ = try await audited.save(Inn(id: "b", name: "B"))
        }
        #expect(try await entries.all().map(\.actor) == ["kim"])
    }

    @Test(arguments: TestStore.all)
    func `a task that a closure creates inherits values, but not the cancellation`(
        kind: TestStore
    ) async throws {
        let inns = try open(kind)
        let task = Task {
            try await Self.$user.withValue("kim") {
                try await inns.store.inBatch {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return Task { "\(Self.user) \(Task.isCancelled)" }
                }
            }
        }
        #expect(try await task.value.value == "kim false")
    }

    @Test(arguments: TestStore.all)
    func `a closure that checks the cancellation of its caller rolls the transaction back`(
        kind: TestStore
    ) async throws {
        let inns = try open(kind)
        let hasBegun = DispatchSemaphore(value: 0)
        let task = Task {
            try await inns.store.inBatch {
                try inns.purge(id: "a")
                hasBegun.signal()
                while true { try Task.checkCancellation() }
            }
        }
        try await BlockingWork(label: "waiting", width: 1).run { hasBegun.wait() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await inns.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `a closure that does not check the cancellation is completed`(
        kind: TestStore
    ) async throws {
        let inns = try open(kind)
        let task = Task {
            try await inns.store.inBatch {
                withUnsafeCurrentTask { $0?.cancel() }
                try inns.purge(id: "a")
                return Task.isCancelled
            }
        }
        #expect(try await task.value)
        #expect(try await inns.find("a") == nil)
    }

    @Test(arguments: TestStore.all) @MainActor
    func `a caller on the main actor gets its result there`(kind: TestStore) async throws {
        let inns = try open(kind)
        let isMain = try await inns.store.inBatch { Thread.isMainThread }
        MainActor.assertIsolated()
        #expect(!isMain)
    }
}
