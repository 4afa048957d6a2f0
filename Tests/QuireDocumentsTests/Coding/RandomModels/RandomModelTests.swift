import Fleece
import Foundation
import QuireTestSupport
import Testing

import Quire
@testable import QuireDocuments

/// A factor for the number of values; set `QUIRE_ZOO_SCALE` to 10 for ten times as many.
private let scale = Int(ProcessInfo.processInfo.environment["QUIRE_ZOO_SCALE"] ?? "") ?? 1

@Suite struct RandomModelTests {
    @Test func `the zoo contains many types`() {
        #expect(Set(RandomModels.entries.map(\.testDescription)).count >= 150)
    }

    @Test(arguments: RandomModels.entries)
    func `generated values survive two round trips with the same bytes`(
        entry: RandomModel
    ) throws {
        let keys = MutableSharedKeys()
        for seed in 0..<UInt64(330 * scale) {
            do {
                try entry.roundTrip(seed, keys)
            } catch {
                Issue.record("seed \(seed): \(String("\(error)".prefix(500)))")
                return
            }
        }
    }

    @Test func `generated values survive a round trip through a database`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(
            name: "zoo", config: DatabaseConfiguration(directory: folder.path))
        let collection = try database.defaultCollection()
        try database.inBatch {
            for entry in RandomModels.entries {
                for seed in 0..<UInt64(3) { try entry.store(seed, collection) }
            }
        }
    }

    @Test(arguments: RandomModels.entries)
    func `arbitrary bytes decode to a value or a decoding error`(entry: RandomModel) throws {
        var random = SplitMix64(seed: 20_000)
        for round in 0..<(130 * scale) {
            let other = RandomModels.entries[random.next(below: RandomModels.entries.count)]
            let source = random.once(in: 2) ? entry : other
            var bytes = try source.bytes(UInt64(round))
            mutate(&bytes, &random)
            guard let root = FleeceStorage(bytes).root else { continue }
            do {
                try entry.decode(root)
            } catch is DecodingError {
                continue
            } catch {
                Issue.record("round \(round): \(error)")
                return
            }
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        switch random.next(below: 8) {
        case 0: return
        case 1:
            bytes = (0..<(2 + random.next(below: 40))).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
        case 2: bytes.removeLast(min(bytes.count - 2, 2 * random.next(below: bytes.count)))
        default:
            for _ in 0...random.next(below: 6) {
                let index = random.next(below: bytes.count)
                switch random.next(below: 3) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[index] ^= 1 << UInt8(random.next(below: 8))
                default: bytes[index] = bytes[random.next(below: bytes.count)]
                }
            }
        }
    }
}
