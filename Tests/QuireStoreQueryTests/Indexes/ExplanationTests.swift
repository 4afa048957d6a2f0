import DatabaseTestSupport
import Quire
import Testing

@Suite struct ExplanationTests {
    let indexed: IndexedDatabase
    var collection: DocumentCollection { indexed.collection }

    init() throws {
        indexed = try IndexedDatabase()
        for number in 0..<50 {
            try collection.save(
                "d\(number)",
                #"{"type":"\#(number.isMultiple(of: 5) ? "hotel" : "inn")","rate":\#(number)}"#)
        }
    }

    func explain(_ query: String, _ parameters: Parameters? = nil) throws -> String {
        let query = try indexed.database.createQuery(QuerySource(verbatim: query))
        query.parameters = parameters
        return try query.explain()
    }

    static let plans: [(query: String, values: [String: Parameters.Value]?, index: String?)] = [
        ("SELECT rate FROM _ WHERE type = 'hotel'", nil, "SEARCH _ USING INDEX byType "),
        ("SELECT rate FROM _ WHERE type = $t AND rate < 5", ["t": "hotel"], "INDEX byType "),
        ("SELECT rate FROM _ WHERE type = $t", nil, "USING INDEX byType "),
        ("SELECT rate FROM _ WHERE type IN ('hotel', 'inn')", nil, "USING INDEX byType "),
        ("SELECT rate FROM _ ORDER BY type", nil, "SCAN _ USING INDEX byType"),
        ("SELECT type FROM _ WHERE name = 'x'", nil, "USING INDEX byHotelName "),
        (
            "SELECT type FROM _ WHERE type = 'inn' AND rate = 3", nil,
            "byType (<expr>=? AND <expr>=?)"
        ),
        ("SELECT type FROM _ WHERE city = 'x' AND open = TRUE", nil, "USING INDEX byOpenCity "),
        ("SELECT type FROM _ WHERE city = $c AND open = 1", ["c": "x"], "USING INDEX byOpenCity "),
        ("SELECT type FROM _ WHERE city = 'x' AND open = $o", ["o": 1], nil),
        ("SELECT type FROM _ WHERE city = 'x'", nil, nil),
        ("SELECT type FROM _ WHERE other = 'x'", nil, nil),
    ]

    @Test(arguments: plans.indices)
    func `it names the index used`(number: Int) throws {
        let (query, values, index) = Self.plans[number]
        try collection.createValueIndex("byType", "type", "rate")
        try collection.createValueIndex("byHotelName", "name")
        try collection.createValueIndex("byOpenCity", "city", where: "open = 1")
        let parameters = Parameters()
        for (name, value) in values ?? [:] { parameters.set(value, forName: name) }
        let text = try explain(query, parameters)
        #expect(index.map { text.contains($0) } ?? !text.contains("USING INDEX"), "\(text)")
    }

    @Test(arguments: [
        ("rate * 2", "rate * 2 > 90"), ("lower(type) ", "LOWER(type) = 'hotel'"),
        (
            "CASE WHEN type = 'it''s' THEN 'a?b' ELSE type END",
            "CASE WHEN type = 'it''s' THEN 'a?b' ELSE type END IN ('hotel', 'a?b')"
        ),
        ("rate - 0.5, type", "type = 'hotel' AND rate - 0.5 = 24.5"),
        ("META().id", "META().id LIKE 'd1%'"),
    ])
    func `an index on a computed expression is used`(expressions: String, condition: String) throws
    {
        let query = try indexed.database.createQuery(
            QuerySource(verbatim: "SELECT rate FROM _ WHERE \(condition)"))
        let before = try query.execute().map { $0.toJSON() }.sorted()
        try collection.createIndex(
            withName: "computed",
            config: ValueIndexConfiguration(expressions.split(separator: ", ").map(String.init)))
        let again = try indexed.database.createQuery(
            QuerySource(verbatim: "SELECT rate FROM _ WHERE \(condition)"))
        let after = try again.execute().map { $0.toJSON() }.sorted()
        let plan = try again.explain()
        #expect(before == after && !after.isEmpty && plan.contains("INDEX computed"), "\(plan)")
    }

    @Test func `an index is named by its name in the collection`() throws {
        let other = try indexed.database.createCollection(name: "Other")
        for each in [collection, other] { try each.createValueIndex("byType", "type") }
        let text = try explain("SELECT META().id FROM Other WHERE type = 'a'")
        #expect(text.contains("USING INDEX byType (<expr>=?)"), "\(text)")
    }

    @Test func `it contains the SQL, the steps and the query`() throws {
        #expect(
            try explain("SELECT type FROM _ WHERE rate > 1 ORDER BY rate").split(separator: "\n")
                .suffix(5) == [
                    "SCAN _", "USE TEMP B-TREE FOR ORDER BY", "EVALUATE rate > 1",
                    "SELECT type FROM _ WHERE rate > 1 ORDER BY rate",
                    "A live query is run again after each change, because its rows are not counts "
                        + "or sums.",
                ])
    }

    @Test func `a typed selection can be explained`() throws {
        struct Hotel: DocumentModel {
            static let documentType = "hotel"
            var id: String
            var rate: Double
        }
        try collection.createValueIndex("byType", "type", "rate")
        let hotels = try indexed.database.repository(of: Hotel.self)
        let text = try hotels.filter { $0.rate < 10 }.explain()
        #expect(text.contains("USING INDEX byType (<expr>=? AND <expr><?)"), "\(text)")
    }
}
