import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Statements with distances of vectors, with every engine.
@Suite struct VectorStatementTests {
    private func filled(_ kind: TestStore) throws -> any DocumentDatabase {
        let store = try kind.open()
        let bodies = [
            "a": #"{"v":[3,4],"w":[3,4],"n":1}"#, "b": #"{"v":"AACAPwAAgD8=","w":[0,1],"n":2}"#,
            "c": #"{"v":[0,-2],"n":3}"#, "d": #"{"v":[1],"n":4}"#, "e": #"{"n":5}"#,
            "f": #"{"v":[1,"x"],"n":6}"#,
        ]
        for (id, body) in bodies.sorted(by: { $0.key < $1.key }) { try store.put(id, body) }
        return store.store.database
    }

    @Test(arguments: TestStore.all, ["[1, 1]", "'AACAPwAAgD8='", "[1.0, 1e0]"])
    func `a distance is computed for each document with a vector`(
        kind: TestStore, target: String
    ) throws {
        let database = try filled(kind)
        let names = [
            "", ", 'EUCLIDEAN2'", ", 'L2'", ", 'cosine_distance'", ", 'DOT_PRODUCT_DISTANCE'",
        ]
        let expected: [[Double]] = [
            [13, 0, 10], [13, 0, 10], [3.605551275, 0, 3.16227766],
            [0.010050506, 0, 1.7071068], [-7, -2, 2],
        ]
        for (name, expected) in zip(names, expected) {
            let sql = """
                SELECT VECTOR_DISTANCE(v, \(target)\(name)) AS distance FROM _ ORDER BY META().id
                """
            let rows = try database.query(QuerySource(verbatim: sql)).map { row in
                row.contains(key: "distance") ? row.double(forKey: "distance") : nil
            }
            #expect(rows.count == 6 && rows[3...] == [nil, nil, nil], "\(name)")
            let error = zip(rows, expected).map { abs(($0 ?? .infinity) - $1) }.max()
            #expect(try #require(error) < 1e-6, "\(name)")
        }
    }

    @Test(arguments: TestStore.all)
    func `a distance can be interpolated, compared, and computed from two properties`(
        kind: TestStore
    ) throws {
        let database = try filled(kind)
        let vector: [Float] = [1, 1]
        let near = try database.query(
            """
            SELECT META().id FROM _ WHERE VECTOR_DISTANCE(v, \(vector), 'COSINE') < 1 OR n = 5
            ORDER BY VECTOR_DISTANCE(v, \(vector), 'COSINE') DESC
            """
        ).compactMap { $0.string(at: 0) }
        #expect(near == ["a", "b", "e"])
        let data = Vector(vector)
        let first = try database.query(
            "SELECT META().id FROM _ WHERE VECTOR_DISTANCE(v, \(data)) = 0"
        ).compactMap { $0.string(at: 0) }
        #expect(first == ["b"])
        let pairs = try database.query(
            "SELECT VECTOR_DISTANCE(v, w) AS d FROM _ WHERE w IS VALUED ORDER BY META().id"
        ).map { $0.double(at: 0) }
        #expect(pairs == [0, 1])
    }

    @Test(
        arguments: TestStore.all,
        ["'text'", "[]", "[1, 'x']", "NULL", "1", "{}", "'AADAfwAAgD8='", "[1e39]"])
    func `a second argument that is not a vector is an error`(
        kind: TestStore, target: String
    ) throws {
        let database = try filled(kind)
        let code = thrownCode {
            let sql = "SELECT VECTOR_DISTANCE(v, \(target)) FROM _"
            _ = try database.query(QuerySource(verbatim: sql)).map { $0.count }
        }
        #expect(code == .invalidQuery)
    }

    @Test(arguments: TestStore.all)
    func `a metric without a meaning is an error that names the others`(kind: TestStore) throws {
        let database = try filled(kind)
        let error = #expect(throws: QuireError.self) {
            _ = try database.query("SELECT VECTOR_DISTANCE(v, [1, 1], 'COS') FROM _").map {
                $0.count
            }
        }
        #expect(error?.code == .invalidQuery && error?.message.contains("COSINE") == true)
    }

    // MARK: Searches without an index

    /// The engines that compute `APPROX_VECTOR_DISTANCE` without an index.
    static let searching = TestStore.all.filter { ["memory", "postgres"].contains($0.rawValue) }

    static let searches: [(sql: String, ids: String)] = [
        ("ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 1]) LIMIT 2", "b c"),
        ("ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 1]) LIMIT 10", "b c a"),
        ("LIMIT 10", "b c a"), ("LIMIT 0", ""), ("LIMIT -1", ""), ("LIMIT 10 OFFSET 1", "c a"),
        ("WHERE APPROX_VECTOR_DISTANCE(v, [1, 1]) < 11 LIMIT 10", "b c"),
        ("WHERE 11 > APPROX_VECTOR_DISTANCE(v, [1, 1]) LIMIT 10", "b c"),
        ("WHERE APPROX_VECTOR_DISTANCE(v, [1, 1]) <= 10 LIMIT 1", "b"),
        ("WHERE n != 2 ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 1])", "c a"),
        ("WHERE n > 0", "a b c"), ("WHERE n > 0 ORDER BY n DESC", "c b a"),
        ("WHERE n > 0 AND APPROX_VECTOR_DISTANCE(v, [1, 1]) > 1 ORDER BY distance", "c a"),
        ("WHERE n = 5", ""), ("ORDER BY distance LIMIT 10", "b c a"),
        ("ORDER BY 2 LIMIT 10", "b c a"), ("ORDER BY distance, n LIMIT 10", "b c a"),
    ]

    @Test(arguments: searching, searches)
    func `a search has the nearest documents`(
        kind: TestStore, search: (sql: String, ids: String)
    ) throws {
        let database = try filled(kind)
        let sql = """
            SELECT META().id, APPROX_VECTOR_DISTANCE(v, [1, 1]) AS distance FROM _ \(search.sql)
            """
        let rows = try database.query(QuerySource(verbatim: sql)).map { row in
            (row.string(at: 0) ?? "", row.double(at: 1))
        }
        #expect(rows.map(\.0).joined(separator: " ") == search.ids)
        let expected = ["a": 13.0, "b": 0, "c": 10]
        #expect(rows.allSatisfy { expected[$0.0] == $0.1 })
    }
}
