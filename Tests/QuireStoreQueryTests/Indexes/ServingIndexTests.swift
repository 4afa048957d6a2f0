import CouchbaseLiteSwift
import Quire
import Testing

/// A query in SQL++, built and typed, each of which should use an index.
@Suite struct ServingIndexTests {
    private typealias Expression = QueryExpression

    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var rate: Double
        var city: String?
        var address: Address
        var tags: [String]
        var rooms: [Room]

        struct Address: Codable, Sendable { var zip: Int }
        struct Room: Codable, Sendable { var number: Int }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let built: any ExpressionProtocol
        let typed: QueryCondition<Hotel>?
        let index: any IndexConfiguration & Sendable

        init(
            _ text: String, _ built: any ExpressionProtocol,
            _ typed: ((QueryField<Hotel, Hotel>) -> QueryCondition<Hotel>)?,
            by index: any IndexConfiguration & Sendable
        ) {
            testDescription = text
            self.text = text
            self.built = built
            self.typed = typed?(.model)
            self.index = index
        }
    }

    private static func property(_ path: String) -> any PropertyExpressionProtocol {
        Expression.property(path)
    }

    private static func value(_ value: Any?) -> any ExpressionProtocol { Expression.value(value) }

    static let cases: [Case] = [
        Case(
            "name = 'h3'", property("name").equalTo(value("h3")), { $0.name == "h3" },
            by: ValueIndexConfiguration(["name"])),
        Case(
            "rate < 5", property("rate").lessThan(value(5)), { $0.rate < 5 },
            by: ValueIndexConfiguration(["rate"])),
        Case(
            "rate >= 45", property("rate").greaterThanOrEqualTo(value(45)), { $0.rate >= 45 },
            by: ValueIndexConfiguration(["rate"])),
        Case(
            "rate BETWEEN 3 AND 5", property("rate").between(value(3), and: value(5)),
            { $0.rate.in(3...5) }, by: ValueIndexConfiguration(["rate"])),
        Case(
            "name IN ['h3', 'h4']", property("name").in([value("h3"), value("h4")]),
            { $0.name.in(["h3", "h4"]) }, by: ValueIndexConfiguration(["name"])),
        Case(
            "city = 'c3'", property("city").equalTo(value("c3")), { $0.city == "c3" },
            by: ValueIndexConfiguration(["city"])),
        Case(
            "name >= 'h3' AND name < 'h4'",
            property("name").greaterThanOrEqualTo(value("h3"))
                .and(property("name").lessThan(value("h4"))),
            { $0.name.hasPrefix("h3") }, by: ValueIndexConfiguration(["name"])),
        Case(
            "address.zip = 7", property("address.zip").equalTo(value(7)),
            { $0.address.zip == 7 }, by: ValueIndexConfiguration(["address.zip"])),
        Case(
            "type = 'hotel' AND rate < 5",
            property("type").equalTo(value("hotel")).and(property("rate").lessThan(value(5))),
            { $0.rate < 5 }, by: ValueIndexConfiguration(["type", "rate"])),
        Case(
            "type = 'hotel' AND rate < 5",
            property("type").equalTo(value("hotel")).and(property("rate").lessThan(value(5))),
            { $0.rate < 5 }, by: ValueIndexConfiguration(["rate"], where: "type = 'hotel'")),
        Case(
            "LOWER(name) = 'h3'", BuiltFunction.lower(property("name")).equalTo(value("h3")),
            { $0.name.lowercased() == "h3" }, by: ValueIndexConfiguration(["LOWER(name)"])),
        Case(
            "tags[0] = 't3'", property("tags[0]").equalTo(value("t3")), { $0.tags[0] == "t3" },
            by: ValueIndexConfiguration(["tags[0]"])),
        Case(
            "ANY t IN tags SATISFIES t = 't3' END",
            ArrayExpression.any(ArrayExpression.variable("t")).in(property("tags"))
                .satisfies(ArrayExpression.variable("t").equalTo(value("t3"))),
            { $0.tags.any { $0 == "t3" } }, by: ArrayIndexConfiguration(path: "tags")),
        Case(
            "ANY r IN rooms SATISFIES r.number = 3 END",
            ArrayExpression.any(ArrayExpression.variable("r")).in(property("rooms"))
                .satisfies(ArrayExpression.variable("r.number").equalTo(value(3))),
            { $0.rooms.any { $0.number == 3 } },
            by: ArrayIndexConfiguration(path: "rooms", expressions: ["number"])),
        Case(
            "MATCH(theIndex, 'h3')",
            FullTextFunction.match(Expression.fullTextIndex("theIndex"), query: "h3"), nil,
            by: FullTextIndexConfiguration(["name"])),
    ]

    private let indexed: IndexedDatabase

    init() throws {
        indexed = try IndexedDatabase()
        let hotels = indexed.collection.repository(of: Hotel.self)
        try indexed.database.inBatch {
            for number in 0..<50 {
                try hotels.save(
                    Hotel(
                        name: "h\(number)", rate: Double(number), city: "c\(number % 7)",
                        address: Hotel.Address(zip: number % 10), tags: ["t\(number % 5)"],
                        rooms: [Hotel.Room(number: number % 4)]))
            }
        }
    }

    private func expectServed(_ plan: String, _ way: String) {
        #expect(
            plan.contains(#/USING (COVERING |FULL-TEXT )?INDEX theIndex\b/#), "\(way):\n\(plan)")
    }

    private func create(_ index: any IndexConfiguration & Sendable) throws {
        try indexed.collection.createIndex(withName: "theIndex", config: index)
    }

    @Test(arguments: cases)
    func `the index used by a query is named, however it is requested`(question: Case) throws {
        try create(question.index)
        let query = try indexed.database.createQuery(
            QuerySource(verbatim: "SELECT name FROM _ WHERE \(question.text)"))
        try expectServed(query.explain(), "SQL++")
        let built = QueryBuilder.select(SelectResult.property("name"))
            .from(indexed.collection.dataSource).where(question.built)
        try expectServed(built.explain(), "QueryBuilder")
        guard let typed = question.typed else { return }
        let selection = indexed.collection.repository(of: Hotel.self).filter { _ in typed }
        try expectServed(selection.explain(), "models")
        try expectServed(selection.select(\.name).explain(), "columns")
    }

    @Test(arguments: cases)
    func `a condition on the type does not prevent the use of an index`(question: Case) throws {
        try create(question.index)
        let query = try indexed.database.createQuery(
            QuerySource(verbatim: "SELECT name FROM _ WHERE type = 'hotel' AND (\(question.text))"))
        try expectServed(query.explain(), "SQL++")
        let isHotel = Self.property("type").equalTo(Self.value("hotel"))
        let built = QueryBuilder.select(SelectResult.property("name"))
            .from(indexed.collection.dataSource).where(isHotel.and(question.built))
        try expectServed(built.explain(), "QueryBuilder")
    }

    @Test func `an index is used for sorting, however it is requested`() throws {
        try create(ValueIndexConfiguration(["type", "rate"]))
        let text = "SELECT name FROM _ WHERE type = 'hotel' ORDER BY rate LIMIT 3"
        let query = try indexed.database.createQuery(QuerySource(verbatim: text))
        let built = QueryBuilder.select(SelectResult.property("name"))
            .from(indexed.collection.dataSource)
            .where(Self.property("type").equalTo(Self.value("hotel")))
            .orderBy(Ordering.property("rate")).limit(Self.value(3))
        let typed = indexed.collection.repository(of: Hotel.self).sorted(by: \.rate).limit(3)
        for plan in [try query.explain(), try built.explain(), try typed.explain()] {
            expectServed(plan, "order")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
