import Foundation
import QuirePlatform
import Quire
import QuireTesting
import Testing

/// The operations that a handler has received.
private final class Recorder: Sendable {
    private let recorded = Mutex<[DatabaseOperation]>([])

    var operations: [DatabaseOperation] { recorded.withLock { $0 } }

    /// Sets a handler that records the operations.
    func start() {
        QuireMetrics.setHandler { operation in self.recorded.withLock { $0.append(operation) } }
    }

    /// Returns the recorded operations, and removes them.
    func take() -> [DatabaseOperation] {
        recorded.withLock { operations in
            defer { operations = [] }
            return operations
        }
    }
}

private struct Hotel: DocumentModel, Equatable {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
    var tags: [String] = []
}

private struct Failure: Error {}

// The handler belongs to the process, so each test runs in a process without other tests.
@Suite struct QuireMetricsTests {
    @Test func `each query of a database is reported with its text, rows and duration`() async {
        await #expect(processExitsWith: .success) {
            let database = try Database(inMemoryNamed: "travel")
            let hotels = try database.repository(of: Hotel.self)
            try hotels.save((1...3).map { Hotel(id: "h\($0)", name: "H", roomRate: Double($0)) })
            let recorder = Recorder()
            recorder.start()

            #expect(try hotels.filter { $0.roomRate < 3 && $0.name == "H" }.all().count == 2)
            #expect(try hotels.filter { $0.roomRate < 2 && $0.name == "x" }.all().isEmpty)
            let operations = recorder.take()
            #expect(operations.map(\.rowCount) == [2, 0])
            #expect(operations.allSatisfy { $0.kind == .query && $0.databaseName == "travel" })
            #expect(operations.allSatisfy { $0.error == nil && $0.duration > .zero })
            let text = """
                SELECT * FROM _default._default \
                WHERE type = 'hotel' AND (roomRate < $1 AND name IS $2)
                """
            #expect(operations.map(\.statement) == [text, text])

            #expect(try hotels.count() == 3)
            #expect(try hotels.select(\.name).all().count == 3)
            _ = try database.query("SELECT name FROM _ WHERE tags IN \([1, 2]) LIMIT \(2)")
            _ = try hotels.page(size: 2)
            #expect(
                recorder.take().map { "\($0.kind) \($0.rowCount) \($0.statement ?? "")" } == [
                    "query 1 SELECT COUNT(*) FROM _default._default WHERE type = 'hotel'",
                    "query 3 SELECT name FROM _default._default WHERE type = 'hotel'",
                    "query 0 SELECT name FROM _ WHERE tags IN $1 LIMIT $2",
                    "query 3 SELECT * FROM _default._default WHERE type = 'hotel' "
                        + "ORDER BY META().id LIMIT $1 OFFSET $2",
                ])
        }
    }

    @Test func `each transaction is reported once, with its revisions or its error`() async {
        await #expect(processExitsWith: .success) {
            let database = try Database(inMemoryNamed: "travel")
            let hotels = try database.repository(of: Hotel.self)
            let recorder = Recorder()
            recorder.start()

            try hotels.save(Hotel(id: "a", name: "A", roomRate: 1))
            try database.inBatch {
                try hotels.update("a") { $0.roomRate += 1 }
                try database.inBatch { _ = try hotels.insert(Hotel(name: "B", roomRate: 2)) }
                try hotels.delete(id: "a")
            }
            #expect(throws: Failure.self) {
                try database.inBatch {
                    try hotels.save(Hotel(name: "C", roomRate: 3))
                    throw Failure()
                }
            }
            try database.inBatch {}
            let operations = recorder.take()
            #expect(operations.map(\.kind) == Array(repeating: .transaction, count: 4))
            #expect(operations.map(\.rowCount) == [1, 3, 0, 0])
            #expect(operations.map { $0.error is Failure } == [false, false, true, false])
            #expect(operations.allSatisfy { $0.statement == nil && $0.duration > .zero })

            // Reads by ID are not reported.
            #expect(try hotels.find("a") == nil)
            #expect(recorder.take().isEmpty)
        }
    }

    @Test func `asynchronous calls and failures are reported like synchronous calls`() async {
        await #expect(processExitsWith: .success) {
            let database = try await Database.open(inMemoryNamed: "travel")
            let hotels = try database.repository(of: Hotel.self)
            let recorder = Recorder()
            recorder.start()

            try await hotels.save(Hotel(id: "a", name: "A", roomRate: 1))
            #expect(try await hotels.all().count == 1)
            #expect(recorder.take().map(\.kind) == [.transaction, .query])

            let query = try await database.prepareQuery("SELECT name FROM _ WHERE name = $name")
            await #expect(throws: QuireError.self) { try await query.rows() }
            let operation = try #require(recorder.take().first)
            #expect(operation.kind == .query && operation.rowCount == 0)
            #expect((operation.error as? QuireError)?.code == .invalidQueryParameter)
            #expect(operation.statement == "SELECT name FROM _ WHERE name = $name")
        }
    }

    @Test func `runs of a live query are reported`() async {
        await #expect(processExitsWith: .success) {
            let database = try Database(inMemoryNamed: "travel")
            let hotels = try database.repository(of: Hotel.self)
            let recorder = Recorder()
            recorder.start()
            for try await change in hotels.changes() {
                if change.models.count == 1 { break }
                try await hotels.save(Hotel(name: "A", roomRate: 1))
            }
            // A run can be reported before the transaction that caused it.
            let operations = recorder.take().enumerated().sorted { left, right in
                (left.offset == 0 ? 0 : left.element.kind == .transaction ? 1 : 2)
                    < (right.offset == 0 ? 0 : right.element.kind == .transaction ? 1 : 2)
            }.map(\.element)
            #expect(operations.map(\.kind) == [.liveQuery, .transaction, .liveQuery])
            #expect(operations.map(\.rowCount) == [0, 1, 1])
            let text = "SELECT * FROM _default._default WHERE type = 'hotel'"
            #expect(operations.map(\.statement) == [text, nil, text])
        }
    }

    @Test func `the handler is called without a lock, and not after it was removed`() async {
        await #expect(processExitsWith: .success) {
            // Each read of an in-memory database takes the lock of its writer.
            let database = try Database(inMemoryNamed: "travel")
            let hotels = try database.repository(of: Hotel.self)
            let counts = Mutex<[Int]>([])
            QuireMetrics.setHandler { _ in
                QuireMetrics.setHandler(nil)
                let group = DispatchGroup()
                DispatchQueue(label: "reader").async(group: group) {
                    let count = (try? hotels.count()) ?? -1
                    counts.withLock { $0.append(count) }
                }
                group.wait()
            }
            try hotels.save(Hotel(name: "A", roomRate: 1))
            _ = try hotels.all()
            #expect(counts.withLock { $0 } == [1])
        }
    }

    @Test func `other engines report nothing`() async {
        await #expect(processExitsWith: .success) {
            let hotels = try InMemoryDatabase().repository(of: Hotel.self)
            let recorder = Recorder()
            recorder.start()
            try hotels.save(Hotel(name: "A", roomRate: 1))
            #expect(try hotels.all().count == 1)
            #expect(recorder.take().isEmpty)
        }
    }

    @Test func `an operation can be created for tests of a handler`() {
        let operation = DatabaseOperation(
            .query, in: "travel", statement: "SELECT 1", duration: .seconds(2), rowCount: 3,
            error: Failure())
        #expect(operation.kind.rawValue == "query" && operation.databaseName == "travel")
        #expect(operation.statement == "SELECT 1" && operation.rowCount == 3)
        #expect(operation.duration == .seconds(2) && operation.error is Failure)
        #expect("\(DatabaseOperation.Kind.liveQuery)" == "live_query")
    }
}
