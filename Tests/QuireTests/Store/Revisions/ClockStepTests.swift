import Foundation
import Testing

@testable import Quire

/// The system's clock is set while a database is open.
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
    func `after the clock was set back the documents of before and of now can be changed`(
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

    @Test func `another object on the file can change what was saved before the clock was set`()
        throws
    {
        let (first, second) = (try open(), try open())
        try first.defaultCollection().save("a", "{}")
        seconds.value -= 3600
        let saved = try second.defaultCollection().save("a", #"{"n":1}"#)
        try first.defaultCollection().save("a", #"{"n":2}"#, expecting: .revision(saved.revisionID))
        #expect(try second.defaultCollection().json("a") == #"{"n":2}"#)
    }

    @Test func `times rise although the clock was set back`() throws {
        let collection = try open().defaultCollection()
        let first = try collection.save("a", "{}").revisionID
        seconds.value -= 3600
        let second = try collection.save("a", "{}").revisionID
        let times = [first, second].map { $0.timestamp }
        #expect(times[0] < times[1])
    }

    @Test func `a time that another program put far ahead is still refused`() throws {
        let collection = try open().defaultCollection()
        try collection.save("a", "{}")
        try folder.sqlite("clock").execute(
            "UPDATE kv_default SET version = x'00FEFFFFFFFFFFFF0380'", purpose: "test")
        #expect(thrownCode { try collection.save("a", "{}") } == .corruptRevisionData)
    }
}
