import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireStoreQuery

/// Comparison of dictionaries by their contents, in all engines.
@Suite struct DictionaryEqualityTests {
    /// The first document determines the numbers of the shared keys, which are not in alphabetic
    /// order.
    static let documents: [(id: String, json: String)] = [
        ("first", #"{"v":1,"zip":1,"street":1,"name":1,"city":1}"#),
        ("address", #"{"v":{"city":"Bergen","name":"A","street":"Kaigaten","zip":5003}}"#),
        (
            "long",
            #"{"v":{"street":"A street with a name of more than 15 bytes","name":"A street with a name of more than 15 bytes"}}"#
        ),
        (
            "nested",
            #"{"v":{"name":[],"zip":{"street":[1,{"name":"Torgallmenningen","city":null}],"city":{}}}}"#
        ),
        ("empty", #"{"v":{}}"#), ("none", #"{"v":[]}"#), ("null", #"{"v":null}"#),
        ("missing", "{}"),
        ("integer", #"{"v":{"number":1}}"#), ("double", #"{"v":{"number":1.0}}"#),
        ("unicode", #"{"v":{"日本 語":"東京","é":"composed","Straße 1":true,"\"":"q"}}"#),
        ("decomposed", #"{"v":{"e\u0301":"composed"}}"#),
        (
            "list",
            #"{"v":[{"zip":1,"street":"Kaigaten"},{"zip":2,"street":"Torget"}],"w":{"zip":2,"street":"Torget"}}"#
        ),
        ("scalars", #"{"v":[1,"a"]}"#), ("text", #"{"v":"text"}"#),
        ("withNull", #"{"v":{"city":null}}"#),
    ]

    private static let address =
        "{'name': 'A', 'zip': 5003, 'street': 'Kaigaten', 'city': 'Bergen'}"
    private static let valued = documents.map(\.id).filter { $0 != "missing" }

    static let conditions: [(text: String, ids: [String])] = [
        ("v = \(address)", ["address"]),
        ("\(address) = v", ["address"]),
        ("v = {'zip': 5003, 'street': 'Kaigaten', 'name': 'A', 'city': 'Bergen'}", ["address"]),
        (
            "v = {'zip': 1, 'zip': 5003, 'street': 'Kaigaten', 'name': 'A', 'city': 'Bergen'}",
            ["address"]
        ),
        ("v = {'zip': 5003, 'street': 'Kaigaten', 'name': 'A'}", []),
        ("v = {'zip': 5003, 'street': 'Kaigaten', 'name': 'A', 'city': 'Oslo'}", []),
        ("v = {'zip': 5003, 'street': 'Kaigaten', 'name': 'A', 'town': 'Bergen'}", []),
        ("v == \(address) = TRUE", ["address"]),
        ("v IS \(address)", ["address"]),
        ("v != \(address)", valued.filter { $0 != "address" }),
        ("v IS NOT \(address)", documents.map(\.id).filter { $0 != "address" }),
        ("NOT (v = \(address))", valued.filter { $0 != "address" }),
        ("(v COLLATE NOCASE) = \(address)", ["address"]),
        ("(v = \(address)) COLLATE NOCASE", ["address"]),
        (
            "v = {'name': 'A street with a name of more than 15 bytes', 'street': 'A street with a name of more than 15 bytes'}",
            ["long"]
        ),
        (
            "v = {'zip': {'city': {}, 'street': [1, {'city': NULL, 'name': 'Torgallmenningen'}]}, 'name': []}",
            ["nested"]
        ),
        (
            "v.zip = {'city': {}, 'street': [1, {'city': NULL, 'name': 'Torgallmenningen'}]}",
            ["nested"]
        ),
        ("v = {}", ["empty"]), ("v = []", ["none"]), ("v = {'city': NULL}", ["withNull"]),
        ("v = {'city': MISSING}", ["empty"]), ("v != {}", valued.filter { $0 != "empty" }),
        ("v = {'number': 1}", ["integer"]), ("v = {'number': 1.0}", ["double"]),
        ("v = {'é': 'composed', '\"': 'q', '日本 語': '東京', 'Straße 1': TRUE}", ["unicode"]),
        ("v = {'e\u{301}': 'composed'}", ["decomposed"]), ("v = {'é': 'composed'}", []),
        ("v IN [\(address), 'text', [], {}]", ["address", "empty", "none", "text"]),
        ("v IN ('text', 1, [1, 'a'])", ["first", "scalars", "text"]),
        (
            "v NOT IN [\(address), 'text', {}]",
            valued.filter { !["address", "text", "empty"].contains($0) }
        ),
        ("\(address) IN [v, 'text']", ["address"]),
        ("{'street': 'Torget', 'zip': 2} IN v", ["list"]),
        ("ARRAY_CONTAINS(v, {'street': 'Torget', 'zip': 2})", ["list"]),
        ("v IN $addresses", ["address", "empty"]), ("$address = v", ["address"]),
        ("v IS NOT $address", documents.map(\.id).filter { $0 != "address" }),
        ("v = $addresses[0]", ["address"]), ("v = $list", ["list"]), ("v = $scalars", ["scalars"]),
        ("v = $text", ["text"]), ("v IN $scalars", ["first"]),
        ("v = [{'street': 'Kaigaten', 'zip': 1}, {'street': 'Torget', 'zip': 2}]", ["list"]),
        ("v = [{'street': 'Torget', 'zip': 2}, {'street': 'Kaigaten', 'zip': 1}]", []),
        ("v = [1, 'a']", ["scalars"]), ("v = [1.0, 'a']", []),
        (
            "v = {'name': v.name, 'zip': v.zip, 'street': v.street, 'city': v.city}",
            ["address", "long", "nested", "empty", "withNull"]
        ),
        ("v = [w, {'zip': 1}]", []), ("w IN v", ["list"]), ("v = [v[0], w]", ["none", "list"]),
        ("IFMISSING(w, {}) = {'street': 'Torget', 'zip': 2}", ["list"]),
        ("CASE WHEN TRUE THEN \(address) END = v", ["address"]),
        (
            "CASE v WHEN 1 THEN FALSE WHEN \(address) THEN TRUE WHEN {} THEN TRUE ELSE FALSE END",
            ["address", "empty"]
        ),
        ("ANY x IN v SATISFIES x = {'street': 'Torget', 'zip': 2} END", ["list"]),
        ("ANY x IN v SATISFIES x = w END", ["list"]),
        ("ANY x IN [{'zip': 3}, \(address), {}] SATISFIES x = v END", ["address", "empty"]),
        ("ANY x IN [{'a': v}] SATISFIES x.a = \(address) END", ["address"]),
        ("ANY x IN [{'a': v}] SATISFIES x.a = v AND x.a.zip = 5003 END", ["address"]),
        (
            "ANY AND EVERY x IN v SATISFIES x IN [{'zip': 2, 'street': 'Torget'}, {'street': 'Kaigaten', 'zip': 1}] END",
            ["list"]
        ),
        ("{'a': {'street': 'Kaigaten', 'zip': 1}}.a = v[0]", ["list"]),
        ("META().id = {'zip': 1}", []), ("META().id IN [{'zip': 1}, 'text']", ["text"]),
        ("LOWER(v) = {'zip': 1} OR v = 'text'", ["text"]),
    ]

    private static var parameters: Parameters {
        [
            "address": ["city": "Bergen", "name": "A", "street": "Kaigaten", "zip": 5003],
            "addresses": [
                ["city": "Bergen", "name": "A", "street": "Kaigaten", "zip": 5003], [:],
            ],
            "list": [["street": "Kaigaten", "zip": 1], ["street": "Torget", "zip": 2]],
            "scalars": [1, "a"], "text": "text",
        ]
    }

    private static func statement(_ condition: String) throws -> SelectStatement {
        let text =
            "SELECT META().id AS id FROM _ WHERE \(condition.replacingOccurrences(of: "$addresses[0]", with: "{'a': $addresses}.a[0]"))"
        return try QuerySource(verbatim: text).statement()
    }

    @Test(arguments: conditions.indices)
    func `equal contents are equal in a query and in the evaluator`(index: Int) throws {
        let (condition, ids) = Self.conditions[index]
        let built = try QueryDatabase(Self.documents)
        let statement = try Self.statement(condition)
        let query = try Query(statement, database: built.database)
        query.parameters = Self.parameters
        #expect(try query.execute().compactMap { $0["id"]?.string } == ids, "\(condition)")
        let documents = try built.collection.records(ids: Self.documents.map(\.id))
            .map { EvaluatedDocument($0) }
        let evaluator = try StatementEvaluator(statement, parameters: Self.parameters)
        #expect(
            try evaluator.rows(of: documents).compactMap { $0["id"]?.string } == ids, "\(condition)"
        )
    }

    @Test(arguments: TestStore.all)
    func `equal contents are equal in every engine`(kind: TestStore) throws {
        let store = try kind.open()
        for document in Self.documents { try store.put(document.id, document.json) }
        for (condition, ids) in Self.conditions where !condition.contains("$") {
            let rows = try store.store.rows(of: Self.statement(condition))
            #expect(rows.compactMap { $0["id"]?.string } == ids, "\(condition)")
        }
    }

    @Test func `a query uses an index on a property that is compared with a parameter`() throws {
        let built = try QueryDatabase(Self.documents)
        try built.collection.createIndex(withName: "v", config: ValueIndexConfiguration(["v"]))
        let query = try built.database.createQuery("SELECT META().id AS id FROM _ WHERE v = $p")
        for _ in 0..<2 {
            query.parameters = ["p": "text"]
            #expect(try query.explain().contains("USING INDEX v"))
            #expect(try query.execute().map { $0["id"]?.string } == ["text"])
            query.parameters = ["p": ["number": 1]]
            #expect(try query.execute().map { $0["id"]?.string } == ["integer"])
            query.parameters = ["p": [1, "a"]]
            #expect(try query.execute().map { $0["id"]?.string } == ["scalars"])
        }
        let both = try built.database.createQuery(
            "SELECT META().id AS id FROM _ WHERE v = 'text' AND w IS NOT {'zip': 1}")
        #expect(try both.explain().contains("USING INDEX v"))
        #expect(try both.execute().map { $0["id"]?.string } == ["text"])
    }

    @Test func `a subquery and a join compare contents`() throws {
        let built = try QueryDatabase(Self.documents)
        let queries: [QuerySource] = [
            "SELECT META().id AS id FROM _ WHERE v = 'text' AND EXISTS (SELECT 1 FROM _ WHERE v = $p)",
            """
            SELECT META(a).id AS id FROM _ AS a JOIN _ AS b ON b.w = {'zip': 2, 'street': a.v[1].street}
            """,
            "SELECT META(a).id AS id FROM _ AS a UNNEST a.v AS x WHERE x = {'zip': 2, 'street': 'Torget'}",
        ]
        let results = try queries.map { source in
            let query = try built.database.createQuery(source)
            query.parameters = ["p": ["number": 1]]
            return try query.execute().map { $0["id"]?.string }
        }
        #expect(results == [["text"], ["list"], ["list"]])
    }

    @Test func `an array index can be searched for a dictionary parameter`() throws {
        let built = try QueryDatabase([
            ("first", #"{"zip":1,"street":1}"#),
            ("a", #"{"list":[{"home":{"street":"Kaigaten","zip":1}},{"home":2}]}"#),
            ("b", #"{"list":[{"home":{"street":"Torget","zip":1}}]}"#),
        ])
        try built.collection.createIndex(
            withName: "homes", config: ArrayIndexConfiguration(path: "list", expressions: ["home"]))
        let query = try built.database.createQuery(
            "SELECT META().id AS id FROM _ WHERE ANY x IN list SATISFIES x.home = $home END")
        query.parameters = ["home": ["street": "Kaigaten", "zip": 1]]
        #expect(try query.execute().map { $0["id"]?.string } == ["a"])
        query.parameters = ["home": 2]
        #expect(try query.execute().map { $0["id"]?.string } == ["a"])
    }

    @Test func `a live query reports a document whose dictionary becomes equal`() async throws {
        let built = try QueryDatabase(Self.documents)
        let recorder = ResultRecorder()
        let queue = DispatchQueue(label: "DictionaryEqualityTests")
        let query = try built.database.createQuery(
            "SELECT META().id AS id FROM _ WHERE v = {'street': 'Torget', 'zip': 7} OR v = $p")
        query.parameters = ["p": ["street": "Kaigaten", "zip": 8]]
        query.addChangeListener(withQueue: queue) { recorder.note($0) }
        func ids() -> [String]? {
            waitUntil { query.live().isAtRest }
            queue.sync {}
            return recorder.all.last
        }
        #expect(ids() == [])
        try built.save([("new", #"{"v":{"zip":7,"street":"Torget"}}"#)])
        #expect(ids() == [#"{"id":"new"}"#])
        try built.save([("text", #"{"v":{"zip":8,"street":"Kaigaten"}}"#)])
        #expect(ids() == [#"{"id":"text"}"#, #"{"id":"new"}"#])
        try built.save([("new", #"{"v":{"zip":8,"street":"Torget"}}"#)])
        #expect(ids() == [#"{"id":"text"}"#])
    }
}
