import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Queries that spend their time in functions end at their time limit.
@Suite struct TimeLimitTests {
    private let folder: StoreFolder
    private let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
    }

    private static let pattern = "%" + String(repeating: "_a", count: 1_000) + "b%"

    static let conditions = [
        "$text LIKE $pattern", "$text NOT LIKE $pattern",
        "($text COLLATE (UNICODE NOCASE)) LIKE $pattern",
        "REGEXP_LIKE($text, '(a*a*a*a*a*){60}b')",
        "REGEXP_REPLACE($text, 'a', $text) = ''",
    ]

    @Test(.timeLimit(.minutes(10)), arguments: conditions)
    func `a function that runs for minutes ends at the time limit`(condition: String) throws {
        try database.defaultCollection().save("a", "{}")
        let query = try database.createQuery(QuerySource(verbatim: "SELECT \(condition) FROM _"))
        query.parameters = [
            "text": .string(String(repeating: "a", count: 4_000_000)),
            "pattern": .string(Self.pattern),
        ]
        query.timeLimit = .milliseconds(200)
        let start = ContinuousClock.now
        let code = thrownCode { _ = try query.execute() }
        let duration = ContinuousClock.now - start
        #expect(code == .timeLimitExceeded || code == .invalidQuery)
        #expect(duration < .seconds(60), "\(duration)")
    }

    @Test func `sorting long strings by a collation ends at the time limit`() throws {
        let collection = try database.defaultCollection()
        let text = String(repeating: "äb", count: 20_000)
        try database.inBatch {
            for number in 0..<300 {
                try collection.save("\(number)", #"{"t":"\#(text)\#(number)"}"#)
            }
        }
        let query = try database.createQuery("SELECT t FROM _ ORDER BY t COLLATE UNICODE")
        query.timeLimit = .milliseconds(100)
        let start = ContinuousClock.now
        let code = thrownCode { _ = try query.execute() }
        #expect(code == .timeLimitExceeded && ContinuousClock.now - start < .seconds(60))
    }

    @Test func `canceling the task ends a function`() async throws {
        try database.defaultCollection().save("a", "{}")
        let query = try database.createQuery("SELECT $text LIKE $pattern FROM _")
        query.parameters = [
            "text": .string(String(repeating: "a", count: 4_000_000)),
            "pattern": .string(Self.pattern),
        ]
        let task = Task.detached {
            do {
                _ = try query.execute()
                return false
            } catch {
                return error is CancellationError
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value)
    }

    @Test func `a replacement that is too long is an error`() throws {
        try database.defaultCollection().save("a", "{}")
        let query = try database.createQuery("SELECT REGEXP_REPLACE($text, 'a', $text) FROM _")
        query.parameters = ["text": .string(String(repeating: "a", count: 100_000))]
        let error = thrownError { _ = try query.execute() }
        #expect(
            error?.code == .invalidQuery && error?.message.contains("too big") == true,
            "\(String(describing: error))")
    }
}
