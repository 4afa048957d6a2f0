import DatabaseTestSupport
import Quire
import Testing

@Suite struct ArrayIndexUseTests {
    let indexed: IndexedDatabase
    var collection: DocumentCollection { indexed.collection }

    static let documents = [
        #"{"tags":["a","b",1,true,null],"rooms":[{"n":1,"beds":[{"k":"x"}]},{"n":null}]}"#,
        #"{"tags":["b"],"rooms":[{"n":"1","beds":[{"k":"y"},{"k":"x"}]}]}"#,
        #"{"tags":"a","rooms":{"p":{"n":2.5,"beds":{"q":{"k":true}}}}}"#,
        #"{"tags":[],"rooms":[{"n":[1]},7,"t",{"beds":[["k"]]}]}"#,
        #"{"tags":[-1,0,18446744073709551615,["a"]],"rooms":[null,{"n":-1}]}"#, "{}",
    ]

    /// Queries of items, and whether they use an array index.
    static let queries: [(query: String, isServed: Bool)] = [
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = 'b'", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = TRUE", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t IS 'b'", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t IS TRUE", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t IS 1", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t IS NULL", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t IN ('a', 0)", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t < 1", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t <= 'a'", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t BETWEEN 0 AND 'a'", true),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t > 'a'", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = NULL", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t IN ('a', NULL)", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = $p", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t != 'a'", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE NOT t = 'a'", false),
        ("SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = 'a' OR t = 'b'", false),
        ("SELECT META(d).id, r FROM _ AS d UNNEST d.rooms AS r WHERE r.n = 1", true),
        ("SELECT META(d).id, r FROM _ AS d UNNEST d.rooms AS r WHERE r.n = NULL", true),
        ("SELECT META(d).id, r FROM _ AS d UNNEST d.rooms AS r WHERE r.n > 1", true),
        ("SELECT META(d).id, r FROM _ AS d UNNEST d.rooms AS r WHERE r.n = $p", true),
        ("SELECT META(d).id, r FROM _ AS d UNNEST d.rooms AS r WHERE r.n <= 2 AND r.m = 1", true),
        ("SELECT META(d).id, r FROM _ AS d UNNEST d.rooms AS r WHERE r.m = 1", false),
        (
            """
            SELECT META(d).id, b FROM _ AS d UNNEST d.rooms AS r UNNEST r.beds AS b
            WHERE b.k = 'x'
            """, true
        ),
        (
            """
            SELECT META(d).id, b FROM _ AS d UNNEST d.rooms AS r UNNEST r.beds AS b
            WHERE b.k >= TRUE AND r.n = 1
            """, true
        ),
        ("SELECT META().id FROM _ WHERE ANY t IN tags SATISFIES t = 'a' END", true),
        ("SELECT META().id FROM _ WHERE NOT ANY t IN tags SATISFIES t = 'a' END", true),
        ("SELECT META().id FROM _ WHERE ANY r IN rooms SATISFIES r.n = 1 AND r.m = 2 END", true),
        ("SELECT META().id FROM _ WHERE ANY r IN rooms SATISFIES r.n >= NULL END", true),
        ("SELECT META().id FROM _ WHERE EVERY t IN tags SATISFIES t = 'b' END", false),
        ("SELECT META().id FROM _ WHERE 'a' IN tags", true),
        ("SELECT META().id FROM _ AS d WHERE 1 IN d.tags AND 'b' IN d.tags", true),
        ("SELECT META().id FROM _ WHERE TRUE IN tags", true),
        ("SELECT META().id FROM _ WHERE 0 IN tags", true),
        ("SELECT META().id FROM _ WHERE 18446744073709551615 IN tags", true),
        ("SELECT META().id FROM _ WHERE NULL IN tags", false),
        ("SELECT META().id FROM _ WHERE ['a'] IN tags", false),
        ("SELECT META().id FROM _ WHERE $p IN tags", false),
        ("SELECT META().id FROM _ WHERE NOT 'a' IN tags", false),
        ("SELECT META().id FROM _ WHERE 'a' NOT IN tags", false),
        ("SELECT META().id FROM _ WHERE 'a' IN tags OR 'b' IN tags", false),
        (
            "SELECT META().id FROM _ WHERE ANY t IN tags SATISFIES t = 'a' END AND META().deleted",
            false
        ),
        ("SELECT ANY t IN tags SATISFIES t = 'a' END FROM _", true),
    ]

    init() throws {
        indexed = try IndexedDatabase()
        for (number, document) in Self.documents.enumerated() {
            try collection.save("d\(number)", document)
        }
        try collection.save("gone", Self.documents[0])
        try collection.delete(id: "gone", expecting: .any)
    }

    func makeIndexes() throws {
        try collection.indexPlan(for: [
            IndexDefinition("byTag", ArrayIndexConfiguration(path: "tags")),
            IndexDefinition("byRoom", ArrayIndexConfiguration(path: "rooms", expressions: ["n"])),
            IndexDefinition(
                "byBed", ArrayIndexConfiguration(path: "rooms[].beds", expressions: ["k"])),
        ]).apply()
    }

    func rows(_ query: Query) throws -> [String] {
        query.parameters = ["p": nil]
        return try query.execute().map { $0.toJSON() }.sorted()
    }

    @Test(arguments: queries)
    func `results are the same with and without the index`(
        text: String, isServed: Bool
    ) throws {
        let before = try rows(try indexed.database.createQuery(QuerySource(verbatim: text)))
        try makeIndexes()
        let query = try indexed.database.createQuery(QuerySource(verbatim: text))
        let after = try rows(query)
        let plan = try query.explain()
        let isUsed = plan.contains(#/USING (COVERING )?INDEX by(Tag|Room|Bed)/#)
        #expect(before == after && isUsed == isServed, "\(before) \(after) \(plan)")
    }

    @Test func `a query still works after its index was deleted`() throws {
        let text = "SELECT META(d).id, t FROM _ AS d UNNEST d.tags AS t WHERE t = 'b'"
        try makeIndexes()
        let query = try indexed.database.createQuery(QuerySource(verbatim: text))
        let before = try rows(query)
        try collection.indexPlan(for: []).apply()
        #expect(try rows(query) == before && !query.explain().contains("USING INDEX"))
    }
}
