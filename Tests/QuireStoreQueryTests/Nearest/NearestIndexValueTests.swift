import DatabaseTestSupport
import Foundation
import Quire
import QuireSearch
import Testing

@testable import QuireDocuments
@testable import QuireStore

/// Indexes of unusual values, and unusual searches.
@Suite struct NearestIndexValueTests {
    static let paths: [(path: String, json: String)] = [
        ("a.b", #"{"a": {"b": [1, 2]}}"#), ("a[0]", #"{"a": [[1, 2], [5, 5]]}"#),
        ("a[1].b", #"{"a": [{"b": [9, 9]}, {"b": [1, 2]}]}"#), ("`a.b`", #"{"a.b": [1, 2]}"#),
        ("`ä 🏨`", #"{"ä 🏨": [1, 2]}"#),
    ]

    @Test(arguments: paths)
    func `the vector can be at any path`(path: String, json: String) throws {
        let database = try Database(inMemoryNamed: "test")
        let collection = try database.defaultCollection()
        try collection.createIndex(
            withName: "i", config: NearestIndexConfiguration(path, dimensions: 2))
        try collection.save("a", json)
        try collection.save("b", "{}")
        try collection.save("c", #"{"a": 1}"#)
        let query = try database.createQuery(
            QuerySource(
                verbatim: """
                    SELECT META().id, APPROX_VECTOR_DISTANCE(\(path), [1, 3]) FROM _ \
                    ORDER BY APPROX_VECTOR_DISTANCE(\(path), [1, 3]) LIMIT 5
                    """))
        let found = try query.execute().map { "\($0.string(at: 0) ?? "") \($0.double(at: 1))" }
        #expect(try found == ["a 1.0"] && NearestDatabase.defects(database).isEmpty)
    }

    @Test(arguments: DistanceMetric.allCases)
    func `numbers near the limits, zeros and equal vectors are found`(
        metric: DistanceMetric
    ) throws {
        let data = try NearestDatabase(dimensions: 64, metric: metric)
        let numbers = ["3e38", "-3e38", "0", "1e-45", "1", "-1e-30", "1e20"]
        try data.database.inBatch {
            for id in 0..<5_000 {
                let first = numbers[id % 7]
                let other = numbers[id / 7 % 7]
                let items = (0..<64).map { $0 % 2 == 0 ? first : other }.joined(separator: ",")
                try data.collection.save("d\(id)", "{\"v\": [\(items)]}")
            }
        }
        let targets: [[Float]] = [
            Array(repeating: 3e38, count: 64), Array(repeating: 0, count: 64),
            (0..<64).map { $0 == 0 ? 1 : 0 },
        ]
        let counts = try targets.map { try data.nearest($0, 10).count }
        #expect(try counts == [10, 10, 10] && NearestDatabase.defects(data.database).isEmpty)
    }

    @Test(arguments: [1, 100, 5_100, 5_200, 5_201, 10_000])
    func `a limit can be greater than the number of documents`(limit: Int) throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        #expect(try data.nearest(data.vector(), limit).count == min(limit, 5_200))
    }

    @Test(arguments: [-1, 0, 1_000_000, .max])
    func `a limit in a parameter can be any number`(limit: Int64) throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        let query = try data.database.createQuery(
            "SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, $v) LIMIT $n")
        query.parameters = Parameters().setInt64(limit, forName: "n")
            .setString(VectorReader.text(of: data.vector()), forName: "v")
        #expect(try query.execute().allResults().count == max(0, min(Int(limit), 5_200)))
    }

    @Test(arguments: [1_000, 4_000])
    func `a large part of the vectors is found exactly`(limit: Int) throws {
        let data = try NearestDatabase(dimensions: 64)
        try data.save(0..<5_200)
        let target = data.vector()
        #expect(try data.nearest(target, limit) == data.loopedNearest(target, limit))
    }

    @Test(arguments: ["-1", "0"])
    func `a limit below 1 finds nothing`(limit: String) throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.save(0..<3)
        let query = try data.database.createQuery(
            QuerySource(
                verbatim: """
                    SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 2]) LIMIT \(limit)
                    """))
        #expect(try query.execute().allResults().isEmpty)
    }

    @Test func `an offset skips the nearest ones, also beyond the end`() throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.save(0..<30)
        func found(_ offset: String) throws -> [String] {
            let query = try data.database.createQuery(
                QuerySource(
                    verbatim: """
                        SELECT META().id FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 2]) \
                        LIMIT 5 OFFSET \(offset)
                        """))
            return try query.execute().map { $0.string(at: 0) ?? "" }
        }
        let expected = data.loopedNearest([1, 2], 30)
        #expect(
            try found("10") == Array(expected[10..<15]) && found("28") == Array(expected[28...])
                && found("9223372036854775807").isEmpty)
    }

    @Test func `deleted documents among the live ones take no places`() throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.save(0..<40)
        let nearest = data.loopedNearest([1, 2], 40)
        try data.database.close()
        let deleted = nearest.prefix(20).map { "'\($0)'" }.joined(separator: ",")
        try data.folder.execute(
            """
            UPDATE kv_default SET flags = 1 WHERE key IN (\(deleted)); \
            UPDATE kv_info SET body = x'0000000000000064' WHERE key = 'maxRowidWithDeletedInDefault'
            """, purpose: "imitate an old file")
        try data.use(try data.folder.open())
        #expect(try data.nearest([1, 2], 10) == Array(nearest[20..<30]))
    }

    @Test func `the wrong values have no effect on the others, and a damaged one is no trap`()
        throws
    {
        let data = try NearestDatabase(dimensions: 2)
        try data.save(0..<1_200)
        try data.database.close()
        try data.folder.execute(
            """
            INSERT INTO "kv_default:nearest:by\\Meaning" VALUES (-5, x''), (1000000000000, x'00'), \
            (9223372036854775807, zeroblob(8)); \
            INSERT INTO "kv_default:slots:by\\Meaning" VALUES (-5, -9223372036854775808), \
            (1000000000000, 9223372036854775807)
            """, purpose: "damage the index")
        try data.use(try data.folder.open())
        let target = data.vector()
        #expect(try data.nearest(target, 10) == data.loopedNearest(target, 10))
        #expect(try !NearestDatabase.defects(data.database).isEmpty)
    }

    // MARK: Warnings

    /// The warnings about documents without a vector that a closure causes.
    private func warnings(_ body: () throws -> Void) throws -> [String] {
        let texts = SendableBox<[String]>([])
        let destination = QuireLog.Destination(minimumLevel: .warning) { texts.value += [$0.text] }
        try QuireLog.$taskDestination.withValue(destination, operation: body)
        return texts.value.filter { $0.contains("leaves out the document") }
    }

    static let values: [(json: String, isWarned: Bool)] = [
        (#"{"v": [1, 2]}"#, false), ("{}", false), (#"{"v": null}"#, false),
        (#"{"v": [1]}"#, true), (#"{"v": "x"}"#, true), (#"{"v": []}"#, true),
        (#"{"v": false}"#, true), (#"{"v": [1, null]}"#, true),
    ]

    @Test(arguments: values)
    func `the first save that the index leaves out is logged`(
        json: String, isWarned: Bool
    ) throws {
        let data = try NearestDatabase(dimensions: 2)
        let warnings = try warnings {
            for id in ["a", "b"] { try data.collection.save(id, json) }
            try data.collection.save("a", json)
        }
        #expect(
            warnings.count == (isWarned ? 1 : 0)
                && warnings.allSatisfy { $0.contains(#"byMeaning"#) && $0.contains(#""a""#) })
    }

    @Test func `an index that is created again is warned of again`() throws {
        let data = try NearestDatabase(dimensions: 2)
        try data.collection.save("a", #"{"v": [1, 2]}"#)
        let first = try warnings { try data.collection.save("b", #"{"v": [1, 2, 3]}"#) }
        try data.collection.createIndex(
            withName: "byMeaning", config: NearestIndexConfiguration("v", dimensions: 3))
        let second = try warnings {
            try data.collection.save("c", #"{"v": [1, 2]}"#)
            try data.collection.save("d", #"{"v": [1, 2]}"#)
        }
        #expect(first.count == 1 && second.count == 1)
    }

    @Test func `a save that is rolled back, and one that corrects a value, are not logged`() throws
    {
        let data = try NearestDatabase(dimensions: 2)
        let warnings = try warnings {
            try data.rollingBack { try data.collection.save("a", #"{"v": [1]}"#) }
            try data.database.inBatch {
                try data.collection.save("b", #"{"v": [1]}"#)
                try data.collection.save("b", #"{"v": [1, 2]}"#)
            }
        }
        #expect(warnings.isEmpty)
    }
}
