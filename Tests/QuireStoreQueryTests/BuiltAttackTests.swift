import CouchbaseLiteSwift
import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Hostile names and numbers in built queries and as parameters.
@Suite struct BuiltAttackTests {
    private typealias Expression = QueryExpression

    private let folder: StoreFolder
    private let database: Quire.Database
    private let source: any DataSourceAs

    static let attacks = HostileNames.attacks + QueryAttackTests.names

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.save("kept", #"{"n":1}"#)
        source = collection.dataSource
    }

    private var content: [String] {
        get throws {
            try folder.rows(
                """
                SELECT type, name, sql FROM sqlite_master UNION ALL SELECT key, body, flags \
                FROM kv_default UNION ALL SELECT key, body, 0 FROM kv_info ORDER BY 1, 2
                """)
        }
    }

    /// Runs queries that can be rejected but must have no other effect.
    private func expectHarmless(
        _ queries: [() throws -> Void], _ allowed: Set<QuireError.Code> = [.invalidQuery]
    ) throws {
        let before = try content
        for query in queries {
            do { try query() } catch {
                let code =
                    (error as? QuireError)?.code
                    ?? QuireError.Code(rawValue: (error as NSError).code)
                #expect(allowed.contains(code), "\(error)")
            }
        }
        #expect(try content == before)
    }

    @Test(arguments: attacks)
    func `a built property accepts any name, or throws`(name: String) throws {
        let property = Expression.property(name)
        let source = source
        try expectHarmless([
            { _ = try QueryBuilder.select(SelectResult.property(name)).from(source).execute() },
            {
                let query = QueryBuilder.select(SelectResult.expression(Meta.id)).from(source)
                    .where(property.equalTo(Expression.string(name)))
                    .orderBy(Ordering.property(name))
                let rows = try query.execute().allResults()
                #expect(rows.isEmpty)
            },
            {
                _ = try QueryBuilder.select(SelectResult.expression(property).as(name))
                    .from(source.as(name)).groupBy(property).execute()
            },
            {
                let variable = ArrayExpression.variable(name)
                let any = ArrayExpression.any(variable).in(property)
                    .satisfies(variable.equalTo(Expression.string(name)))
                _ = try QueryBuilder.select(SelectResult.all()).from(source).where(any).execute()
            },
        ])
    }

    @Test(arguments: attacks)
    func `a parameter accepts any name and value`(name: String) throws {
        let query = QueryBuilder.select(
            SelectResult.expression(Expression.parameter(name)).as("p")
        ).from(source)
        query.parameters = Parameters().setString(name, forName: name)
        try expectHarmless([
            {
                let row = try #require(try query.execute().next())
                #expect(row.string(forKey: "p") == name)
            }
        ])
    }

    @Test(arguments: attacks)
    func `a full-text index and its query accept any string, or throw`(name: String) throws {
        try database.defaultCollection().createIndex(
            withName: "words", config: FullTextIndexConfiguration(["text"]))
        let source = source
        try expectHarmless(
            [
                {
                    let match = FullTextFunction.match(
                        Expression.fullTextIndex(name), query: "x")
                    _ = try QueryBuilder.select().from(source).where(match).execute()
                },
                {
                    let match = FullTextFunction.match(
                        Expression.fullTextIndex("words"), query: name)
                    _ = try QueryBuilder.select().from(source).where(match).execute()
                },
            ], [.invalidQuery, .missingIndex])
    }

    static let commands = [
        "ATTACH DATABASE 'x' AS y", "PRAGMA writable_schema = 1", "VACUUM INTO 'x'",
        "DROP TABLE kv_default", "SELECT n FROM _; DROP TABLE kv_default",
        "SELECT n FROM _ WHERE 1 = 1; PRAGMA user_version = 1", "SELECT n FROM _ -- rest",
        "SELECT n FROM _ /* rest */", "SELECT n FROM _ UNION SELECT body FROM kv_info",
        "SELECT load_extension('x') FROM _", "SELECT n FROM _ WHERE n IN (SELECT 1)",
        "SELECT n FROM pragma_database_list", "SELECT n FROM `kv_default; DROP`",
        "SELECT readfile('/etc/passwd') FROM _", "WITH x AS (SELECT 1) SELECT * FROM x",
    ]

    @Test(arguments: commands)
    func `an injected SQL command is rejected with its position or name`(text: String) throws {
        let before = try content
        let error = thrownError {
            _ = try database.createQuery(QuerySource(verbatim: text)).execute()
        }
        #expect(error?.code == .invalidQuery)
        #expect(
            error?.message.contains(#/line \d+, column \d+|has no collection/#) == true,
            "\(error?.message ?? "")")
        #expect(try content == before)
    }

    @Test func `more parameters than SQLite supports are an error`() throws {
        let names = (0..<33_000).map { "p\($0)" }
        let list = names.map { "$\($0)" }.joined(separator: ", ")
        let code = thrownCode {
            let query = try database.createQuery(
                QuerySource(verbatim: "SELECT n FROM _ WHERE n IN (\(list))"))
            let parameters = Parameters()
            for name in names { _ = parameters.setInt(1, forName: name) }
            query.parameters = parameters
            _ = try query.execute()
        }
        #expect(code == .invalidQuery)
    }

    static let nested: [(opening: String, middle: String, closing: String)] = [
        ("CASE WHEN n = 1 THEN ", "n", " END"), ("CASE WHEN ", "n", " THEN 1 END"),
        ("CASE ", "n", " WHEN 1 THEN 1 END"), ("(", "n", ")"), ("NOT ", "n", ""),
        ("ANY x IN n SATISFIES ", "x", " END"), ("[", "n", "]"), ("{'a': ", "n", "}"),
        ("ABS(", "n", ")"), ("n IN (", "n", ")"), ("- ", "n", ""),
    ]

    @Test(arguments: nested.indices)
    func `a thousand nested terms are an error or evaluated immediately`(index: Int) {
        let (opening, middle, closing) = Self.nested[index]
        let text =
            String(repeating: opening, count: 1_000) + middle
            + String(repeating: closing, count: 1_000)
        let start = ContinuousClock.now
        let error = thrownError {
            _ = try database.createQuery(QuerySource(verbatim: "SELECT \(text) FROM _")).execute()
        }
        #expect(error == nil || error?.code == .invalidQuery)
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
