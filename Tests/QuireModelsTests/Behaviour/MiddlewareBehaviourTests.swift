import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import Testing

@Suite struct MiddlewareBehaviourTests {
    struct Task: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title: String
        var createdAt: Date?
        var updatedAt: Date?
        var deletedAt: Date?
    }

    struct Invalid: Error {}

    /// A clock that advances by a second each time it is read.
    final class TestClock: Sendable {
        private let seconds = Mutex(0.0)

        @Sendable func now() -> Date {
            seconds.withLock {
                $0 += 1
                return Date(timeIntervalSince1970: $0)
            }
        }
    }

    final class Journal<Model: DocumentModel>: RepositoryMiddleware {
        let name: String
        let lines: Lines

        final class Lines: Sendable {
            let all = Mutex<[String]>([])
            func add(_ line: String) { all.withLock { $0.append(line) } }
        }

        init(_ name: String, _ lines: Lines) {
            self.name = name
            self.lines = lines
        }

        func perform(
            _ operation: WriteOperation<Model>,
            next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
        ) throws -> WriteOutcome<Model> {
            lines.add("\(name) before")
            defer { lines.add("\(name) after") }
            return try next(operation)
        }
    }

    @Test(arguments: TestStore.all)
    func `middleware is called in order`(kind: TestStore) throws {
        let lines = Journal<Task>.Lines()
        let tasks = try kind.open().repository(of: Task.self)
            .using(Journal("first", lines), Journal("second", lines)).using(Journal("third", lines))
        try tasks.save(Task(id: "a", title: "A"))
        #expect(
            lines.all.withLock { $0 } == [
                "first before", "second before", "third before", "third after", "second after",
                "first after",
            ])
    }

    @Test(arguments: TestStore.all)
    func `every write operation calls the middleware`(kind: TestStore) async throws {
        let lines = Journal<Task>.Lines()
        let store = try kind.open()
        let plain = try store.repository(of: Task.self)
        let tasks = plain.using(Journal("", lines))
        func count() -> Int {
            lines.all.withLock { all in
                defer { all = [] }
                return all.count / 2
            }
        }
        let saved = try await tasks.save(Task(id: "a", title: "A"))
        #expect(count() == 1)
        try await tasks.insert(Task(id: "b", title: "B"))
        #expect(count() == 1)
        try await tasks.save([Task(id: "c", title: "C"), Task(id: "d", title: "D")])
        #expect(count() == 2)
        try await tasks.update("a") { $0.title = "A2" }
        #expect(count() == 1)
        try await tasks.patch("a") { $0.set(\.title, to: "A3") }
        #expect(count() == 1)
        try await tasks.save(saved, onConflict: .overwrite)
        #expect(count() == 1)
        try await tasks.delete(id: "a")
        #expect(count() == 1)
        try await tasks.purge(id: "b")
        #expect(count() == 1)
        #expect(try await tasks.filter { $0.title > "" }.delete() == 2)
        #expect(count() == 2)
        _ = try await tasks.all()
        #expect(count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `an error after the operation rolls it back`(kind: TestStore) throws {
        struct Failing<Model: DocumentModel>: RepositoryMiddleware {
            func perform(
                _ operation: WriteOperation<Model>,
                next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
            ) throws -> WriteOutcome<Model> {
                _ = try next(operation)
                throw Invalid()
            }
        }
        let plain = try kind.open().repository(of: Task.self)
        try plain.save(Task(id: "b", title: "B"))
        let tasks = plain.using(Failing())
        #expect(throws: Invalid.self) { try tasks.save(Task(id: "a", title: "A")) }
        #expect(throws: Invalid.self) { try tasks.delete(id: "b") }
        #expect(throws: Invalid.self) { try tasks.purge(id: "b") }
        #expect(throws: Invalid.self) { try tasks.patch("b") { $0.set(\.title, to: "") } }
        #expect(try plain.all().map(\.title) == ["B"])
    }

    @Test(arguments: TestStore.all)
    func `saving with middleware that performs another operation throws notFound`(
        kind: TestStore
    ) throws {
        struct Swallowing<Model: DocumentModel>: RepositoryMiddleware {
            func perform(
                _ operation: WriteOperation<Model>,
                next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
            ) throws -> WriteOutcome<Model> {
                var operation = operation
                operation.action = .delete
                return try next(operation)
            }
        }
        let tasks = try kind.open().repository(of: Task.self).using(Swallowing())
        #expect { try tasks.save(Task(id: "a", title: "A")) } throws: {
            QuireError.Code.notFound ~= $0
        }
    }

    // MARK: Validation

    @Test(arguments: TestStore.all)
    func `an invalid model is not stored`(kind: TestStore) throws {
        let plain = try kind.open().repository(of: Task.self)
        let tasks = plain.validated { if $0.title.isEmpty { throw Invalid() } }
        var saved = try tasks.save(Task(id: "a", title: "A"))
        saved.title = ""
        let empty = saved
        #expect(throws: Invalid.self) { try tasks.save(empty) }
        #expect(throws: Invalid.self) { try tasks.insert(Task(title: "")) }
        #expect(throws: Invalid.self) { try tasks.update("a") { $0.title = "" } }
        #expect(throws: Invalid.self) { try tasks.patch("a") { $0.set(\.title, to: "") } }
        #expect(throws: Invalid.self) {
            try tasks.save([Task(title: "B"), Task(title: "")])
        }
        #expect(try plain.all().map(\.title) == ["A"])
        try tasks.patch("a") { $0.set(\.title, to: "B") }
        try tasks.delete(id: "a")
    }

    // MARK: Timestamps

    @Test(arguments: TestStore.all)
    func `models contain the dates of the first and last save`(kind: TestStore) throws {
        let clock = TestClock()
        let tasks = try kind.open().repository(of: Task.self)
            .timestamped(created: \.createdAt, updated: \.updatedAt, now: clock.now)
        func times(_ task: Task) -> [Double?] {
            [task.createdAt, task.updatedAt].map { $0?.timeIntervalSince1970 }
        }
        var task = try tasks.save(Task(id: "a", title: "A"))
        #expect(times(task) == [1, 1])
        task = try tasks.save(task)
        #expect(times(task) == [1, 2])
        try tasks.patch("a") { $0.set(\.title, to: "B") }
        #expect(try times(tasks.require("a")) == [1, 3])
        try tasks.update("a") { $0.title = "C" }
        #expect(try times(tasks.require("a")) == [1, 4])
        // A model that was not loaded gets the document's creation date.
        task = try tasks.save(Task(id: "a", title: "D"), onConflict: .overwrite)
        #expect(times(task) == [1, 5])
        #expect(try tasks.require("a") == task)
        try tasks.delete(id: "a")
        task = try tasks.save(Task(id: "a", title: "E", createdAt: .distantPast))
        #expect(times(task) == [7, 7])
    }

    // MARK: Soft deletion

    @Test(arguments: TestStore.all)
    func `a soft-deleted model is visible only in its scopes`(kind: TestStore) throws {
        let plain = try kind.open().repository(of: Task.self)
        let tasks = plain.softDeleting(\.deletedAt, now: TestClock().now)
        try tasks.save(["a", "b", "c"].map { Task(id: $0, title: $0) })
        try tasks.delete(id: "b")
        #expect(try plain.require("b").deletedAt == Date(timeIntervalSince1970: 1))
        #expect(try tasks.all().map(\.id) == ["a", "c"] && tasks.count() == 2)
        #expect(try tasks.find("b") == nil && !tasks.exists("b") && tasks.json("b") == nil)
        #expect(try tasks.find(["c", "b", "a"]).map(\.id) == ["c", "a"])
        #expect(try tasks.filter { $0.title > "a" }.all().map(\.id) == ["c"])
        #expect(try tasks.page().map(\.id) == ["a", "c"])
        #expect(try tasks.onlyDeleted.all().map(\.id) == ["b"])
        #expect(try tasks.onlyDeleted.find("a") == nil)
        #expect(try tasks.includingDeleted.find(["c", "b", "a"]).map(\.id) == ["c", "b", "a"])
        #expect(try tasks.includingDeleted.filter { $0.title > "a" }.count() == 2)
    }

    @Test(arguments: TestStore.all)
    func `a soft-deleted model can be written only in its scopes`(kind: TestStore) throws {
        let tasks = try kind.open().repository(of: Task.self).softDeleting(\.deletedAt)
        let saved = try tasks.save(Task(id: "a", title: "A"))
        try tasks.delete(saved)
        for write in [
            { try tasks.delete(id: "a") }, { try tasks.purge(id: "a") },
            { try tasks.patch("a") { $0.set(\.title, to: "") } },
            { _ = try tasks.update("a") { $0.title = "" } },
            { try tasks.setExpiration(.distantFuture, of: "a") },
        ] as [() throws -> Void] {
            #expect { try write() } throws: { QuireError.Code.notFound ~= $0 }
        }
        try tasks.includingDeleted.patch("a") { $0.set(\.title, to: "B") }
        try tasks.restore(id: "a")
        #expect(try tasks.require("a").title == "B")
        #expect { try tasks.restore(id: "a") } throws: { QuireError.Code.notFound ~= $0 }
        try tasks.delete(id: "a")
        try tasks.onlyDeleted.purge(id: "a")
        #expect(try tasks.includingDeleted.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `a soft deletion detects conflicts`(kind: TestStore) throws {
        let tasks = try kind.open().repository(of: Task.self).softDeleting(\.deletedAt)
        let stale = try tasks.save(Task(id: "a", title: "A"))
        try tasks.save(stale)
        #expect { try tasks.delete(stale) } throws: { QuireError.Code.conflict ~= $0 }
        #expect(try tasks.exists("a"))
    }

    @Test func `without soft deletion, restoring is an error`() throws {
        let tasks = try TestStore.memory.open().repository(of: Task.self)
        #expect { try tasks.restore(id: "a") } throws: {
            QuireError.Code.unsupportedOperation ~= $0
        }
    }

    // MARK: Audit

    @Test(arguments: TestStore.all)
    func `an audit contains an entry for every operation`(kind: TestStore) throws {
        let store = try kind.open()
        let entries = try store.repository(of: AuditEntry.self)
        let tasks = try store.repository(of: Task.self)
            .audited(in: entries, actor: { "tester" }, now: TestClock().now)
        let saved = try tasks.save(Task(id: "a", title: "A"))
        try tasks.save(saved)
        try tasks.patch("a") { $0.set(\.title, to: "B") }
        try tasks.delete(id: "a")
        try tasks.insert(Task(id: "a", title: "C"))
        try tasks.purge(id: "a")
        let all = try entries.sorted(by: \.date).all()
        #expect(
            all.map(\.action) == [.created, .updated, .patched, .deleted, .created, .purged])
        #expect(all.first?.revisionID == saved.$id && all.last?.revisionID == nil)
        #expect(Set(all.map(\.documentID)) == ["a"] && Set(all.map(\.actor)) == ["tester"])
        #expect(Set(all.map(\.collection)) == ["_default._default"])
    }

    @Test(arguments: TestStore.all)
    func `a failed operation has no audit entry`(kind: TestStore) throws {
        let store = try kind.open()
        let entries = try store.repository(of: AuditEntry.self)
        let tasks = try store.repository(of: Task.self)
            .audited(in: entries).validated { _ in throw Invalid() }
        #expect(throws: Invalid.self) { try tasks.save(Task(id: "a", title: "A")) }
        #expect(try entries.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `all kinds of middleware can be combined`(kind: TestStore) throws {
        let store = try kind.open()
        let entries = try store.repository(of: AuditEntry.self)
        let tasks = try store.repository(of: Task.self).validated { _ in }
            .timestamped(updated: \.updatedAt).softDeleting(\.deletedAt).audited(in: entries)
        let saved = try tasks.save(Task(title: "A"))
        try tasks.delete(saved)
        let id = try #require(saved.id)
        #expect(try tasks.onlyDeleted.require(id).updatedAt != nil)
        #expect(try Set(entries.all().map(\.action)) == [.created, .patched])
    }
}

extension Repository {
    /// Returns all models by reading pages.
    fileprivate func page() throws -> [Model] {
        var models: [Model] = []
        try forEach(pageSize: 1) { models.append($0) }
        return models
    }
}
