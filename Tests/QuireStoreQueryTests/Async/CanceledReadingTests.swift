import DatabaseTestSupport
import Dispatch
import Quire
import SQLPlusPlus
import Testing

/// Long asynchronous reads whose tasks are canceled.
@Suite struct CanceledReadingTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    /// The maximum wait, in seconds, for events that a defect would prevent.
    private static let patience = 600.0

    /// A condition that takes hours to evaluate.
    static let condition =
        "ANY a IN n SATISFIES ANY b IN n SATISFIES ANY c IN n SATISFIES a + b + c < 0 END END END"

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try collection.save("a", "{\"n\":\((0..<2000).map { $0 })}")
    }

    static var statement: SelectStatement {
        get throws {
            try SelectStatement.parse(
                "SELECT * FROM _ WHERE \(condition)", knowing: QueryFunction.table)
        }
    }

    static let reads: [@Sendable (DocumentCollection, SelectStatement) throws -> Void] = [
        { collection, statement in _ = try collection.storage.records(selectedBy: statement) },
        { collection, statement in
            try collection.storage.forEachPage(selectedBy: statement) { _ in }
        },
        { collection, statement in
            _ = try statement.condition.map { try collection.storage.count(where: $0) }
        },
        { collection, statement in _ = try collection.storage.rows(of: statement) },
        { collection, _ in
            _ = try collection.database.createQuery(
                QuerySource(verbatim: "SELECT 1 FROM _ WHERE \(condition)")
            ).execute()
        },
    ]

    @Test(.timeLimit(.minutes(10)), arguments: reads.indices)
    func `a canceled read ends and throws a cancellation error`(index: Int) async throws {
        let statement = try Self.statement
        let collection = collection
        let isRunning = DispatchSemaphore(value: 0)
        let task = Task {
            try await BlockingWork.reading.run {
                isRunning.signal()
                try Self.reads[index](collection, statement)
            }
        }
        try await BlockingWork(label: "waiting", width: 1).run { isRunning.wait() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a canceled transaction with a query is rolled back`() async throws {
        let (database, collection) = (database, collection)
        let isRunning = DispatchSemaphore(value: 0)
        let task = Task {
            try await database.inBatch {
                try collection.save("b", "{}")
                isRunning.signal()
                try Self.reads[4](collection, Self.statement)
            }
        }
        try await BlockingWork(label: "waiting", width: 1).run { isRunning.wait() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try collection.json("b") == nil)
    }

    @Test func `a canceled transaction does not wait for an earlier one`() async throws {
        let (database, collection) = (database, collection)
        let isReleased = DispatchSemaphore(value: 0)
        let isRunning = DispatchSemaphore(value: 0)
        let first = Task {
            try await database.inBatch {
                isRunning.signal()
                return isReleased.wait(timeout: .now() + Self.patience)
            }
        }
        try await BlockingWork(label: "waiting", width: 1).run { isRunning.wait() }
        let second = Task { try await database.inBatch { _ = try collection.save("b", "{}") } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        isReleased.signal()
        #expect(try await first.value == .success && collection.json("b") == nil)
    }
}
