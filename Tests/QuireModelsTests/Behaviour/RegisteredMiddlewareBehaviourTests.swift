import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import QuirePlatform
import Testing

@testable import QuireModels
@testable import QuireModels

@Suite struct RegisteredMiddlewareBehaviourTests {
    struct Task: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title: String
        var updatedAt: Date?
        var deletedAt: Date?
    }

    struct Invalid: Error {}

    /// Middleware that appends its name to the title of a saved model.
    struct Appending: RepositoryMiddleware {
        let name: String

        func perform(
            _ operation: WriteOperation<Task>,
            next: (WriteOperation<Task>) throws -> WriteOutcome<Task>
        ) throws -> WriteOutcome<Task> {
            var operation = operation
            if case .save(var task) = operation.action {
                task.title += name
                operation.action = .save(task)
            }
            return try next(operation)
        }
    }

    static let noEmptyTitle = ValidationMiddleware<Task> {
        if $0.title.isEmpty { throw Invalid() }
    }

    @Test(arguments: TestStore.all)
    func `every repository of the model calls registered middleware`(kind: TestStore) async throws {
        let store = try kind.open().store
        let database = store.database
        let earlier = store.repository(of: Task.self)
        try await earlier.save(Task(id: "a", title: "A"))
        try database.use(Self.noEmptyTitle, for: Task.self)
        let other = try database.createStore(named: "others", scope: nil)
        for tasks in [
            earlier, store.repository(of: Task.self), try database.repository(of: Task.self),
            other.repository(of: Task.self), earlier.includingDeleted, earlier.using(),
        ] {
            #expect(throws: Invalid.self) { try tasks.save(Task(title: "")) }
            #expect(throws: Invalid.self) { try tasks.insert(Task(title: "")) }
            #expect(throws: Invalid.self) { try tasks.upsert(Task(id: "a", title: "")) }
            #expect(throws: Invalid.self) { try tasks.save([Task(title: "B"), Task(title: "")]) }
        }
        #expect(throws: Invalid.self) { try earlier.update("a") { $0.title = "" } }
        #expect(throws: Invalid.self) { try earlier.patch("a") { $0.set(\.title, to: "") } }
        #expect(throws: Invalid.self) { try earlier.selection.update { $0.title = "" } }
        #expect(throws: Invalid.self) { try earlier.selection.patch { $0.set(\.title, to: "") } }
        await #expect(throws: Invalid.self) { try await earlier.save(Task(title: "")) }
        await #expect(throws: Invalid.self) { try await earlier.update("a") { $0.title = "" } }
        #expect(try await earlier.all().map(\.title) == ["A"])
        #expect(try other.records(ids: ["a"]).isEmpty)
    }

    @Test(arguments: TestStore.all)
    func `registered middleware applies to repositories in other threads`(
        kind: TestStore
    ) async throws {
        let store = try kind.open().store
        let tasks = store.repository(of: Task.self)
        try store.database.use(Appending(name: "!"), for: Task.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try await tasks.save(Task(id: "\(number)", title: "T")) }
            }
            try await group.waitForAll()
        }
        #expect(try await tasks.filter { $0.title == "T!" }.count() == 8)
    }

    @Test(arguments: TestStore.all)
    func `registered middleware is called after the middleware of a repository`(
        kind: TestStore
    ) throws {
        let store = try kind.open().store
        try store.database.use(Appending(name: "3"), Appending(name: "4"), for: Task.self)
        let tasks = store.repository(of: Task.self).using(Appending(name: "1"))
        try store.database.use(Appending(name: "5"), for: Task.self)
        #expect(try tasks.using(Appending(name: "2")).save(Task(title: "")).title == "12345")
    }

    @Test(arguments: TestStore.all)
    func `middleware that is registered twice is called twice until it is removed`(
        kind: TestStore
    ) throws {
        let store = try kind.open().store
        let tasks = store.repository(of: Task.self)
        let first = try store.database.use(Appending(name: "!"), for: Task.self)
        let second = try store.database.use(Appending(name: "!"), for: Task.self)
        #expect(try tasks.insert(Task(title: "")).title == "!!")
        first.remove()
        first.remove()
        #expect(try tasks.insert(Task(title: "")).title == "!")
        second.remove()
        #expect(try tasks.insert(Task(title: "")).title == "")
    }

    @Test(arguments: TestStore.all)
    func `middleware is registered and removed while models are saved`(
        kind: TestStore
    ) async throws {
        let store = try kind.open().store
        let tasks = store.repository(of: Task.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    for index in 0..<20 {
                        try await tasks.save(Task(id: "\(number) \(index)", title: ""))
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        let name = Appending(name: "!")
                        let registration = try store.database.use(name, for: Task.self)
                        await _Concurrency.Task.yield()
                        registration.remove()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await tasks.count() == 80)
        try await tasks.save(Task(id: "end", title: ""))
        #expect(try await tasks.require("end").title == "")
    }

    @Test(arguments: TestStore.all)
    func `a registered soft deletion applies to reads and restores`(kind: TestStore) throws {
        let store = try kind.open().store
        let tasks = store.repository(of: Task.self)
        try tasks.save(["a", "b"].map { Task(id: $0, title: $0) })
        try store.database.use(SoftDeleteMiddleware(\.deletedAt), for: Task.self)
        try tasks.delete(id: "a")
        #expect(try tasks.all().map(\.id) == ["b"] && tasks.count() == 1)
        #expect(try tasks.find("a") == nil && tasks.onlyDeleted.all().map(\.id) == ["a"])
        #expect(try store.repository(of: Task.self).includingDeleted.count() == 2)
        try tasks.restore(id: "a")
        #expect(try tasks.count() == 2)
    }

    @Test(arguments: TestStore.all)
    func `documents that are saved without a repository are not checked`(kind: TestStore) throws {
        let opened = try kind.open()
        let tasks = opened.store.repository(of: Task.self)
        try opened.store.database.use(Self.noEmptyTitle, for: Task.self)
        try opened.put("a", #"{"type":"task","title":""}"#)
        #expect(try tasks.require("a").title == "")
        try tasks.delete(id: "a")
    }

    @Test(arguments: TestStore.all)
    func `a save that merges conflicts is validated after the merge`(kind: TestStore) throws {
        let store = try kind.open().store
        try store.database.use(
            ValidationMiddleware { if $0.title.count > 3 { throw Invalid() } }, for: Task.self)
        let rule = ConflictRule<Task>.merge { conflict in
            var task = conflict.mine
            task.title += conflict.theirs?.title ?? ""
            return task
        }
        let tasks = store.repository(of: Task.self)
        let stale = try tasks.save(Task(id: "a", title: "ab"))
        try tasks.save(stale)
        #expect(throws: Invalid.self) { try tasks.save(stale, onConflict: rule) }
        #expect(try tasks.require("a").title == "ab")
    }

    @Test func `a registration belongs to one database object`() throws {
        let folder = try StoreFolder()
        let (database, other) = (try folder.open(), try folder.open())
        try database.use(Self.noEmptyTitle, for: Task.self)
        #expect(throws: Invalid.self) {
            try database.repository(of: Task.self).save(Task(title: ""))
        }
        try other.repository(of: Task.self).save(Task(title: ""))
    }

    @Test func `closing a database removes its middleware`() throws {
        final class Marker: Sendable {}
        var marker: Marker? = Marker()
        weak let released = marker
        for database in [InMemoryDatabase(), try Database(inMemoryNamed: "a")]
            as [any DocumentDatabase]
        {
            let tasks = try database.repository(of: Task.self)
            let kept = Marker()
            marker = kept
            try database.use(
                ValidationMiddleware<Task> { _ in _ = (kept, try tasks.count()) }, for: Task.self)
            try database.close()
            let error = #expect(throws: QuireError.self) {
                try database.use(Self.noEmptyTitle, for: Task.self)
            }
            #expect(error?.code == .notOpen)
            #expect(!tasks.hasMiddleware)
        }
        marker = nil
        #expect(released == nil)
    }

    @Test func `an engine without registered middleware throws an error that names it`() throws {
        final class Plain: DocumentDatabase {
            var name: String { "plain" }
            var engineName: String { "Plain" }
            func defaultStore() throws -> any DocumentStore { InMemoryStore() }
            func store(named name: String, scope: String?) -> (any DocumentStore)? { nil }
            func createStore(named name: String, scope: String?) throws -> any DocumentStore {
                throw Invalid()
            }
            func inBatch<R>(using body: () throws -> R) throws -> R { try body() }
            func close() {}
        }
        for call in [
            { _ = try Plain().use(Self.noEmptyTitle, for: Task.self) },
            { try Plain().afterTransaction { _ in } },
        ] as [() throws -> Void] {
            let error = #expect(throws: QuireError.self) { try call() }
            #expect(error?.code == .unsupportedOperation)
            #expect(error?.message.contains("Plain") == true)
        }
    }

    // MARK: Families

    struct Car: DocumentModel, Equatable {
        @DocumentID var id: String?
        var seats: Int
        var deletedAt: Date?
    }

    struct Ship: DocumentModel, Equatable {
        @DocumentID var id: String?
        var length: Double
    }

    enum Vehicle: DocumentFamily {
        case car(Car)
        case ship(Ship)

        static let members: [FamilyMember<Vehicle>] = [
            FamilyMember(aliases: ["auto"], Vehicle.car), FamilyMember(Vehicle.ship),
        ]

        var member: any Codable & Sendable {
            switch self {
            case .car(let car): car
            case .ship(let ship): ship
            }
        }
    }

    @Test(arguments: TestStore.all)
    func `a repository of a family calls the middleware of its types`(kind: TestStore) throws {
        let opened = try kind.open()
        let database = opened.store.database
        let vehicles = opened.store.repository(of: Vehicle.self)
        try opened.put("old", #"{"type":"auto","seats":2}"#)
        try database.use(
            ValidationMiddleware { if $0.seats < 1 { throw Invalid() } },
            SoftDeleteMiddleware(\.deletedAt), for: Car.self)
        try vehicles.save([
            .car(Car(id: "a", seats: 4)), .ship(Ship(id: "b", length: 0)),
            .ship(Ship(id: "c", length: 1)),
        ])
        #expect(throws: Invalid.self) { try vehicles.save(.car(Car(id: "a2", seats: 0))) }
        #expect(throws: Invalid.self) { try vehicles.upsert(.car(Car(id: "a", seats: 0))) }
        #expect(throws: Invalid.self) {
            try vehicles.update("old") { $0 = .car(Car(id: "old", seats: 0)) }
        }
        try vehicles.delete(id: "a")
        try vehicles.delete(id: "b")
        #expect(try vehicles.count() == 2 && vehicles.find("a") == nil)
        #expect(try vehicles.includingDeleted.count() == 3)
        #expect(try opened.store.record(id: "b") == nil)
        #expect(try opened.store.repository(of: Car.self).onlyDeleted.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `middleware that is registered for a family applies to it`(kind: TestStore) throws {
        let store = try kind.open().store
        try store.database.use(
            ValidationMiddleware { if case .ship = $0 { throw Invalid() } }, for: Vehicle.self)
        let vehicles = store.repository(of: Vehicle.self)
        #expect(throws: Invalid.self) { try vehicles.save(.ship(Ship(length: 1))) }
        try vehicles.save(.car(Car(seats: 4)))
    }

    // MARK: Ends of transactions

    @Test(arguments: TestStore.all)
    func `closures are called after the end of their transaction`(kind: TestStore) throws {
        let database = try kind.open().store.database
        let lines = Mutex<[String]>([])
        @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
        func observe(_ name: String) throws {
            try database.afterTransaction { add("\(name) \($0)") }
        }
        try database.inBatch {
            try observe("1")
            do {
                try database.inBatch {
                    try observe("2")
                    try database.inBatch { try observe("3") }
                    throw Invalid()
                }
            } catch is Invalid { add("caught") }
            try database.inBatch { try observe("4") }
            add("end")
        }
        #expect(throws: Invalid.self) {
            try database.inBatch {
                try observe("5")
                throw Invalid()
            }
        }
        let expected = ["2 false", "3 false", "caught", "end", "1 true", "4 true", "5 false"]
        #expect(lines.withLock { $0 } == expected)
        let error = #expect(throws: QuireError.self) { try database.afterTransaction { _ in } }
        #expect(error?.code == .notInTransaction)
    }

    @Test(arguments: TestStore.all)
    func `a closure after a transaction can begin another one`(kind: TestStore) throws {
        let store = try kind.open().store
        let tasks = store.repository(of: Task.self)
        try store.database.inBatch {
            try tasks.save(Task(id: "a", title: ""))
            try store.database.afterTransaction { _ in
                _ = try? tasks.save(Task(id: "b", title: ""))
            }
        }
        #expect(try tasks.count() == 2)
    }
}
