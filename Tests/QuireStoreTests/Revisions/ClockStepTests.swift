import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Changes of the system clock while a database is open.
@Suite struct ClockStepTests {
    let folder: StoreFolder
    let seconds = SendableBox<UInt64>(1_700_000_000)

    init() throws {
        folder = try StoreFolder()
    }

    func open() throws -> Database {
        let seconds = seconds
        return try Database(
            name: "clock", config: folder.configuration,
            clock: { seconds.value * 1_000_000_000 })
    }

    @Test(arguments: [60, 3600, 315_360_000] as [UInt64])
    func `after the clock was set back, old and new documents can be changed`(
        step: UInt64
    ) throws {
        let collection = try open().defaultCollection()
        try collection.save("before", "{}")
        seconds.value -= step
        try collection.save("after", "{}")
        for id in ["before", "after"] { try collection.save(id, #"{"n":1}"#) }
        try collection.delete(id: "after", expecting: .any)
        #expect(try collection.json("before") == #"{"n":1}"# && collection.count == 1)
    }

    @Test func `another object for the file can change documents saved before the clock was set`()
        throws
    {
        let (first, second) = (try open(), try open())
        try first.defaultCollection().save("a", "{}")
        seconds.value -= 3600
        let saved = try second.defaultCollection().save("a", #"{"n":1}"#)
        try first.defaultCollection().save("a", #"{"n":2}"#, expecting: .revision(saved.revisionID))
        #expect(try second.defaultCollection().json("a") == #"{"n":2}"#)
    }

    @Test func `times increase although the clock was set back`() throws {
        let collection = try open().defaultCollection()
        let first = try collection.save("a", "{}").revisionID
        seconds.value -= 3600
        let second = try collection.save("a", "{}").revisionID
        let times = [first, second].map { $0.timestamp }
        #expect(times[0] < times[1])
    }

    // The first second after the latest storable time, and the last one in 64 bits.
    @Test(arguments: [9_223_372_037, 18_446_744_073] as [UInt64])
    func `nothing can be saved while the clock is later than 2262`(second: UInt64) throws {
        let collection = try open().defaultCollection()
        try collection.save("a", "{}")
        seconds.value = second
        let error = thrownError { try collection.save("a", #"{"n":1}"#) }
        #expect(error?.code == .unexpectedError && error?.message.contains("clock") == true)
        #expect(thrownCode { try collection.delete(id: "a", expecting: .any) } == .unexpectedError)
        #expect(thrownCode { try collection.save("b", "{}") } == .unexpectedError)
        seconds.value = 1_700_000_100
        for id in ["a", "b"] { try collection.save(id, #"{"n":2}"#) }
        #expect(try collection.json("a") == #"{"n":2}"# && collection.json("b") == #"{"n":2}"#)
    }

    @Test func `a document with the latest possible time can be read and changed`() throws {
        seconds.value = 9_223_372_036
        let collection = try open().defaultCollection()
        let first = try collection.save("a", "{}")
        let second = try collection.save("a", #"{"n":1}"#, expecting: .revision(first.revisionID))
        #expect(try collection.record(id: "a")?.revisionID == second.revisionID)
        #expect(second.revisionID.timestamp > first.revisionID.timestamp)
    }

    @Test func `a document saved while the clock begins in 1970 can be changed`() throws {
        seconds.value = 0
        try open().defaultCollection().save("a", "{}")
        let collection = try open().defaultCollection()
        try collection.save("a", #"{"n":1}"#)
        seconds.value = 1_700_000_000
        try collection.save("a", #"{"n":2}"#)
        #expect(try collection.json("a") == #"{"n":2}"#)
    }

    @Test func `a time that another program set far ahead is still rejected`() throws {
        let collection = try open().defaultCollection()
        try collection.save("a", "{}")
        try folder.sqlite("clock").execute(
            "UPDATE kv_default SET version = x'00FEFFFFFFFFFFFF0380'", purpose: "test")
        #expect(thrownCode { try collection.save("a", "{}") } == .corruptRevisionData)
    }
}
