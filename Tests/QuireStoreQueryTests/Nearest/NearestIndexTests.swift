import DatabaseTestSupport
import Quire
import QuireSearch
import Testing

@Suite struct NearestIndexTests {
    @Test(arguments: DistanceMetric.allCases)
    func `an index of few vectors finds what all documents give`(metric: DistanceMetric) throws {
        var data = try NearestDatabase(dimensions: 24, metric: metric)
        try data.save(0..<1_500)
        let target = data.vector()
        #expect(
            try data.nearest(target, 30) == data.exactNearest(target, 30, metric: metric))
    }

    @Test(arguments: DistanceMetric.allCases)
    func `codes find nearly all of the nearest vectors`(metric: DistanceMetric) throws {
        var data = try NearestDatabase(dimensions: 64, metric: metric)
        try data.save(0..<6_000)
        #expect(try data.recall(metric: metric) >= 0.95)
    }

    @Test func `vectors are moved to chunks when there are enough`() throws {
        var data = try NearestDatabase(dimensions: 16)
        try data.save(0..<3_000)
        #expect(
            try data.rows(
                """
                SELECT (SELECT count(*) FROM "kv_default:nearest:by\\Meaning") || ' ' || \
                (SELECT count(*) FROM "kv_default:slots:by\\Meaning") || ' ' || \
                (SELECT count(*) FROM "kv_default:codes:by\\Meaning")
                """) == ["952 2048 3"])
    }

    @Test func `an index that is created later has the same vectors`() throws {
        var data = try NearestDatabase(dimensions: 16, metric: nil)
        try data.save(0..<2_500)
        try data.createIndex(.cosine)
        let target = data.vector()
        #expect(
            try data.nearest(target, 20) == data.exactNearest(target, 20, metric: .cosine))
    }

    @Test func `changed and deleted documents are found by their new vectors only`() throws {
        var data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_500)
        try data.save(100..<400)
        try data.delete(stride(from: 0, to: 2_500, by: 7))
        let target = data.vector()
        #expect(try data.nearest(target, 50) == data.exactNearest(target, 50))
    }

    @Test func `the file keeps its size and the index its recall when vectors are replaced`() throws
    {
        var data = try NearestDatabase(dimensions: 64)
        try data.save(0..<6_000)
        let size = try pageCount(data)
        try data.delete(0..<3_000)
        try data.save(6_000..<9_000)
        for _ in 0..<4 { try data.save(3_000..<9_000) }
        #expect(try pageCount(data) < size * 13 / 10)
        #expect(try data.recall() >= 0.95)
    }

    private func pageCount(_ data: NearestDatabase) throws -> Int {
        Int(try data.rows("PRAGMA page_count")[0]) ?? 0
    }

    @Test(arguments: [1, 10, 50, 100])
    func `a condition selects the nearest of the documents that satisfy it`(percent: Int) throws {
        var data = try NearestDatabase(dimensions: 16)
        try data.save(0..<3_000)
        let target = data.vector()
        #expect(
            try data.nearest(target, 20, where: "n < \(percent)")
                == data.exactNearest(target, 20, where: "n < \(percent)"))
    }

    @Test(arguments: [
        "[1, 2]", "[1, \"x\", 3]", "\"\"", "\"AAAA\"", "null", "7", "{}", "[[1, 2, 3]]", "true",
        "[1e300, 0, 0]", "\"AAAAAAAAAAAAAMB/\"",
    ])
    func `a document without a vector is saved and left out`(json: String) throws {
        let data = try NearestDatabase(dimensions: 3)
        try data.collection.save("a", #"{"v": [1, 2, 3]}"#)
        try data.collection.save("b", #"{"v": \#(json)}"#)
        try data.collection.save("a", #"{"v": [3, 2, 1]}"#)
        try data.collection.save("c", "{}")
        #expect(try data.nearest([0, 0, 0], 10) == ["a"])
    }

    @Test func `a search without an index is refused`() throws {
        let data = try NearestDatabase(dimensions: 3, metric: nil)
        #expect(thrownCode { _ = try data.nearest([1, 2, 3], 1) } == .missingIndex)
    }

    @Test func `a target of another number of dimensions is refused`() throws {
        let data = try NearestDatabase(dimensions: 3)
        try data.collection.save("a", #"{"v": [1, 2, 3]}"#)
        #expect(throws: QuireError.self) { try data.nearest([1, 2], 1) }
    }

    @Test func `documents with equal distances are in the order of their IDs`() throws {
        let data = try NearestDatabase(dimensions: 2)
        for id in ["c", "a", "d", "b"] { try data.collection.save(id, #"{"v": [1, 1]}"#) }
        #expect(try data.nearest([0, 0], 2) == ["a", "b"])
    }

    @Test func `the explanation names the index`() throws {
        let data = try NearestDatabase(dimensions: 2)
        let query = try data.database.createQuery(
            "SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 2]) LIMIT 1")
        #expect(try query.explain().contains("USING NEAREST INDEX byMeaning"))
    }

    @Test func `an index is listed, replaced and deleted like others`() throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.collection.createIndex(
            withName: "byMeaning", config: ValueIndexConfiguration(["n"]))
        #expect(try data.rows("SELECT name FROM sqlite_master WHERE name LIKE '%:%'").isEmpty)
        try data.createIndex(.cosine)
        try data.createIndex(.cosine)
        #expect(try data.collection.indexes() == ["byMeaning"])
        try data.collection.deleteIndex(forName: "byMeaning")
        #expect(try data.rows("SELECT name FROM sqlite_master WHERE name LIKE '%:%'").isEmpty)
    }

    @Test func `a database with an index is opened and written again`() throws {
        var data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_000)
        try data.database.close()
        let database = try data.folder.open()
        let collection = try database.defaultCollection()
        try collection.save("e", #"{"v": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}"#)
        let query = try database.createQuery(
            """
            SELECT META().id FROM _ ORDER BY \
            APPROX_VECTOR_DISTANCE(v, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) LIMIT 1
            """)
        #expect(try query.execute().map { $0.string(at: 0) } == ["e"])
    }

    @Test func `reindexing reads all vectors again`() throws {
        var data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_000)
        try data.database.performMaintenance(type: .reindex)
        let target = data.vector()
        #expect(try data.nearest(target, 20) == data.exactNearest(target, 20))
    }
}
