import DatabaseTestSupport
import Fleece
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// Databases that exchange random edits until all have the same documents.
@Suite struct ExchangeTests {
    static let ids = (0..<6).map { "doc\($0)" }

    /// Changes a random document of a collection.
    static func edit(_ collection: DocumentCollection, _ random: inout SplitMix64) throws {
        let id = ids.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where try collection.record(id: id) != nil:
            try collection.delete(id: id, expecting: .any)
        case 1:
            if try collection.removeForReplication(id) {
                try collection.save(id, #"{"n":"again"}"#)
            }
        default:
            let number = Int.random(in: 0..<1000, using: &random)
            try collection.save(id, #"{"n":\#(number),"x":{"y":[\#(number)]}}"#)
        }
    }

    static func resolution(
        _ conflict: OpenConflict, _ random: inout SplitMix64
    ) -> ConflictResolution {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .keepLocal
        case 1: .keepRemote
        case 2: .deleted
        default:
            .merged { writer in
                let texts = [conflict.local, conflict.other].map { $0.record?.json ?? "deleted" }
                writer.beginDictionary()
                writer.writeKey("merged")
                writer.write(texts.sorted().joined(separator: "|").count.description)
                writer.endDictionary()
            }
        }
    }

    static func replicate(_ pair: ReplicatedPair, _ random: inout SplitMix64) throws {
        try pair.pull()
        var chosen = random
        try pair.resolveAll { Self.resolution($0, &chosen) }
        random = chosen
        try pair.push()
    }

    @Test(arguments: 1...30)
    func `two databases get the same documents and current versions`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let databases = try (0..<2).map { try Database(inMemoryNamed: "\($0)") }
        let collections = try databases.map { try $0.defaultCollection() }
        let pair = try ReplicatedPair(active: databases[0], passive: databases[1])
        for _ in 0..<12 {
            for collection in collections {
                for _ in 0..<Int.random(in: 0..<5, using: &random) {
                    try Self.edit(collection, &random)
                }
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try pair.pull()
            case 1: try pair.push()
            default: try Self.replicate(pair, &random)
            }
        }
        for _ in 0..<3 { try Self.replicate(pair, &random) }
        #expect(try collections[0].contents() == collections[1].contents())
        #expect(try collections[0].currentVersions() == collections[1].currentVersions())
        #expect(try collections[0].openConflicts() == [] && collections[1].openConflicts() == [])
    }

    @Test(arguments: 1...15)
    func `a ring of three databases gets the same documents`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &* 7919)
        let databases = try (0..<3).map { try Database(inMemoryNamed: "\($0)") }
        let collections = try databases.map { try $0.defaultCollection() }
        let pairs = try (0..<3).map {
            try ReplicatedPair(active: databases[$0], passive: databases[($0 + 1) % 3])
        }
        for _ in 0..<10 {
            for collection in collections {
                for _ in 0..<Int.random(in: 0..<3, using: &random) {
                    try Self.edit(collection, &random)
                }
            }
            try Self.replicate(pairs[Int.random(in: 0..<3, using: &random)], &random)
        }
        for _ in 0..<8 {
            for pair in pairs { try Self.replicate(pair, &random) }
        }
        #expect(try collections[0].contents() == collections[1].contents())
        #expect(try collections[1].contents() == collections[2].contents())
        #expect(try collections.flatMap { try $0.openConflicts() } == [])
    }

    @Test func `nothing is sent again after a replication`() throws {
        var random = SplitMix64(seed: 5)
        let databases = try (0..<2).map { try Database(inMemoryNamed: "\($0)") }
        let pair = try ReplicatedPair(active: databases[0], passive: databases[1])
        for database in databases {
            for _ in 0..<20 { try Self.edit(try database.defaultCollection(), &random) }
        }
        for _ in 0..<3 { try Self.replicate(pair, &random) }
        #expect(try pair.pull().isEmpty && pair.push().isEmpty)
    }

    @Test func `an edit after a pull is newer than the pulled revision`() throws {
        let databases = try (0..<2).map { try Database(inMemoryNamed: "\($0)") }
        let pair = try ReplicatedPair(active: databases[0], passive: databases[1])
        try pair.passiveCollection.save("a", #"{"n":1}"#)
        try pair.pull()
        try pair.activeCollection.save("a", #"{"n":2}"#)
        #expect(try pair.push() == ["a": .inserted])
        #expect(try pair.passiveCollection.json("a") == #"{"n":2}"#)
    }
}
