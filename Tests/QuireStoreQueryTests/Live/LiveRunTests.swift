import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import SQLPlusPlus
import QuirePlatform
import Testing

@testable import QuireStoreQuery

/// The number of query runs.
@Suite struct LiveRunTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        for n in 0..<10 { try collection.save("d\(n)", Self.body(n)) }
    }

    static func body(_ n: Int) -> String {
        #"{"type": "hotel", "n": \#(n), "tags": ["t\#(n)"], "in": {"city": "c\#(n)"}}"#
    }

    /// The rows of a query, with closures before and after each reading.
    struct ObservedReading: LiveQueryRequest {
        let rows: ObservedRows
        let beforeReading: @Sendable () -> Void
        let afterReading: @Sendable () -> Void

        init(
            of query: Query, beforeReading: @escaping @Sendable () -> Void = {},
            afterReading: @escaping @Sendable () -> Void = {}
        ) {
            rows = ObservedRows(of: query.compiled)
            self.beforeReading = beforeReading
            self.afterReading = afterReading
        }

        var usesChangedDocuments: Bool { false }

        func dependencies(in database: Database) throws -> QueryDependencies {
            try rows.dependencies(in: database)
        }

        func read(
            in database: Database, settings: QuerySettings, last: RecordedRows?,
            changes: LiveChanges?
        ) throws -> (RecordedRows, ResultDocumentIDs) {
            beforeReading()
            defer { afterReading() }
            return try rows.read(in: database, settings: settings, last: last, changes: changes)
        }
    }

    /// A live query that counts its runs.
    final class Counted: Sendable {
        let live: LiveQuery<RecordedRows>
        private let count = SendableCounter()

        init(
            _ text: String, _ parameters: Parameters?, _ database: Database,
            _ beforeRun: @escaping @Sendable () -> Void = {}
        ) throws {
            let query = try database.createQuery(QuerySource(verbatim: text))
            live = LiveQuery(
                ObservedReading(
                    of: query,
                    beforeReading: { [count] in
                        count.increase()
                        beforeRun()
                    }),
                QuerySettings(parameters: ParameterValues(parameters)), database: database)
            _ = live.add(LiveQuery.Listener(deliver: { _, whenReady in whenReady() }, end: {}))
        }

        /// The number of runs once the query is at rest.
        var runs: Int {
            waitUntil { live.isAtRest }
            return count.value
        }
    }

    /// Queries, changes, and whether the queries must rerun.
    static let cases: [(String, document: String, body: String, runs: Bool)] = [
        ("n = 3", "new", #"{"n": 4}"#, false),
        ("n = 3", "new", #"{"n": 3}"#, true),
        ("n = 3", "new", #"{"n": 3.0}"#, true),
        ("n = 3", "d3", #"{"n": 4}"#, true),
        ("n = 3", "d4", #"{"n": 5}"#, false),
        ("n IS 3", "new", #"{"n": "3"}"#, false),
        ("n = $n", "new", #"{"n": 3}"#, true),
        ("n = $n", "new", #"{"n": 4}"#, false),
        ("n IN [3, 5]", "new", #"{"n": 4}"#, false),
        ("n IN [3, 5]", "new", #"{"n": 5}"#, true),
        ("n < 3", "new", #"{"n": 4}"#, false),
        ("n < 3", "new", #"{"n": 2}"#, true),
        ("n BETWEEN 3 AND 5", "new", #"{"n": 6}"#, false),
        ("n BETWEEN 3 AND 5", "d4", #"{"n": 6}"#, true),
        ("type = 'hotel' AND `in`.city = 'c1'", "new", body(2), false),
        ("type = 'hotel' AND `in`.city = 'c1'", "new", body(1), true),
        ("NOT (n >= 3)", "new", #"{"n": 3}"#, false),
        ("n IS MISSING", "new", #"{"n": null}"#, false),
        ("n IS NULL", "new", #"{"n": null}"#, true),
        ("META().id = 'x'", "y", #"{"n": 3}"#, false),
        ("META().id = 'x'", "x", #"{"n": 3}"#, true),
        ("type = 'inn' AND LOWER(name) = 'x'", "new", #"{"type": "hotel"}"#, false),
        ("type = 'inn' AND LOWER(name) = 'x'", "new", #"{"type": "inn"}"#, false),
        ("LOWER(name) = 'x'", "new", #"{"name": "y"}"#, false),
        ("LOWER(name) = 'x'", "new", #"{"name": "X"}"#, true),
        ("ANY t IN tags SATISFIES t = 'x' END", "new", "{}", false),
        ("ANY t IN tags SATISFIES t = 'x' END", "new", #"{"tags": ["y", "x"]}"#, true),
        ("n = 3 AND META().sequence < 0", "new", #"{"n": 3}"#, true),
        ("n = 3 AND META().sequence < 0", "new", #"{"n": 4}"#, false),
        ("n > 3 OR n < 1", "new", #"{"n": 2}"#, false),
        ("n > 3 OR n < 1", "new", #"{"n": [1]}"#, true),
    ]

    @Test(arguments: cases.indices)
    func `a query reruns only for changes that can affect its results`(index: Int) throws {
        let (condition, document, body, runs) = Self.cases[index]
        let counted = try Counted(
            "SELECT n FROM _ WHERE \(condition)", ["n": 3], database)
        let before = counted.runs
        try collection.save(document, body)
        #expect(counted.runs - before == (runs ? 1 : 0), "\(condition) \(body)")
    }

    /// Statements of all kinds, changes, and whether the statements must rerun.
    static let statements: [(String, document: String, body: String, runs: Bool)] = [
        ("SELECT COUNT(*) FROM _ WHERE n < 3", "d4", body(5), false),
        ("SELECT COUNT(*) FROM _ WHERE n < 3", "d2", body(5), true),
        ("SELECT COUNT(*) FROM _ WHERE n < 3", "d4", body(2), true),
        ("SELECT DISTINCT type FROM _ WHERE n < 3", "d2", body(7), true),
        ("SELECT DISTINCT type FROM _ WHERE n < 3", "d3", body(7), false),
        ("SELECT n FROM _ WHERE n < 6 ORDER BY n LIMIT 2 OFFSET 2", "d0", body(7), true),
        ("SELECT n FROM _ WHERE n < 6 ORDER BY n LIMIT 2 OFFSET 2", "d7", body(8), false),
        ("SELECT n FROM _ WHERE n < 6 ORDER BY n LIMIT 2", "d4", body(7), false),
        ("SELECT t FROM _ AS d UNNEST d.tags AS t WHERE d.n < 3", "d4", body(5), false),
        ("SELECT t FROM _ AS d UNNEST d.tags AS t WHERE d.n < 3", "d2", body(5), true),
        (
            "SELECT a.n FROM _ AS a JOIN _ AS b ON a.n = b.n WHERE a.n < 3 AND b.n < 4", "d6",
            body(7), false
        ),
        (
            "SELECT a.n FROM _ AS a JOIN _ AS b ON a.n = b.n WHERE a.n < 3 AND b.n < 4", "d6",
            body(3), true
        ),
        ("SELECT a.n FROM _ AS a LEFT JOIN _ AS b ON b.n = 77 WHERE a.n < 3", "d6", body(7), true),
        (
            "SELECT n FROM _ WHERE n = 99 AND EXISTS (SELECT n FROM _ WHERE n = 98)", "d6",
            body(7), true
        ),
        ("SELECT n FROM _ WHERE n = 99 AND META().deleted", "d6", body(7), true),
        ("SELECT n AS m FROM _ WHERE m = 99", "d6", body(7), false),
        ("SELECT n AS m FROM _ WHERE m = 99", "d6", body(99), true),
        ("SELECT `in` AS m FROM _ WHERE m.city = 'c99'", "d6", body(98), false),
    ]

    @Test(arguments: statements.indices)
    func `a statement reruns only for changes that can affect its results`(index: Int) throws {
        let (text, document, body, runs) = Self.statements[index]
        let counted = try Counted(text, nil, database)
        let before = counted.runs
        try collection.save(document, body)
        #expect(counted.runs - before == (runs ? 1 : 0), "\(text) \(body)")
    }

    /// Changes that remove a document from the results.
    static let removals: [@Sendable (DocumentCollection, String) throws -> Void] = [
        { try $0.delete(id: $1, expecting: .any) }, { try $0.purge(id: $1) },
    ]

    @Test(arguments: removals.indices)
    func `a removed document matters if it was in the results`(index: Int) throws {
        let counted = try Counted("SELECT n FROM _ WHERE n < 3", nil, database)
        let before = counted.runs
        try Self.removals[index](collection, "d5")
        let runsOfStranger = counted.runs - before
        try Self.removals[index](collection, "d2")
        let runs = counted.runs - before
        #expect(runsOfStranger == 0 && runs == 1)
    }

    @Test func `changes during a run cause one more run`() throws {
        let finished = DispatchSemaphore(value: 0)
        let hasStarted = DispatchSemaphore(value: 0)
        let isFirst = Atomic<Bool>(true)
        let counted = try Counted("SELECT n FROM _", nil, database) {
            guard isFirst.exchange(false, ordering: .acquiringAndReleasing) else { return }
            hasStarted.signal()
            finished.wait()
        }
        hasStarted.wait()
        for n in 20..<70 { try collection.save("d\(n)", Self.body(n)) }
        Thread.sleep(forTimeInterval: 0.05)
        finished.signal()
        #expect(counted.runs == 2)
    }

    @Test func `many commits in a short time cause few runs`() throws {
        let counted = try Counted("SELECT n FROM _", nil, database)
        let before = counted.runs
        for n in 0..<200 { try collection.save("d1", Self.body(n)) }
        #expect(counted.runs - before < 150)
    }

    @Test func `a document removed while the query runs is detected`() throws {
        let finished = DispatchSemaphore(value: 0)
        let hasStarted = DispatchSemaphore(value: 0)
        let isFirst = Atomic<Bool>(true)
        let outcome = SendableBox<Int>(-1)
        let query = try database.createQuery("SELECT n FROM _ WHERE n = 3")
        let live = LiveQuery(
            ObservedReading(
                of: query,
                afterReading: {
                    if isFirst.exchange(false, ordering: .acquiringAndReleasing) {
                        hasStarted.signal()
                        finished.wait()
                    }
                }),
            QuerySettings(), database: database)
        _ = live.add(
            LiveQuery.Listener(
                deliver: { result, whenReady in
                    outcome.value = (try? result.get().rows?.count) ?? -2
                    whenReady()
                }, end: {}))
        hasStarted.wait()
        // The run has read the document, but its position in the results is not known yet.
        try collection.save("d3", Self.body(4))
        Thread.sleep(forTimeInterval: 0.05)
        finished.signal()
        waitUntil { live.isAtRest }
        #expect(outcome.value == 0)
    }

    // MARK: Slow listeners

    /// Results that wait for a listener.
    private final class Held: Sendable {
        private let results = Mutex<[LiveQuery<RecordedRows>.Listener.Ready]>([])

        var count: Int { results.withLock { $0.count } }

        func add(_ whenReady: @escaping LiveQuery<RecordedRows>.Listener.Ready) {
            results.withLock { $0.append(whenReady) }
        }

        func receiveAll() {
            let all = results.withLock { results in
                defer { results = [] }
                return results
            }
            for whenReady in all { whenReady() }
        }
    }

    private func liveQuery() throws -> LiveQuery<RecordedRows> {
        let query = try database.createQuery("SELECT n FROM _ WHERE n >= 0")
        return LiveQuery(
            ObservedRows(of: query.compiled), QuerySettings(parameters: ParameterValues(nil)),
            database: database)
    }

    private func addHeld(to live: LiveQuery<RecordedRows>) -> Held {
        let held = Held()
        _ = live.add(
            LiveQuery.Listener(deliver: { _, whenReady in held.add(whenReady) }, end: {}))
        return held
    }

    @Test func `a query runs again only when a listener has received the last result`() throws {
        let live = try liveQuery()
        let held = addHeld(to: live)
        waitUntil { held.count == 1 }
        for n in 10..<60 { try collection.save("d\(n)", Self.body(n)) }
        waitUntil { !live.isAtRest }
        let runs = live.runCount
        held.receiveAll()
        waitUntil { held.count == 1 }
        #expect(runs == 1 && held.count == 1)
    }

    @Test func `a new listener does not wait for another one`() throws {
        let live = try liveQuery()
        let held = addHeld(to: live)
        waitUntil { held.count == 1 }
        try collection.save("d10", Self.body(10))
        let other = addHeld(to: live)
        waitUntil { other.count == 1 }
        #expect(other.count == 1)
    }

    @Test func `a new listener that has received the last result does not wait for another one`()
        throws
    {
        let live = try liveQuery()
        let held = addHeld(to: live)
        waitUntil { held.count == 1 && live.isAtRest }
        let other = addHeld(to: live)
        other.receiveAll()
        try collection.save("d10", Self.body(10))
        waitUntil { other.count == 1 }
        #expect(other.count == 1)
    }

    @Test func `removing the listener that a run waits for starts the run`() throws {
        let live = try liveQuery()
        let first = addHeld(to: live)
        waitUntil { first.count == 1 }
        first.receiveAll()
        let held = Held()
        let number = live.add(
            LiveQuery.Listener(deliver: { _, whenReady in held.add(whenReady) }, end: {}))
        try collection.save("d10", Self.body(10))
        waitUntil { held.count == 2 }
        try collection.save("d11", Self.body(11))
        waitUntil { !live.isAtRest }
        live.remove(number)
        waitUntil { first.count == 2 }
        #expect(first.count == 2)
    }

    @Test func `a queue that was blocked calls its listener once, with the last result`() throws {
        let queue = DispatchQueue(label: "LiveRunTests")
        let counts = Mutex<[Int]>([])
        queue.suspend()
        let query = try database.createQuery("SELECT n FROM _ WHERE n >= 0")
        let token = query.addChangeListener(withQueue: queue) { change in
            counts.withLock { $0.append(change.results.map { Array($0).count } ?? 0) }
        }
        // Another listener, so that the query runs while the queue is blocked. It is notified after the
        // first one.
        let last = Mutex(0)
        let other = query.addChangeListener(withQueue: DispatchQueue(label: "other")) { change in
            last.withLock { $0 = change.results.map { Array($0).count } ?? 0 }
        }
        waitUntil { last.withLock { $0 == 10 } }
        for n in 10..<20 {
            try collection.save("d\(n)", Self.body(n))
            waitUntil { last.withLock { $0 == n + 1 } }
        }
        queue.resume()
        waitUntil { counts.withLock { $0.last == 20 } }
        token.remove()
        other.remove()
        let events = counts.withLock { $0 }
        #expect(events == [20])
    }
}
