import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import Testing

@testable import QuireStore
@testable import QuireStoreQuery

@Suite struct LiveQueryTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let recorder = ResultRecorder()
    let queue = DispatchQueue(label: "LiveQueryTests")

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try collection.save("a", #"{"n": 1, "type": "x"}"#)
    }

    func query(_ text: String = "SELECT n FROM _ WHERE type = 'x' ORDER BY n") throws -> Query {
        try database.createQuery(QuerySource(verbatim: text))
    }

    @discardableResult
    func listen(_ query: Query, _ recorder: ResultRecorder? = nil) -> ListenerToken {
        let recorder = recorder ?? self.recorder
        return query.addChangeListener(withQueue: queue) { recorder.note($0) }
    }

    // MARK: Events

    @Test func `a listener receives the results immediately and after each change`() throws {
        listen(try query())
        _ = recorder.wait(for: 1)
        try collection.save("b", #"{"n": 2, "type": "x"}"#)
        _ = recorder.wait(for: 2)
        try collection.purge(id: "a")
        #expect(
            recorder.wait(for: 3) == [
                [#"{"n":1}"#], [#"{"n":1}"#, #"{"n":2}"#], [#"{"n":2}"#],
            ])
    }

    @Test func `a second listener receives the results immediately too`() throws {
        let query = try query()
        listen(query)
        _ = recorder.wait(for: 1)
        let second = ResultRecorder()
        listen(query, second)
        #expect(second.wait(for: 1) == [[#"{"n":1}"#]] && recorder.all.count == 1)
    }

    @Test func `a second listener receives changes saved before it was added`() throws {
        let query = try query()
        listen(query)
        for n in 2..<20 {
            try collection.save("a", #"{"n": \#(n), "type": "x"}"#)
            let later = ResultRecorder()
            listen(query, later)
            #expect(later.wait(for: 1).first == [#"{"n":\#(n)}"#])
        }
    }

    @Test func `each listener has a separate result set`() throws {
        let query = try query()
        listen(query)
        let second = ResultRecorder()
        listen(query, second)
        _ = (recorder.wait(for: 1), second.wait(for: 1))
        try collection.save("b", #"{"n": 2, "type": "x"}"#)
        #expect(recorder.wait(for: 2)[1].count == 2 && second.wait(for: 2)[1].count == 2)
    }

    @Test func `a closure added three times is called three times`() throws {
        let query = try query()
        for _ in 0..<3 { listen(query) }
        #expect(recorder.wait(for: 3).count == 3)
    }

    @Test func `the change contains its query`() throws {
        let query = try query()
        let isSame = SendableBox<Bool?>(nil)
        query.addChangeListener(withQueue: queue) { [weak query] in
            isSame.value = $0.query === query
        }
        waitUntil { isSame.value != nil }
        #expect(isSame.value == true)
    }

    /// Changes that do not affect the results.
    static let harmless: [(String, @Sendable (Self) throws -> Void)] = [
        ("another type", { try $0.collection.save("b", #"{"n": 1, "type": "y"}"#) }),
        ("another property", { try $0.collection.save("a", #"{"n": 1, "type": "x", "m": 2}"#) }),
        ("another collection", { try $0.database.createCollection(name: "c").save("a", "{}") }),
        (
            "a deleted stranger",
            { test in
                try test.collection.save("b", "{}")
                try test.collection.delete(id: "b", expecting: .any)
            }
        ),
        (
            "there and back",
            { test in
                try test.database.inBatch {
                    try test.collection.save("b", #"{"n": 5, "type": "x"}"#)
                    try test.collection.purge(id: "b")
                }
            }
        ),
    ]

    @Test(arguments: harmless.indices)
    func `unchanged results cause no notification`(index: Int) throws {
        let query = try query()
        listen(query)
        _ = recorder.wait(for: 1)
        try Self.harmless[index].1(self)
        waitUntil { query.live().isAtRest }
        try collection.save("z", #"{"n": 9, "type": "x"}"#)
        #expect(
            recorder.wait(for: 2) == [[#"{"n":1}"#], [#"{"n":1}"#, #"{"n":9}"#]],
            "\(Self.harmless[index].0)")
    }

    // MARK: Parameters

    @Test func `changed parameters cause a notification, even if the results are the same`() throws
    {
        let query = try query("SELECT n FROM _ WHERE n >= $least")
        query.parameters = ["least": 1]
        listen(query)
        _ = recorder.wait(for: 1)
        query.parameters = ["least": 0]
        _ = recorder.wait(for: 2)
        query.parameters = Parameters(parameters: query.parameters).setInt(5, forName: "least")
        _ = recorder.wait(for: 3)
        try collection.save("b", #"{"n": 7}"#)
        #expect(
            recorder.wait(for: 4) == [[#"{"n":1}"#], [#"{"n":1}"#], [], [#"{"n":7}"#]])
    }

    @Test func `a failure is reported once, then the results when it is resolved`() throws {
        let query = try query("SELECT n FROM _ WHERE n = $n")
        listen(query)
        _ = recorder.wait(for: 1)
        try collection.save("b", #"{"n": 2}"#)
        waitUntil { query.live().isAtRest }
        query.parameters = ["n": 1]
        let code = QuireError.Code.invalidQueryParameter.rawValue
        #expect(recorder.wait(for: 2) == [["error \(code)"], [#"{"n":1}"#]])
    }

    // MARK: Ending

    @Test func `a removed listener is not called`() throws {
        let query = try query()
        let token = listen(query)
        let other = ResultRecorder()
        listen(query, other)
        _ = (recorder.wait(for: 1), other.wait(for: 1))
        token.remove()
        token.remove()
        try collection.save("b", #"{"n": 2, "type": "x"}"#)
        _ = other.wait(for: 2)
        queue.sync {}
        #expect(recorder.all.count == 1)
    }

    @Test func `removing the last listener ends the subscription`() throws {
        let token = listen(try query())
        _ = recorder.wait(for: 1)
        let wasThere = database.file.changes.hasSubscriptions
        token.remove()
        #expect(wasThere && waitUntil { !database.file.changes.hasSubscriptions })
    }

    @Test func `a query can be observed again`() throws {
        let query = try query()
        listen(query).remove()
        try collection.save("b", #"{"n": 2, "type": "x"}"#)
        let second = ResultRecorder()
        listen(query, second)
        #expect(second.wait(for: 1) == [[#"{"n":1}"#, #"{"n":2}"#]])
    }

    @Test func `closing ends listeners and sequences`() async throws {
        let query = try query()
        listen(query)
        let changes = query.changes()
        _ = recorder.wait(for: 1)
        try database.close()
        var count = 0
        for await _ in changes { count += 1 }
        #expect(count <= 1 && recorder.all.count == 1)
    }

    @Test func `a closed database gives no results`() async throws {
        let query = try query()
        try database.close()
        listen(query)
        var count = 0
        for await _ in query.changes() { count += 1 }
        queue.sync {}
        #expect(count == 0 && recorder.all.isEmpty)
    }

    @Test func `a listener does not keep the database open`() throws {
        weak var held: Database?
        do {
            let database = try folder.open("other")
            held = database
            let query = try database.createQuery("SELECT n FROM _")
            listen(query)
            _ = recorder.wait(for: 1)
        }
        #expect(waitUntil { held == nil })
    }

    @Test func `a listener keeps its query alive`() throws {
        listen(try query())
        _ = recorder.wait(for: 1)
        try collection.save("b", #"{"n": 2, "type": "x"}"#)
        #expect(recorder.wait(for: 2).count == 2)
    }

    @Test func `closing stops a long-running query`() throws {
        for n in 0..<400 { try collection.save("d\(n)", #"{"n": \#(n)}"#) }
        let query = try query(
            "SELECT COUNT(*) FROM _ AS a CROSS JOIN _ AS b CROSS JOIN _ AS c CROSS JOIN _ AS d")
        listen(query)
        Thread.sleep(forTimeInterval: 0.05)
        let begin = Date()
        try database.close()
        #expect(Date().timeIntervalSince(begin) < 4)
    }

    @Test func `exceeding the time limit is reported as an error`() throws {
        for n in 0..<100 { try collection.save("d\(n)", #"{"n": \#(n)}"#) }
        let query = try query(
            "SELECT COUNT(*) FROM _ AS a CROSS JOIN _ AS b CROSS JOIN _ AS c CROSS JOIN _ AS d")
        query.timeLimit = .milliseconds(20)
        listen(query)
        let code = QuireError.Code.timeLimitExceeded.rawValue
        #expect(recorder.wait(for: 1) == [["error \(code)"]])
    }

    // MARK: Others

    @Test func `commits of another object are detected`() throws {
        listen(try query())
        _ = recorder.wait(for: 1)
        try folder.open().defaultCollection().save("b", #"{"n": 2, "type": "x"}"#)
        #expect(recorder.wait(for: 2).count == 2)
    }

    @Test func `commits of another process are detected`() throws {
        listen(try query("SELECT META().id FROM _ WHERE n IS MISSING"))
        _ = recorder.wait(for: 1)
        try folder.sqlite().execute(
            """
            BEGIN;
            UPDATE kvmeta SET lastSeq = lastSeq + 1;
            INSERT OR REPLACE INTO kv_default (key, sequence, version, body) SELECT 'other', \
            lastSeq, x'008297BC96C0BA0C80', x'7000' FROM kvmeta WHERE name = 'default';
            COMMIT
            """, purpose: "test")
        #expect(recorder.wait(for: 2) == [[], [#"{"id":"other"}"#]])
    }

    @Test func `an in-memory database can be observed`() throws {
        let database = try Database(inMemoryNamed: "m")
        let collection = try database.defaultCollection()
        let query = try database.createQuery("SELECT n FROM _")
        listen(query)
        _ = recorder.wait(for: 1)
        try collection.save("a", #"{"n": 1}"#)
        #expect(recorder.wait(for: 2) == [[], [#"{"n":1}"#]])
    }

    // MARK: Sequences

    @Test func `a sequence returns the results and then each change`() async throws {
        let query = try query()
        var seen: [[String]] = []
        for await change in query.changes() {
            seen.append(change.results?.map { $0.toJSON() } ?? [])
            if seen.count == 2 { break }
            try collection.save("b", #"{"n": 2, "type": "x"}"#)
        }
        #expect(seen == [[#"{"n":1}"#], [#"{"n":1}"#, #"{"n":2}"#]])
    }

    @Test func `canceling a task ends its sequence and the observation`() async throws {
        let query = try query()
        let hasStarted = SendableBox(false)
        let task = Task {
            for await _ in query.changes() { hasStarted.value = true }
            return true
        }
        while !hasStarted.value { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        let hasEnded = await task.value
        #expect(hasEnded && waitUntil { !database.file.changes.hasSubscriptions })
    }
}
