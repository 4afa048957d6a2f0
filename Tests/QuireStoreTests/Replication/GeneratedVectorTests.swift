import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// Rules that hold for all vectors, checked with generated ones.
@Suite struct GeneratedVectorTests {
    static let own = RevisionID.SourceID(high: 7, low: 9)

    /// Returns a vector with a few authors, and times with and without counters in any order.
    static func vector(_ random: inout SplitMix64) -> VersionVector {
        var authors: [RevisionID.SourceID?] = [nil]
        authors += (1...4).map { RevisionID.SourceID(high: 0, low: $0) }
        authors.shuffle(using: &random)
        let versions = authors.prefix(Int.random(in: 1...5, using: &random)).map { author in
            let high = UInt64.random(in: 1...6, using: &random)
            let counter = Bool.random(using: &random) ? UInt64.random(in: 0...3, using: &random) : 0
            return RevisionID.Version(
                time: 0x18EA_0389_F3B9_0000 + high << 16 + counter, source: author)
        }
        let mergedCount = Int.random(in: 0...(versions.count - 1), using: &random)
        return VersionVector(
            versions[0], merging: Array(versions[1...].prefix(mergedCount)),
            after: Array(versions[1...].dropFirst(mergedCount)))
    }

    static func check(_ body: (VersionVector, VersionVector) throws -> Bool) rethrows -> Int {
        var random = SplitMix64(seed: 20_261_127)
        var failures = 0
        for _ in 0..<2000 {
            if try !body(vector(&random), vector(&random)) { failures += 1 }
        }
        return failures
    }

    @Test func `comparisons in both directions agree`() {
        #expect(Self.check { $0.order(to: $1) == $1.order(to: $0).reversed } == 0)
    }

    @Test func `a vector is the same as itself`() {
        #expect(Self.check { one, _ in one.order(to: one) == .same } == 0)
    }

    @Test func `a merge is newer than both vectors`() {
        let version = RevisionID.Version(time: 0x18EA_0389_FFFF_0000, source: nil)
        #expect(
            Self.check {
                let merge = VersionVector.merge(version, of: $0, and: $1)
                return merge.order(to: $0) == .newer && merge.order(to: $1) == .newer
            } == 0)
    }

    @Test func `a merge contains each author once, except for the current one`() {
        let version = RevisionID.Version(time: 0x18EA_0389_FFFF_0000, source: nil)
        #expect(
            throws: Never.self,
            performing: {
                _ = try Self.check {
                    let merge = VersionVector.merge(version, of: $0, and: $1)
                    _ = try VersionVector(
                        checking: merge.first, merging: Array(merge.merged),
                        after: Array(merge.earlier))
                    return true
                }
            })
    }

    @Test func `a chosen revision stays the same and is newer than the other one`() {
        #expect(
            Self.check {
                guard $0.order(to: $1) == .conflicting else { return true }
                let chosen = $0.winning(over: $1)
                return chosen.order(to: $0) == .same && chosen.order(to: $1) == .newer
            } == 0)
    }

    @Test func `a vector survives a round trip through the stored form`() throws {
        let failures = try Self.check { one, _ in
            try one.stored.withUnsafeBytes { try VersionVector(stored: $0) } == one
        }
        #expect(failures == 0)
    }

    @Test func `a vector survives a round trip through texts`() throws {
        let failures = try Self.check { one, _ in
            let whole = try RevisionLineage(one.text(asSourceOf: Self.own), own: Self.own)
            let divided = try RevisionLineage(
                one.first.text(asSourceOf: Self.own), history: one.history(asSourceOf: Self.own),
                own: Self.own)
            return whole.vector == one && divided.vector == one
        }
        // A vector without a semicolon and a merge: all its versions count as current.
        #expect(failures == 0)
    }

    @Test func `no prefix of a stored vector ends the process`() {
        _ = Self.check { one, _ in
            let bytes = one.stored
            for count in bytes.indices {
                _ = try? bytes[..<count].withUnsafeBytes { try VersionVector(stored: $0) }
            }
            return true
        }
    }
}
