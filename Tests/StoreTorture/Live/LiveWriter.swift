import Quire
import QuireTestSupport

/// A writer of random transactions with pairs of guests.
struct LiveWriter {
    private struct RolledBack: Error {}

    private static let pairCount = 150

    private let databases: [Database]
    private let repositories: [Repository<LiveGuest>]
    private var stamp = 0
    var random: SplitMix64

    init(_ databases: [Database], seed: UInt64) throws {
        self.databases = databases
        repositories = try databases.map { try $0.repository(of: LiveGuest.self) }
        random = SplitMix64(seed: seed)
    }

    /// Writes a transaction, or rolls it back.
    mutating func write() throws {
        let number = random.next(below: databases.count)
        let (count, fails) = (random.once(in: 6) ? 5 : 1, random.once(in: 9))
        var writer = self
        do {
            try databases[number].inBatch {
                for _ in 0..<count { try writer.change(databases[number], repositories[number]) }
                if fails { throw RolledBack() }
            }
        } catch is RolledBack {}
        self = writer
        if random.once(in: 500) {
            try databases[0].defaultCollection().createIndex(
                withName: "byRank\(random.next(below: 3))",
                config: ValueIndexConfiguration(["rank", random.once(in: 2) ? "house" : "name"]))
        }
    }

    /// Changes a pair in the current transaction.
    private mutating func change(
        _ database: Database, _ guests: Repository<LiveGuest>
    ) throws {
        let pair = random.next(below: Self.pairCount)
        let ids = ["\(pair)x", "\(pair)y"]
        let collection = try database.defaultCollection()
        switch random.next(below: 8) {
        case 0:
            for id in ids where try collection.body(id: id) != nil {
                try collection.purge(id: id)
            }
        case 1:
            for id in ids where try collection.body(id: id) != nil {
                try guests.delete(id: id)
            }
        default:
            stamp += 1
            for id in ids {
                let names = ["", "a", "A", "ä", "b", "Zoë"]
                try guests.upsert(
                    LiveGuest(
                        id: id, stamp: stamp, house: ["a", "b", "c"][random.next(below: 3)],
                        name: names[random.next(below: names.count)],
                        rank: random.once(in: 5) ? nil : random.next(below: 6)))
            }
        }
    }
}
