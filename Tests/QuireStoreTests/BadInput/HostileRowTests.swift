import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Rows with values that no conforming program writes.
@Suite struct HostileRowTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try collection.save("a", #"{"n":1}"#)
        try collection.save("b", #"{"n":2}"#)
    }

    func change(_ sql: String) throws {
        try folder.sqlite().execute(sql, purpose: "test")
    }

    // MARK: Sequences

    static let lastSequences = ["9223372036854775807", "1e300", "'9223372036854775807'"]

    @Test(arguments: lastSequences)
    func `if all sequences are used, saving throws an error that says so`(last: String) throws {
        try change("UPDATE kvmeta SET lastSeq = \(last)")
        let error = thrownError { try collection.save("c", "{}") }
        #expect(
            error?.code == .corruptData && error?.message.contains("\"c\"") == true
                && error?.message.contains("_default._default") == true)
    }

    @Test(arguments: lastSequences)
    func `if all sequences are used, reading and adding listeners still work`(last: String) throws {
        try change("UPDATE kvmeta SET lastSeq = \(last)")
        collection.addChangeListener(queue: DispatchQueue(label: "test")) { _ in }
        _ = thrownCode { try collection.save("c", "{}") }
        _ = thrownCode { try collection.delete(id: "a", expecting: .any) }
        #expect(try collection.json("a") == #"{"n":1}"# && collection.count == 2)
    }

    @Test func `the last possible sequence can be assigned`() throws {
        try change("UPDATE kvmeta SET lastSeq = 9223372036854775806")
        collection.addChangeListener(queue: DispatchQueue(label: "test")) { _ in }
        #expect(try collection.save("c", "{}").sequence == 9_223_372_036_854_775_807)
    }

    @Test(arguments: ["'text'", "x'00'", "NULL", "-9223372036854775808"])
    func `an invalid last sequence is ignored`(last: String) throws {
        try change("UPDATE kvmeta SET lastSeq = \(last)")
        #expect(try collection.save("c", "{}").sequence >= 1)
    }

    @Test(arguments: ["9223372036854775807", "1e300", "-9223372036854775808", "'text'"])
    func `a purge count of any value is accepted`(count: String) throws {
        try change("UPDATE kvmeta SET purgeCnt = \(count)")
        try collection.purge(id: "a")
        try collection.delete(id: "b", expecting: .any)
        try collection.save("b", "{}")
        #expect(collection.count == 1)
    }

    // MARK: Expiration

    static let expirations = ["'text'", "x'00'", "''", "1e300"]

    @Test(arguments: expirations)
    func `a document with an invalid expiration date never expires`(expiration: String) throws {
        try change("UPDATE kv_default SET expiration = \(expiration) WHERE key = 'a'")
        try database.purgeExpired()
        #expect(try database.nextExpiration() ?? .max > database.now() && collection.count == 2)
    }

    @Test func `an invalid expiration date does not hide a valid one`() throws {
        try change(
            """
            UPDATE kv_default SET expiration = 'text' WHERE key = 'a';
            UPDATE kv_default SET expiration = 1000.5 WHERE key = 'b'
            """)
        try database.purgeExpired()
        #expect(try collection.json("a") != nil && collection.json("b") == nil)
    }

    // MARK: Other columns

    static let columns = [
        "sequence = 'text'", "sequence = NULL", "sequence = -1", "sequence = 9223372036854775807",
        "flags = -65536", "flags = 'text'", "flags = NULL", "flags = 9223372036854710272",
        "expiration = 9223372036854775807", "extra = 1", "extra = 'text'",
    ]

    @Test(arguments: columns)
    func `a row with any numbers is read, and changed or rejected with a typed error`(
        change sql: String
    ) throws {
        try change("UPDATE kv_default SET \(sql) WHERE key = 'a'")
        let read = Result { try collection.record(id: "a") }
        let changes: [() throws -> Void] = [
            { try collection.save("a", #"{"n":3}"#) },
            { try collection.setDocumentExpiration(id: "a", expiration: .distantFuture) },
            { try collection.delete(id: "a", expecting: .any) },
            { try collection.purge(id: "a") },
        ]
        for change in changes {
            do { try change() } catch { #expect(error is QuireError, "\(error)") }
        }
        #expect(throws: Never.self) { try read.get() }
        #expect(try collection.json("b") == #"{"n":2}"# && collection.save("c", "{}").sequence > 0)
    }

    @Test func `a last sequence below the highest is an error if an index detects it`() throws {
        try change("CREATE UNIQUE INDEX kv_default_seqs ON kv_default (sequence)")
        try change("UPDATE kvmeta SET lastSeq = 1")
        #expect(thrownCode { try collection.save("c", "{}") } == .corruptData)
    }
}
