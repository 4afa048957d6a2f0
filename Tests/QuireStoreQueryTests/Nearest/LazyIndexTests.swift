import DatabaseTestSupport
import Quire
import QuireTestSupport
import Testing

@testable import QuireStoreQuery

@Suite struct LazyIndexTests {
    /// A document as it should be in the index.
    private struct Item {
        /// Whether the document has a value.
        var hasValue = true
        /// Whether the vector of the value must be computed.
        var isOutdated = true
        var isIndexed = false
    }

    /// A database with a lazy index, and a model of both.
    private struct Fixture {
        let folder: StoreFolder
        let collection: DocumentCollection
        var items: [String: Item] = [:]
        var generator: SplitMix64

        init(seed: UInt64) throws {
            folder = try StoreFolder()
            collection = try folder.open().defaultCollection()
            generator = SplitMix64(seed: seed)
            var configuration = NearestIndexConfiguration("text", dimensions: 2)
            configuration.isLazy = true
            try collection.createIndex(withName: "lazy", config: configuration)
        }

        mutating func change() throws {
            let id = "d\(Int.random(in: 0..<40, using: &generator))"
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                if let document = try collection.document(id: id) {
                    try collection.delete(document: document)
                }
                items[id] = nil
            case 1:
                try collection.save(id, #"{"other": 1}"#)
                items[id, default: Item()].hasValue = false
                items[id]?.isOutdated = false
            default:
                let number = Int.random(in: 0..<1_000_000, using: &generator)
                try collection.save(id, #"{"text": "\#(number)"}"#)
                items[id, default: Item()].hasValue = true
                items[id]?.isOutdated = true
            }
        }

        mutating func update() throws {
            let limit = Int64.random(in: 1..<20, using: &generator)
            let update = try collection.beginLazyIndexUpdate(named: "lazy", limit: limit)
            removeMissing()
            guard let update else { return }
            let changesMeanwhile = Bool.random(using: &generator)
            if changesMeanwhile { try change() }
            var vectors: [(row: Int, vector: [Float]?)] = []
            for (number, row) in update.rows.enumerated() {
                let id = row.string(at: 0) ?? ""
                let choice = Int.random(in: 0..<5, using: &generator)
                if choice == 0 { continue }
                vectors.append((number, choice == 1 ? nil : [1, Float(number)]))
                let current = try collection.document(id: id)?.string(forKey: "text")
                guard current == row.string(at: 2) else { continue }
                items[id]?.isOutdated = false
                items[id]?.isIndexed = choice != 1
            }
            try update.finish(vectors)
            removeMissing()
        }

        /// Removes the documents without a value from the model's index.
        mutating func removeMissing() {
            for (id, item) in items where !item.hasValue { items[id]?.isIndexed = false }
        }

        func outdated() throws -> Set<String> {
            let update = try collection.beginLazyIndexUpdate(named: "lazy", limit: .max)
            return Set(update?.rows.compactMap { $0.string(at: 0) } ?? [])
        }

        func indexed() throws -> Set<String> {
            let query = try collection.database.createQuery(
                """
                SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(text, [0, 0]) LIMIT 10000
                """)
            return Set(try query.execute().compactMap { $0.string(at: 0) })
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `changes and updates in any order leave the documents that must be computed`(
        seed: UInt64
    ) throws {
        var fixture = try Fixture(seed: seed)
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0..<8, using: &fixture.generator) { try fixture.change() }
            try fixture.update()
        }
        let outdated = try fixture.outdated()
        fixture.removeMissing()
        let expected = fixture.items.filter(\.value.isOutdated).keys
        let indexed = fixture.items.filter(\.value.isIndexed).keys
        #expect(try outdated == Set(expected) && fixture.indexed() == Set(indexed))
    }

    @Test func `a finished update examines only the documents after the completed ones`() throws {
        let fixture = try Fixture(seed: 1)
        for number in 0..<20 { try fixture.collection.save("d\(number)", #"{"text": "a"}"#) }
        let completed = """
            SELECT sequence FROM "kv_default:updates:lazy" WHERE docid = -1
            """
        for _ in 0..<2 {
            let update = try #require(
                try fixture.collection.beginLazyIndexUpdate(named: "lazy", limit: 5))
            try update.finish((0..<5).map { ($0, [0, 0]) })
        }
        let first = try fixture.folder.rows(completed)
        let update = try #require(
            try fixture.collection.beginLazyIndexUpdate(named: "lazy", limit: 10))
        try update.finish((1..<10).map { ($0, [0, 0]) })
        #expect(try first == ["10"] && fixture.folder.rows(completed) == ["10"])
    }

    @Test func `the status counts documents whose vectors must be computed`() throws {
        let fixture = try Fixture(seed: 1)
        for number in 0..<20 { try fixture.collection.save("d\(number)", #"{"text": "a"}"#) }
        let update = try #require(
            try fixture.collection.beginLazyIndexUpdate(named: "lazy", limit: 5))
        try update.finish([(0, [0, 0]), (1, nil)])
        let status = try #require(try fixture.collection.nearestIndexStatus(named: "lazy"))
        #expect(
            [status.indexedCount, status.omittedCount, status.outdatedCount, status.recentCount]
                == [1, 1, 18, 1])
    }
}
