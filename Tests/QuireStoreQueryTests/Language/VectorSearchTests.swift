import Foundation
import Quire
import QuireSearch
import SQLPlusPlus
import Testing

@testable import QuireQuery

/// The rules for `APPROX_VECTOR_DISTANCE` in statements.
@Suite struct VectorSearchTests {
    static let call = "APPROX_VECTOR_DISTANCE(v, $t, 'COSINE')"

    private func search(_ sql: String) throws -> VectorSearch? {
        try VectorSearch(in: SelectStatement.parse(sql, knowing: QueryFunction.table))
    }

    // MARK: Completed statements

    /// A statement and the completed one, in which `D` is the distance.
    static let completed: [(sql: String, isSimple: Bool, completed: String)] = [
        (
            "SELECT n FROM _ ORDER BY D LIMIT 10", true,
            "SELECT n FROM _ WHERE D IS VALUED ORDER BY D LIMIT 10"
        ),
        (
            "SELECT n, D FROM _ LIMIT 10", true,
            "SELECT n, D FROM _ WHERE D IS VALUED ORDER BY D LIMIT 10"
        ),
        (
            "SELECT n FROM _ WHERE D < 0.5 LIMIT 10", true,
            "SELECT n FROM _ WHERE D < 0.5 AND D IS VALUED ORDER BY D LIMIT 10"
        ),
        (
            "SELECT n, D AS d FROM _ WHERE 0.5 >= d ORDER BY d, n LIMIT $count", true,
            "SELECT n, D AS d FROM _ WHERE 0.5 >= d AND D IS VALUED ORDER BY d, n LIMIT $count"
        ),
        (
            "SELECT D AS d FROM _ ORDER BY 1 LIMIT 10000", true,
            "SELECT D AS d FROM _ WHERE D IS VALUED ORDER BY 1 LIMIT 10000"
        ),
        (
            "SELECT n FROM _ ORDER BY D LIMIT -1", true,
            "SELECT n FROM _ WHERE D IS VALUED ORDER BY D LIMIT 0"
        ),
        (
            "SELECT n FROM _ WHERE n = 1 ORDER BY D", false,
            "SELECT n FROM _ WHERE n = 1 AND D IS VALUED ORDER BY D"
        ),
        (
            "SELECT n FROM _ WHERE D > 0.5 ORDER BY n LIMIT 20000", false,
            "SELECT n FROM _ WHERE D > 0.5 AND D IS VALUED ORDER BY n LIMIT 20000"
        ),
        (
            "SELECT COUNT(*) FROM _ WHERE n = 1 AND D < 0.5", false,
            "SELECT COUNT(*) FROM _ WHERE n = 1 AND D < 0.5 AND D IS VALUED"
        ),
        (
            "SELECT n FROM _ WHERE (n = 1 OR n = 2) AND D < 0.5 ORDER BY D DESC", false,
            "SELECT n FROM _ WHERE (n = 1 OR n = 2) AND D < 0.5 AND D IS VALUED ORDER BY D DESC"
        ),
        (
            "SELECT n FROM _ WHERE MATCH(words, 'sea') ORDER BY D LIMIT 3", false,
            "SELECT n FROM _ WHERE MATCH(words, 'sea') AND D IS VALUED ORDER BY D LIMIT 3"
        ),
        (
            "SELECT a.n FROM _ AS a JOIN _ AS b ON a.k = b.k ORDER BY A LIMIT 3", true,
            "SELECT a.n FROM _ AS a JOIN _ AS b ON a.k = b.k WHERE A IS VALUED ORDER BY A LIMIT 3"
        ),
    ]

    private static func spelled(_ sql: String) -> String {
        sql.replacing(#/\bD\b/#, with: call).replacing(
            #/\bA\b/#, with: "APPROX_VECTOR_DISTANCE(a.v, $t, 'COSINE')")
    }

    @Test(arguments: completed)
    func `a statement is completed by the condition and the order of its search`(
        sql: String, isSimple: Bool, completed: String
    ) throws {
        let search = try #require(try search(Self.spelled(sql)))
        #expect(search.statement.description == Self.spelled(completed))
        #expect(search.isSimple == isSimple && search.target == .parameter("t"))
        #expect(search.property.description == "v" && search.metric == .cosine)
        // Completing a completed statement has no effect.
        let again = try #require(try VectorSearch(in: search.statement))
        #expect(again == search)
    }

    @Test(arguments: [
        "SELECT n FROM _", "SELECT VECTOR_DISTANCE(v, $t) FROM _",
        "SELECT n FROM _ WHERE EXISTS (SELECT n FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, $t) LIMIT 1)",
    ])
    func `a statement without a call has no search`(sql: String) throws {
        #expect(try search(sql) == nil)
    }

    // MARK: Arguments

    static let metrics: [(argument: String, metric: DistanceMetric?)] = [
        ("", nil), (", 'EUCLIDEAN'", .euclidean), (", 'l2'", .euclidean),
        (", 'Euclidean2'", .euclideanSquared), (", 'EUCLIDEAN_SQUARED'", .euclideanSquared),
        (", 'L2_SQUARED'", .euclideanSquared), (", 'default'", .euclideanSquared),
        (", 'COSINE'", .cosine), (", 'cosine_distance'", .cosine), (", 'DOT'", .dot),
        (", 'DOT_PRODUCT_DISTANCE'", .dot), (", 'COSINE', 1", .cosine),
        (", 'COSINE', 9223372036854775807, FALSE", .cosine),
    ]

    @Test(arguments: metrics)
    func `names of metrics have any case, and probes are at least 1`(
        argument: String, metric: DistanceMetric?
    ) throws {
        let search = try search(
            "SELECT n FROM _ ORDER BY APPROX_VECTOR_DISTANCE(a.v[0], $t\(argument)) LIMIT 1")
        #expect(search?.metric == metric && search?.property.description == "a.v[0]")
    }

    @Test func `calls with and without a metric are one search`() throws {
        let search = try search(
            """
            SELECT APPROX_VECTOR_DISTANCE(v, $t) AS d FROM _
            WHERE APPROX_VECTOR_DISTANCE(v, $t, 'dot', 8) < 3 ORDER BY d LIMIT 3
            """)
        #expect(search?.metric == .dot && search?.isSimple == true)
        #expect(
            search?.statement.description == """
                SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT') AS d FROM _ WHERE \
                APPROX_VECTOR_DISTANCE(v, $t, 'DOT') < 3 AND APPROX_VECTOR_DISTANCE(v, $t, 'DOT') IS \
                VALUED ORDER BY d LIMIT 3
                """)
    }

    /// Statements that break a rule, and a part of the message.
    static let refused: [(sql: String, part: String)] = [
        ("SELECT n FROM _ ORDER BY D", "requires LIMIT"), ("SELECT D FROM _", "requires LIMIT"),
        ("SELECT n FROM _ WHERE D < 1 ORDER BY D", "requires LIMIT"),
        ("SELECT n FROM _ ORDER BY D LIMIT 10001", "10000, not 10001"),
        ("SELECT n FROM _ ORDER BY D DESC LIMIT 3", "ORDER BY must begin"),
        ("SELECT n, D FROM _ ORDER BY n, D LIMIT 3", "ORDER BY must begin"),
        ("SELECT n FROM _ ORDER BY -D LIMIT 3", "ORDER BY must begin"),
        ("SELECT COUNT(*) FROM _ WHERE D < 1 LIMIT 3", "groups or aggregates"),
        ("SELECT n FROM _ WHERE n = 1 OR D < 1", "inside OR"),
        ("SELECT n, D AS d FROM _ WHERE n = 1 AND (n = 2 OR d < 1)", "inside OR"),
        ("SELECT n FROM _ WHERE n = 1 GROUP BY D", "only allowed"),
        ("SELECT n FROM _ WHERE n = 1 GROUP BY n HAVING D < 1", "only allowed"),
        ("SELECT D AS d FROM _ WHERE n = 1 GROUP BY d", "only allowed"),
        ("SELECT a.n FROM _ AS a JOIN _ AS b ON A < 1", "only allowed"),
        ("SELECT n FROM _ LIMIT D", "only allowed"),
        ("SELECT D, APPROX_VECTOR_DISTANCE(w, $t) FROM _ LIMIT 3", "different arguments"),
        ("SELECT D, APPROX_VECTOR_DISTANCE(v, $u) FROM _ LIMIT 3", "different arguments"),
        ("SELECT D, APPROX_VECTOR_DISTANCE(v, $t, 'DOT') FROM _ LIMIT 3", "different arguments"),
        ("SELECT APPROX_VECTOR_DISTANCE([1], $t) FROM _ LIMIT 3", "requires a property"),
        ("SELECT APPROX_VECTOR_DISTANCE(META().id, $t) FROM _ LIMIT 3", "requires a property"),
        (
            "SELECT APPROX_VECTOR_DISTANCE(i, $t) FROM _ UNNEST v AS i LIMIT 3",
            "requires a property"
        ),
        ("SELECT APPROX_VECTOR_DISTANCE(v, w) FROM _ LIMIT 3", "a constant or a parameter"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, [1, w]) FROM _ LIMIT 3", "a constant or a parameter"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 'COS') FROM _ LIMIT 3", #"metric "COS""#),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, '') FROM _ LIMIT 3", #"metric """#),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 1) FROM _ LIMIT 3", "name of a metric"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, $m) FROM _ LIMIT 3", "name of a metric"),
        (
            "SELECT APPROX_VECTOR_DISTANCE(v, $t, 'cosine_similarity') FROM _ LIMIT 3",
            "1 minus the similarity"
        ),
        (
            "SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT_PRODUCT_SIMILARITY') FROM _ LIMIT 3",
            "the negative of the product"
        ),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT', 0) FROM _ LIMIT 3", "at least 1"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT', -1) FROM _ LIMIT 3", "at least 1"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT', 1.5) FROM _ LIMIT 3", "at least 1"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT', $p) FROM _ LIMIT 3", "at least 1"),
        ("SELECT APPROX_VECTOR_DISTANCE(v, $t, 'DOT', 1, TRUE) FROM _ LIMIT 3", "only FALSE"),
    ]

    @Test(arguments: refused)
    func `a search that breaks a rule is an invalid query`(sql: String, part: String) {
        let error = #expect(throws: QuireError.self) { try search(Self.spelled(sql)) }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    // MARK: Targets

    private func vector(
        _ target: String, _ metric: DistanceMetric, _ parameters: Parameters? = nil
    ) throws -> [Float] {
        let sql = """
            SELECT n FROM _ ORDER BY APPROX_VECTOR_DISTANCE(v, \(target), '\(metric.name)') LIMIT 1
            """
        return try #require(try search(sql)).vector(ParameterValues(parameters)).numbers
    }

    @Test func `a target is an array, data or base64`() throws {
        let numbers: [Float] = [1, -0.5]
        let data = numbers.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
        let values: [Any] = [
            numbers, numbers.map(Double.init), data, data.base64EncodedString(), Vector(numbers),
        ]
        for value in values {
            let parameters = Parameters().setValue(value, forName: "t")
            #expect(try vector("$t", .cosine, parameters) == numbers)
        }
        for text in ["[1, -0.5]", "'\(data.base64EncodedString())'", "[2 - 1, -(1 / 2.0)]"] {
            #expect(try vector(text, .dot) == numbers)
        }
    }

    static let unsuitable: [any Sendable] = [
        [Double](), [1, .infinity], [1e39], "text", "", 1, true, [[1.0]], ["a": 1],
        Data([1, 2, 3]),
        Data([0, 0, 0xC0, 0x7F]), Array(repeating: 1.0, count: 4097),
        String(repeating: "A", count: 100_000), [Double](repeating: 0, count: 3), NSNull(),
    ]

    @Test func `a target that is not a vector is an invalid parameter that the error names`() {
        for value in Self.unsuitable {
            let parameters = Parameters().setValue(value, forName: "t")
            let error = #expect(throws: QuireError.self, "\(value)") {
                try vector("$t", .cosine, parameters)
            }
            #expect(error?.code == .invalidQueryParameter)
            #expect(error?.message.contains("$t") == true)
        }
        let error = #expect(throws: QuireError.self) { try vector("'x'", .dot) }
        #expect(error?.code == .invalidQueryParameter)
        #expect(error?.message.contains("second argument") == true)
        #expect(throws: QuireError.self) { try vector("$missing", .dot) }
        #expect(throws: Never.self) { try vector("[0, 0]", .euclidean) }
    }
}
