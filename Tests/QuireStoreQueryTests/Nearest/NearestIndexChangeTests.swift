import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// The index after changes of every kind, by several objects and threads.
///
/// `StoreTorture` tests processes that are killed, power losses and failing disks.
@Suite struct NearestIndexChangeTests {
    @Test(arguments: 1...4)
    func `after random changes by two database objects, an index equals its documents`(
        seed: Int
    ) throws {
        let data = try NearestDatabase(dimensions: 15 + seed)
        let databases = [data.database, try data.folder.open()]
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<24 {
            try data.use(databases[random.next(below: 2)])
            try change(data, using: &random)
            guard try data.isExact() else {
                Issue.record("\(try NearestDatabase.defects(data.database))")
                return
            }
        }
    }

    private func change(_ data: NearestDatabase, using random: inout SplitMix64) throws {
        let start = random.next(below: 2_000)
        let ids = start..<start + 1 + random.next(below: 600)
        switch random.next(below: 12) {
        case 0: try data.delete(ids)
        case 1: try data.purge(ids)
        case 2:
            try data.rollingBack {
                try data.save(ids)
                try data.delete(start..<start + 100)
            }
        case 3:
            try data.database.inBatch {
                try data.save(ids)
                try data.rollingBack { try data.save(ids) }
                try data.rollingBack { try data.collection.deleteIndex(forName: "byMeaning") }
                try data.delete(start..<start + 10)
            }
        case 4:
            try data.database.inBatch {
                try data.save(ids)
                try data.collection.deleteIndex(forName: "byMeaning")
                try data.save(ids)
                try data.createIndex()
            }
        case 5: try data.database.performMaintenance(type: .compact)
        case 6: try data.save(start..<start + 1)
        default: try data.save(ids)
        }
    }

    @Test func `expired documents leave the index`() throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<1_100)
        try data.database.inBatch {
            for id in 0..<300 {
                try data.collection.setDocumentExpiration(
                    id: "d\(id)", expiration: Date(timeIntervalSinceNow: -1))
            }
        }
        try data.reopen()
        let found = try data.nearest(data.vector(), 2_000)
        #expect(
            try Set(found) == Set((300..<1_100).map { "d\($0)" })
                && NearestDatabase.defects(data.database).isEmpty)
    }

    @Test func `a deleted collection takes its index along`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        for round in 0..<2 {
            let words = try database.createCollection(name: "words")
            try words.createIndex(
                withName: "byMeaning", config: NearestIndexConfiguration("v", dimensions: 2 + round)
            )
            try words.save("a", round == 0 ? #"{"v": [1, 2]}"# : #"{"v": [1, 2, 3]}"#)
            #expect(try words.nearestIndexStatus(named: "byMeaning")?.indexedCount == 1)
            try database.deleteCollection(name: "words")
        }
        #expect(
            try folder.rows("SELECT name FROM sqlite_master WHERE name LIKE '%words%'").isEmpty)
    }

    @Test func `an object moves vectors to an index that another object has created again`() throws
    {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<600)
        let other = try data.folder.open()
        try other.defaultCollection().deleteIndex(forName: "byMeaning")
        try other.defaultCollection().createIndex(
            withName: "byMeaning",
            config: NearestIndexConfiguration("v", dimensions: 16, metric: .dot))
        try data.save(300..<1_500)
        #expect(
            try NearestDatabase.defects(data.database).isEmpty
                && data.rows(#"SELECT count(*) FROM "kv_default:slots:by\Meaning""#) == ["1024"])
    }

    @Test func `searches while an index is created with other dimensions find their documents`()
        throws
    {
        let folder = try StoreFolder()
        let database = try folder.open()
        let collection = try database.defaultCollection()
        let values = (0..<64).map { "\($0)" }
        try database.inBatch {
            for id in 0..<1_100 {
                let long = ["\(id)"] + values.dropFirst()
                try collection.save(
                    "d\(id)",
                    """
                    {"v": [\(long.joined(separator: ","))], "w": [\(id), 1], "x": [0, \(id)]}
                    """)
            }
        }
        let searching = try folder.open()
        let indexes = [
            NearestIndexConfiguration("x", dimensions: 2),
            NearestIndexConfiguration("w", dimensions: 2),
            NearestIndexConfiguration("v", dimensions: 64, metric: .cosine),
        ]
        let writer = Thread {
            for round in 0..<30 {
                try? collection.createIndex(withName: "byMeaning", config: indexes[round % 3])
                if round % 5 == 0 { try? collection.deleteIndex(forName: "byMeaning") }
            }
        }
        writer.start()
        var codes: Set<QuireError.Code> = []
        while !writer.isFinished {
            let code = thrownCode {
                let query = try searching.createQuery(
                    """
                    SELECT META().id FROM _ \
                    ORDER BY APPROX_VECTOR_DISTANCE(w, [7, 1], 'DEFAULT') LIMIT 1
                    """)
                #expect(try query.execute().map { $0.string(at: 0) } == ["d7"])
            }
            if let code { codes.insert(code) }
        }
        #expect(codes.isSubset(of: [.missingIndex, .invalidQuery]))
    }

    @Test(arguments: [
        ("w", 2, "DOT", QuireError.Code.missingIndex), ("v", 2, "L2_SQUARED", .invalidQuery),
        ("v", 3, "DOT", .invalidQueryParameter),
    ])
    func `a query whose index was replaced is an error and not a search of other vectors`(
        path: String, dimensions: Int, metric: String, expected: QuireError.Code
    ) throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.createIndex(
            withName: "byMeaning",
            config: NearestIndexConfiguration("v", dimensions: 2, metric: .dot))
        try collection.save("a", #"{"v": [1, 1], "w": [9, 9]}"#)
        let query = try database.createQuery(
            """
            SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 1], 'DOT') LIMIT 1
            """)
        let before = try query.execute().allResults().count
        try folder.open().defaultCollection().createIndex(
            withName: "byMeaning",
            config: NearestIndexConfiguration(
                path, dimensions: dimensions,
                metric: try #require(DistanceMetric(named: metric))))
        let code = thrownCode { _ = try query.execute() }
        #expect(before == 1 && code == expected)
    }

    // MARK: Copies

    @Test func `a copy has the same index`() throws {
        let data = try NearestDatabase(dimensions: 64, metric: .cosine)
        try data.save(0..<2_500)
        try data.delete(0..<100)
        try data.database.performMaintenance(type: .compact)
        try Database.copy(
            fromPath: try #require(data.database.path), toDatabase: "copy",
            withConfig: data.folder.configuration)
        let copy = try data.folder.open("copy")
        #expect(try data.isExact(in: copy))
    }

    @Test func `a database that is opened for reading is searched`() throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        try data.database.close()
        let reading = try Database(reading: "test", config: data.folder.configuration)
        let target = data.vector()
        let found = Set(try data.nearest(target, 10, in: reading))
        #expect(found.intersection(data.loopedNearest(target, 10)).count >= 9)
    }

    #if Encryption
        @Test(arguments: [false, true])
        func `a change of the encryption key keeps the index`(isRewriting: Bool) throws {
            let data = try NearestDatabase(dimensions: 16)
            try data.save(0..<1_500)
            let key = try EncryptionKey(data: Data(repeating: 1, count: EncryptionKey.length))
            for key in [key, nil] {
                try data.database.changeEncryptionKey(key, rewritingFiles: isRewriting)
                try data.save(500..<900)
                #expect(try data.isExact())
            }
        }
    #endif

    @Test(arguments: [0, 1_000, 1 << 20])
    func `a search needs no memory for codes between calls`(size: Int) throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        try data.database.close()
        var config = data.folder.configuration
        config.vectorCacheSize = size
        try data.use(try Database(name: "test", config: config))
        #expect(try data.recall() >= 0.95 && data.database.file.codes.size <= size)
    }
}
