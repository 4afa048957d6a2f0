import DatabaseTestSupport
import Foundation
import Quire
import QuireSearch
import Testing

@testable import QuireStore

@Suite struct NearestIndexTests {
    @Test(arguments: DistanceMetric.allCases, [1, 3, 24])
    func `an index of few vectors finds what a loop finds`(
        metric: DistanceMetric, dimensions: Int
    ) throws {
        let data = try NearestDatabase(dimensions: dimensions, metric: metric)
        try data.save(0..<1_500)
        let target = data.vector()
        #expect(try data.nearest(target, 30) == data.loopedNearest(target, 30))
    }

    static let otherTargets: [(Int, String, isFound: Bool)] = [
        (0, "", true), (3, "AND n < 50", true), (3, "AND n = 7", true), (2, "AND n > 1000", false),
        (5, "", true), (4_096, "", false),
    ]

    @Test(arguments: otherTargets)
    func `an exact search also finds vectors with other dimensions than the index`(
        count: Int, condition: String, isFound: Bool
    ) throws {
        let data = try NearestDatabase(dimensions: 24)
        try data.save(0..<600)
        let numbers = count == 0 ? data.vector() : (0..<count).map(Float.init)
        if isFound, count > 0 {
            let document = MutableDocument(id: "other", data: ["n": 7])
            document.setValue(numbers, forKey: "v")
            try data.collection.save(document: document)
        }
        let text = """
            SELECT META().id FROM _ WHERE VECTOR_DISTANCE(v, $t) IS VALUED \(condition) \
            ORDER BY VECTOR_DISTANCE(v, $t), META().id LIMIT 3
            """
        let query = try data.database.createQuery(QuerySource(verbatim: text))
        query.parameters = Parameters().setValue(Vector(numbers), forName: "t")
        let literal = text.replacing("$t", with: "'\(VectorReader.text(of: numbers))'")
        let found = try [query, data.database.createQuery(QuerySource(verbatim: literal))].map {
            try $0.execute().map { $0.string(at: 0) ?? "" }
        }
        let expected =
            count == 0 ? data.loopedNearest(numbers, 3) : isFound ? ["other"] : []
        #expect(found == [expected, expected])
    }

    struct Item: DocumentModel {
        @DocumentID var id: String?
        var v: Vector
    }

    @Test(arguments: [true, false])
    func `models with vectors of two machine-learning models are found by either`(
        isExact: Bool
    )
        throws
    {
        let database = try Database(inMemoryNamed: "two-models")
        let items = try database.repository(of: Item.self)
        try items.save([Item(id: "a", v: [1, 2, 3]), Item(id: "b", v: [1, 2])])
        try items.createNearestIndex(on: \.v, dimensions: 3)
        let found = try [[1, 2, 3], [1, 2] as [Double]].map {
            try items.nearest(to: Vector($0), in: \.v, exact: isExact).all().map(\.id)
        }
        #expect(found == [["a"], ["b"]])
    }

    @Test func `a target with other dimensions than the index is an invalid parameter`() throws {
        let data = try NearestDatabase(dimensions: 24)
        try data.save(0..<10)
        let error = try #require(throws: QuireError.self) { try data.nearest([1, 2], 3) }
        #expect(
            error.code == .invalidQueryParameter
                && error.message.contains("has 2 dimensions, but the index byMeaning has 24"))
    }

    @Test func `vectors with the most dimensions are found`() throws {
        let data = try NearestDatabase(dimensions: 4_096, metric: .cosine)
        try data.save(0..<300)
        let target = data.vector()
        #expect(try data.nearest(target, 5) == data.loopedNearest(target, 5))
    }

    @Test(arguments: DistanceMetric.allCases)
    func `codes find nearly all of the nearest vectors`(metric: DistanceMetric) throws {
        let data = try NearestDatabase(dimensions: 64, metric: metric)
        try data.save(0..<5_200)
        #expect(try data.recall() >= 0.95)
    }

    @Test func `vectors are moved to chunks when there are enough`() throws {
        let data = try NearestDatabase(dimensions: 16)
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
        let data = try NearestDatabase(dimensions: 16, metric: .cosine, isIndexed: false)
        try data.save(0..<2_500)
        try data.createIndex()
        let target = data.vector()
        #expect(try data.nearest(target, 20) == data.loopedNearest(target, 20))
    }

    @Test func `changed and deleted documents are found by their new vectors only`() throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_500)
        try data.save(100..<400)
        try data.delete(stride(from: 0, to: 2_500, by: 7))
        let target = data.vector()
        #expect(try data.nearest(target, 50) == data.loopedNearest(target, 50))
    }

    @Test func `the file keeps its size and the index its recall when vectors are replaced`() throws
    {
        let data = try NearestDatabase(dimensions: 64)
        for start in stride(from: 0, to: 5_200, by: 400) { try data.save(start..<start + 400) }
        let size = try pageCount(data)
        try data.delete(0..<2_600)
        for _ in 0..<3 {
            for start in stride(from: 2_600, to: 7_800, by: 400) {
                try data.save(start..<start + 400)
            }
        }
        #expect(try pageCount(data) < size * 13 / 10)
        #expect(try data.recall() >= 0.95)
    }

    @Test func `all vectors can be replaced in one transaction`() throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        for _ in 0..<2 { try data.save(0..<5_200) }
        #expect(try data.recall() >= 0.95)
    }

    private func pageCount(_ data: NearestDatabase) throws -> Int {
        Int(try data.rows("PRAGMA page_count")[0]) ?? 0
    }

    @Test(arguments: [1, 10, 50, 100])
    func `a condition selects the nearest of the documents that satisfy it`(percent: Int) throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<3_000)
        let target = data.vector()
        #expect(
            try data.nearest(target, 20, where: "n < \(percent)")
                == data.loopedNearest(target, 20) { $0 % 100 < percent })
    }

    @Test func `a document whose vector stays the same keeps its slot`() throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_048)
        let document = try #require(try data.collection.document(id: "d1")?.toMutable())
        document.setString("other", forKey: "name")
        try data.collection.save(document: document)
        #expect(
            try data.rows(#"SELECT count(*) FROM "kv_default:nearest:by\Meaning""#) == ["0"])
    }

    @Test(arguments: [
        "[1, 2]", "[1, \"x\", 3]", "\"\"", "\"AAAA\"", "null", "7", "{}", "[[1, 2, 3]]", "true",
        "[1e300, 0, 0]", "[1, null, 2]", "[true, false, true]", "\"AACAfwAAgD8AAIA/\"",
    ])
    func `a document without a vector is saved and left out`(json: String) throws {
        let data = try NearestDatabase(dimensions: 3)
        try data.collection.save("a", #"{"v": [1, 2, 3]}"#)
        try data.collection.save("b", #"{"v": \#(json)}"#)
        try data.collection.save("a", #"{"v": [3, 2, 1]}"#)
        try data.collection.save("c", "{}")
        #expect(try data.nearest([0, 0, 0], 10) == ["a"])
    }

    @Test(arguments: [
        #"[1, 0.5, -2]"#, #""AACAPwAAAD8AAADA""#,
    ])
    func `a vector can be numbers or base64`(json: String) throws {
        let data = try NearestDatabase(dimensions: 3)
        try data.collection.save("a", #"{"v": \#(json)}"#)
        let query = try data.database.createQuery(
            "SELECT APPROX_VECTOR_DISTANCE(v, [1, 0.5, -1]) FROM _ LIMIT 1")
        #expect(try query.execute().map { $0.double(at: 0) } == [1])
    }

    @Test func `huge values are left out quickly`() throws {
        let data = try NearestDatabase(dimensions: 3)
        try data.collection.save("a", #"{"v": "\#(String(repeating: "A", count: 10_000_000))"}"#)
        try data.collection.save(
            "b", #"{"v": [\#(Array(repeating: "1", count: 1_000_000).joined(separator: ","))]}"#)
        #expect(try data.nearest([0, 0, 0], 10).isEmpty)
    }

    @Test func `documents with equal distances are in the order of their IDs`() throws {
        let data = try NearestDatabase(dimensions: 2)
        for id in ["c", "a", "d", "b"] { try data.collection.save(id, #"{"v": [1, 1]}"#) }
        #expect(try data.nearest([0, 0], 2) == ["a", "b"])
    }

    @Test func `a vector of zeros has the distance 1 by cosine`() throws {
        let data = try NearestDatabase(dimensions: 2, metric: .cosine)
        try data.collection.save("a", #"{"v": [0, 0]}"#)
        try data.collection.save("b", #"{"v": [-1, 0]}"#)
        #expect(try data.nearest([1, 0], 2) == ["a", "b"])
    }

    // MARK: Statements

    @Test func `a search without an index is refused`() throws {
        let data = try NearestDatabase(dimensions: 3, isIndexed: false)
        #expect(thrownCode { _ = try data.nearest([1, 2, 3], 1) } == .missingIndex)
    }

    @Test func `a search by another metric than that of the index is refused`() throws {
        let data = try NearestDatabase(dimensions: 3, metric: .dot)
        #expect(
            thrownCode {
                _ = try data.database.createQuery(
                    "SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 2, 3], 'L2') LIMIT 1"
                )
            } == .invalidQuery)
    }

    @Test func `a target of another number of dimensions is refused`() throws {
        let data = try NearestDatabase(dimensions: 3)
        try data.collection.save("a", #"{"v": [1, 2, 3]}"#)
        #expect(throws: QuireError.self) { try data.nearest([1, 2], 1) }
    }

    @Test func `the explanation names the index`() throws {
        let data = try NearestDatabase(dimensions: 2)
        let query = try data.database.createQuery(
            "SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 2]) LIMIT 1")
        #expect(try query.explain().contains("USING NEAREST INDEX byMeaning"))
    }

    @Test func `an exact search of a statement uses the index too`() throws {
        let data = try NearestDatabase(dimensions: 2)
        let query = try data.database.createQuery(
            """
            SELECT META().id FROM _ WHERE VECTOR_DISTANCE(v, [1, 2]) IS VALUED \
            ORDER BY VECTOR_DISTANCE(v, [1, 2]) LIMIT 1
            """)
        #expect(try query.explain().contains("USING NEAREST INDEX byMeaning"))
    }

    // MARK: The file

    @Test func `an index is listed, replaced and deleted like others`() throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.collection.createIndex(
            withName: "byMeaning", config: ValueIndexConfiguration(["n"]))
        #expect(try data.rows("SELECT name FROM sqlite_master WHERE name LIKE '%:%'").isEmpty)
        try data.createIndex()
        try data.createIndex()
        #expect(try data.collection.indexes() == ["byMeaning"])
        try data.collection.deleteIndex(forName: "byMeaning")
        #expect(try data.rows("SELECT name FROM sqlite_master WHERE name LIKE '%:%'").isEmpty)
    }

    @Test func `the list of indexes does not contain an index of vectors`() throws {
        let data = try NearestDatabase(dimensions: 2)
        #expect(try data.rows("SELECT name FROM indexes").isEmpty)
    }

    @Test func `a database with an index is opened and written again`() throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_000)
        try data.reopen()
        try data.save(500..<600)
        let target = data.vector()
        #expect(try data.nearest(target, 20) == data.loopedNearest(target, 20))
    }

    @Test func `reindexing reads all vectors again`() throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<2_000)
        try data.database.performMaintenance(type: .reindex)
        let target = data.vector()
        #expect(try data.nearest(target, 20) == data.loopedNearest(target, 20))
    }

    @Test func `a transaction that is rolled back leaves no chunk in memory`() throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<4_500)
        _ = try data.nearest(data.vector(), 1)
        struct Cancellation: Error {}
        for _ in 0..<2 {
            try? data.database.inBatch {
                try data.save(4_500..<6_000)
                _ = try data.nearest(data.vector(), 1)
                throw Cancellation()
            }
        }
        try data.save(4_500..<6_000)
        #expect(try data.recall() >= 0.95)
    }

    @Test func `the tables that another program left are replaced`() throws {
        let data = try NearestDatabase(dimensions: 16)
        try data.save(0..<1_500)
        try data.database.inBatch {
            try data.database.writeSQL(
                "DROP TRIGGER \"kv_default:nearest:by\\Meaning::ins\"")
        }
        #expect(try data.collection.indexes().isEmpty)
        try data.createIndex()
        let target = data.vector()
        #expect(try data.nearest(target, 20) == data.loopedNearest(target, 20))
    }

    @Test(arguments: ["slots", "vectors", "codes"])
    func `a damaged index is an error of searches and not of saves`(part: String) throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        let column = part == "slots" ? "slot = slot + 1" : "\(part) = x'00'"
        try data.database.inBatch {
            try data.database.writeSQL("UPDATE \"kv_default:\(part):by\\Meaning\" SET \(column)")
        }
        try data.save(0..<1_100)
        let error = thrownError { _ = try data.nearest(data.vector(), 10) }
        #expect(error?.code == (part == "slots" ? nil : .corruptData))
    }
}

extension Database {
    /// Runs SQL in the current transaction.
    fileprivate func writeSQL(_ sql: String) throws {
        try write { transaction in
            try transaction.connection.sqlite.execute(sql, purpose: "test")
        }
    }
}
