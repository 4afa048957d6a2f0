import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

@testable import QuireStore
@testable import QuireStoreQuery
@testable import QuireQuery
@testable import QuireQuery
@testable import QuireModels

extension Selection {
    /// The number of times that the live query of the selection has run for all observers.
    fileprivate func runCount() async throws -> Int {
        let statement = try documents()
        if let collection = repository.store as? CollectionStore {
            let live = collection.liveQuery(selectedBy: statement)
            while !live.isAtRest { try await Task.sleep(for: .milliseconds(2)) }
            return live.runCount
        }
        let observation = StatementObservation.of(repository.store, statement)
        return try await settled { observation.readCount }
    }
}

/// Returns a count after it has remained the same for a while.
private func settled(_ count: () -> Int) async throws -> Int {
    var last = count()
    while true {
        try await Task.sleep(for: .milliseconds(40))
        let next = count()
        if next == last { return last }
        last = next
    }
}

/// Observers of equal selections share the runs of one live query.
@Suite struct SharedSelectionTests {
    typealias Iterator = SelectionChanges<Inn>.Iterator

    private static func fine(_ inns: Repository<Inn>) -> Selection<Inn> {
        inns.filter { $0.stars >= 3 }.sorted(by: \.name)
    }

    private static func names(_ change: SelectionChange<Inn>?) -> String {
        change?.models.map(\.name).joined(separator: " ") ?? "-"
    }

    @Test(arguments: TestStore.all)
    func `ten observers of equal selections cause one run for each change`(
        kind: TestStore
    ) async throws {
        let database = try kind.open().store.database
        let inns = try database.repository(of: Inn.self)
        try await inns.save(Inn(id: "a", name: "a"))
        var iterators: [Iterator] = []
        for _ in 0..<10 {
            let selection = Self.fine(try database.repository(of: Inn.self))
            iterators.append(selection.changes().makeAsyncIterator())
        }
        for index in iterators.indices {
            #expect(Self.names(try await iterators[index].next()) == "a")
        }
        for name in ["b", "c", "d"] {
            let before = try await Self.fine(inns).runCount()
            try await inns.save(Inn(id: name, name: name))
            for index in iterators.indices {
                let change = try await iterators[index].next()
                #expect(change?.inserted.map(\.id) == [name] && change?.models.last?.id == name)
            }
            #expect(try await Self.fine(inns).runCount() == before + 1)
        }
    }

    @Test(arguments: TestStore.all)
    func `filters for strings that differ only in Unicode normalization have their own results`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let names = ["Caf\u{E9}", "Cafe\u{301}"]
        for (id, name) in zip(["a", "b"], names) { try await inns.save(Inn(id: id, name: name)) }
        var iterators = names.map { name in
            inns.filter { $0.name == name }.changes().makeAsyncIterator()
        }
        #expect(try await iterators[0].next()?.models.map(\.id) == ["a"])
        #expect(try await iterators[1].next()?.models.map(\.id) == ["b"])
    }

    /// A selection that is equal to the one of the test, or differs from it in one respect.
    private static let others:
        [(String, shares: Bool, @Sendable (Database) throws -> Selection<Inn>)] = [
            ("the same steps", true, { fine(try $0.repository(of: Inn.self)) }),
            (
                "another rule for conflicts", true,
                { fine(try $0.repository(of: Inn.self, conflicts: .mergeFields())) }
            ),
            (
                "middleware for writes", true,
                { fine(try $0.repository(of: Inn.self).validated { _ in }) }
            ),
            (
                "another value", false,
                { try $0.repository(of: Inn.self).filter { $0.stars >= 4 }.sorted(by: \.name) }
            ),
            (
                "another order", false,
                {
                    try $0.repository(of: Inn.self).filter { $0.stars >= 3 }
                        .sorted(by: \.name, .descending)
                }
            ),
            ("a limit", false, { fine(try $0.repository(of: Inn.self)).limit(3) }),
            ("an offset", false, { fine(try $0.repository(of: Inn.self)).offset(1) }),
            (
                "another collection", false,
                { fine(try $0.createCollection(name: "others").repository(of: Inn.self)) }
            ),
            (
                "another key of the type", false,
                { fine(try $0.repository(of: Inn.self, typeKey: "kind")) }
            ),
        ]

    @Test(arguments: others.indices)
    func `only equal selections share a live query`(index: Int) throws {
        let (difference, shares, other) = Self.others[index]
        let database = try Database(inMemoryNamed: "inns")
        func live(_ selection: Selection<Inn>) throws -> LiveQuery<ObservedList> {
            try #require(selection.repository.store as? CollectionStore)
                .liveQuery(selectedBy: selection.documents())
        }
        let first = try live(Self.fine(database.repository(of: Inn.self)))
        #expect(try (live(other(database)) === first) == shares, "\(difference)")
    }

    @Test(arguments: TestStore.all)
    func `selections with other values have their own models and runs`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        var iterators = (1...5).map { stars in
            inns.filter { $0.stars >= stars }.changes().makeAsyncIterator()
        }
        for index in iterators.indices { _ = try await iterators[index].next() }
        for stars in 1...5 { try await inns.save(Inn(id: "i\(stars)", name: "n", stars: stars)) }
        for index in iterators.indices {
            var change: SelectionChange<Inn>?
            while change?.models.count != 5 - index { change = try await iterators[index].next() }
            #expect(change?.models.map(\.stars) == Array((index + 1)...5))
        }
    }

    @Test func `a change runs only the selections that it can affect`() async throws {
        let inns = try Database(inMemoryNamed: "inns").repository(of: Inn.self)
        let selections = (1...5).map { stars in inns.filter { $0.stars >= stars } }
        var iterators = selections.map { $0.changes().makeAsyncIterator() }
        for index in iterators.indices { _ = try await iterators[index].next() }
        var before: [Int] = []
        for selection in selections { before.append(try await selection.runCount()) }
        try await inns.save(Inn(name: "n", stars: 2))
        _ = try await (iterators[0].next(), iterators[1].next())
        for (index, selection) in selections.enumerated() {
            #expect(try await selection.runCount() - before[index] == (index < 2 ? 1 : 0))
        }
    }

    @Test func `database objects with the same name do not share live queries`() async throws {
        let folders = [try StoreFolder(), try StoreFolder()]
        let databases = [try folders[0].open(), try folders[1].open(), try folders[0].open()]
        let all = try databases.map { Self.fine(try $0.repository(of: Inn.self)) }
        try await all[0].repository.save(Inn(id: "a", name: "a"))
        try await all[1].repository.save(Inn(id: "b", name: "b"))
        var seen: [String] = []
        for selection in all {
            var iterator = selection.changes().makeAsyncIterator()
            seen.append(Self.names(try await iterator.next()))
        }
        #expect(seen == ["a", "b", "a"])
        // The first object is closed, and the third one still observes the file.
        var last = all[2].changes().makeAsyncIterator()
        _ = try await last.next()
        try databases[0].close()
        try await all[2].repository.save(Inn(id: "c", name: "c"))
        #expect(Self.names(try await last.next()) == "a c")
    }

    @Test func `an observer that is added later gets the current models without a run`()
        async throws
    {
        let inns = try Database(inMemoryNamed: "inns").repository(of: Inn.self)
        try await inns.save(Inn(id: "a", name: "a"))
        var first = Self.fine(inns).changes().makeAsyncIterator()
        _ = try await first.next()
        let before = try await Self.fine(inns).runCount()
        for _ in 0..<3 {
            var other = Self.fine(inns).changes().makeAsyncIterator()
            #expect(Self.names(try await other.next()) == "a")
        }
        #expect(try await Self.fine(inns).runCount() == before)
        withExtendedLifetime(first) {}
    }

    @Test(arguments: TestStore.all)
    func `the first models of an observer include all earlier commits`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        var first = inns.changes().makeAsyncIterator()
        _ = try await first.next()
        for count in 1...30 {
            try await inns.save(Inn(name: "n"))
            var other = inns.changes().makeAsyncIterator()
            #expect(try await other.next()?.models.count == count)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `observers that are added and removed during commits receive all earlier commits`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let committed = SendableBox(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for count in 1...30 {
                    try await inns.save(Inn(name: "n"))
                    committed.value = count
                }
            }
            group.addTask {
                for try await change in inns.changes() where change.models.count == 30 { break }
            }
            for _ in 0..<2 {
                group.addTask {
                    while committed.value < 30 {
                        let earlier = committed.value
                        var iterator = inns.changes().makeAsyncIterator()
                        let first = try #require(try await iterator.next())
                        #expect(first.models.count >= earlier)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: TestStore.all)
    func `a slow observer gets the newest models and does not delay others`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        var slow = inns.changes().makeAsyncIterator()
        var fast = inns.changes().makeAsyncIterator()
        _ = try await slow.next()
        var seen = try await fast.next()
        for count in 1...20 {
            try await inns.save(Inn(id: "i\(count)", name: "n"))
            while seen?.models.count != count { seen = try await fast.next() }
        }
        // A run that had begun before the last save can deliver one more change.
        var insertions: [Int] = []
        var last: Int?
        while last != 20, let change = try await slow.next() {
            insertions.append(change.inserted.count)
            last = change.models.count
        }
        #expect(insertions.reduce(0, +) == 20 && insertions.count <= 2)
    }

    @Test(arguments: TestStore.all)
    func `a transaction is one change, and a rollback causes none`(
        kind: TestStore
    ) async throws {
        struct Stop: Error {}
        let inns = try kind.open().repository(of: Inn.self)
        var iterator = inns.changes().makeAsyncIterator()
        var other = inns.changes().makeAsyncIterator()
        _ = try await (iterator.next(), other.next())
        try? await inns.store.inBatch {
            try inns.save(Inn(id: "x", name: "x"))
            throw Stop()
        }
        try await inns.store.inBatch {
            for name in ["a", "b", "c"] { try inns.save(Inn(id: name, name: name)) }
        }
        for change in [try await iterator.next(), try await other.next()] {
            #expect(change?.inserted.map(\.id) == ["a", "b", "c"])
        }
    }

    @Test(arguments: TestStore.all)
    func `an error reaches all observers`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let selection = inns.filter { _ in
            QueryCondition(condition: .success(.call("NO_SUCH_FUNCTION", [.literal(.integer(1))])))
        }
        var iterators = (0..<5).map { _ in selection.changes().makeAsyncIterator() }
        for index in iterators.indices {
            let error = await #expect(throws: QuireError.self) {
                _ = try await iterators[index].next()
            }
            #expect(error?.message.contains("NO_SUCH_FUNCTION") == true)
            #expect(try await iterators[index].next() == nil)
        }
    }

    @Test(arguments: TestStore.all)
    func `canceled observers do not affect the others`(kind: TestStore) async throws {
        let store = try kind.open().store
        let inns = store.repository(of: Inn.self)
        var remaining = inns.changes().makeAsyncIterator()
        _ = try await remaining.next()
        var random = SystemRandomNumberGenerator()
        var tasks: [Task<Void, any Error>] = []
        for index in 0..<100 {
            tasks.append(Task { for try await _ in inns.changes() {} })
            if index % 5 == 0 { try await inns.save(Inn(id: "i\(index)", name: "n")) }
            if Bool.random(using: &random), let task = tasks.randomElement(using: &random) {
                task.cancel()
            }
        }
        for task in tasks { task.cancel() }
        for task in tasks { try await task.value }
        try await inns.save(Inn(id: "last", name: "n"))
        var count = 0
        while count < 21 { count = try await remaining.next()?.models.count ?? 21 }
        #expect(count == 21)
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `an observer can be canceled while it receives a change`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        for round in 0..<60 {
            let hasStarted = SendableBox(false)
            let task = Task {
                for try await _ in inns.changes() { hasStarted.value = true }
            }
            while !hasStarted.value { try await Task.sleep(for: .milliseconds(1)) }
            try await inns.save(Inn(id: "i\(round)", name: "n"))
            for _ in 0..<round { await Task.yield() }
            task.cancel()
            try await task.value
        }
    }

    @Test func `the live query ends when its last observer is removed`() async throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let inns = try database.repository(of: Inn.self)
        do {
            var iterators = (0..<3).map { _ in inns.changes().makeAsyncIterator() }
            for index in iterators.indices { _ = try await iterators[index].next() }
            iterators.removeFirst()
            #expect(database.file.changes.hasSubscriptions)
        }
        #expect(waitUntil { !database.file.changes.hasSubscriptions })
        var next = inns.changes().makeAsyncIterator()
        #expect(try await next.next()?.models.isEmpty == true)
    }

    @Test func `closing a database ends all observers`() async throws {
        let database = try Database(inMemoryNamed: "inns")
        let inns = try database.repository(of: Inn.self)
        var iterators = (0..<3).map { _ in inns.changes().makeAsyncIterator() }
        for index in iterators.indices { _ = try await iterators[index].next() }
        try database.close()
        for index in iterators.indices { #expect(try await iterators[index].next() == nil) }
    }

    @Test func `observers of an engine outside of the package share its reads`() async throws {
        let store = CountingStore(InMemoryStore())
        let inns = store.repository(of: Inn.self)
        var iterators = (0..<10).map { _ in inns.changes().makeAsyncIterator() }
        for index in iterators.indices { _ = try await iterators[index].next() }
        let before = try await settled { store.readCount }
        #expect(before < 10)
        try await inns.save(Inn(id: "a", name: "a"))
        for index in iterators.indices {
            #expect(Self.names(try await iterators[index].next()) == "a")
        }
        #expect(store.readCount == before + 1)
        // A store that wraps another one does not share its reads.
        let other = CountingStore(store.base)
        var iterator = other.repository(of: Inn.self).changes().makeAsyncIterator()
        #expect(Self.names(try await iterator.next()) == "a" && other.readCount == 1)
    }
}
