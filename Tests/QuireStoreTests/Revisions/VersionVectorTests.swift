import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct VersionVectorTests {
    static let time: UInt64 = 0x18EA_0389_F3B9_0000
    static let other = RevisionID.SourceID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
    static let otherHex = "000102030405060708090A0B0C0D0E0F"

    static func vector(_ hex: String) throws -> VersionVector {
        try [UInt8](hex: hex).withUnsafeBytes { try VersionVector(stored: $0) }
    }

    static func encode(time: UInt64, after older: VersionVector?) -> String {
        var bytes: [UInt8] = [9, 9, 9]
        VersionVector.encode(
            RevisionID.Version(time: time, source: nil), followedBy: older, into: &bytes)
        return bytes.hexadecimal
    }

    @Test func `a new document has one version of this database`() {
        #expect(Self.encode(time: Self.time, after: nil) == "00F2CECFB8C0BA0C80")
    }

    @Test func `the example of the format survives a round trip`() throws {
        let hex = "008297BC96C0BA0C80"
        let time = try Self.vector(hex).latestTime
        #expect(Self.encode(time: time, after: nil) == hex)
    }

    @Test func `the next edit of this database replaces the last one`() throws {
        let older = try Self.vector("00F2CECFB8C0BA0C80")
        #expect(Self.encode(time: Self.time + 0x10000, after: older) == "00F4CECFB8C0BA0C80")
    }

    @Test func `a time with a counter is written completely`() {
        #expect(Self.encode(time: 0x18EA_0389_F454_0001, after: nil) == "008380A0C5BEE281EA3180")
    }

    @Test func `edits of other databases follow the new one, which alone is current`()
        throws
    {
        // 0x10000 before this database's own edit: 2 when compressed.
        let older = try Self.vector("00F2CECFB8C0BA0C80" + "0290" + Self.otherHex)
        #expect(
            Self.encode(time: Self.time + 0x10000, after: older)
                == "00F4CECFB8C0BA0C80" + "0410" + Self.otherHex)
    }

    @Test func `all versions can be read, with times in descending order`() throws {
        let vector = try Self.vector("00F2CECFB8C0BA0C80" + "0310" + Self.otherHex)
        #expect(
            vector.versions == [
                RevisionID.Version(time: Self.time, source: nil),
                RevisionID.Version(time: Self.time - 1, source: Self.other),
            ])
    }

    // The current time, both limits, and times beyond them.
    static let now: UInt64 = 0x1900_0000_0000_0000
    static let times: [(UInt64, Bool)] = [
        (now, true), (HybridClock.earliest, true), (HybridClock.earliest - 0x10000, false),
        (1, false),
        (now + HybridClock.tolerance + 1, true), (HybridClock.latestStorable, true),
    ]

    @Test(arguments: times)
    func `a document with an edit out of range cannot get another`(
        time: UInt64, isValid: Bool
    ) throws {
        let vector = try Self.vector(Self.encode(time: time, after: nil))
        let code = thrownCode { try vector.checkTimes() }
        #expect(code == (isValid ? nil : .corruptRevisionData))
    }
}
