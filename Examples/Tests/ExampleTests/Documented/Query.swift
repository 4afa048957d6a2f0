import Foundation
import Quire
import SQLPlusPlus
import Testing

/// The examples in the documentation of queries, typed filters and indexes.
@Suite struct QueryExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var address = Address()
        var reviews: [Review] = []
        var names: [String: String] = [:]
        var tags: [String] = []
        var ratings: [String: Int] = [:]
        var openedAt = Date(timeIntervalSince1970: 1_795_247_280)
    }

    struct Address: Codable {
        var city = "Bergen"
    }

    struct Review: Codable {
        var rating: Int
        var author: String
    }

    let database: Database
    let collection: DocumentCollection
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        collection = try database.defaultCollection()
        hotels = collection.repository(of: Hotel.self)
        let reviews = [Review(rating: 5, author: "Ada"), Review(rating: 4, author: "Bo")]
        let names = ["nb": "Havnehuset", "en": "Harbour House"]
        try hotels.save([
            Hotel(
                id: "hotel-1", name: "Harbour House", roomRate: 121, reviews: reviews,
                names: names, tags: ["sea", "quiet"]),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240),
        ])
    }

    /// Returns the documents of both hotels.
    private func documents() throws -> [EvaluatedDocument] {
        let store = try database.defaultStore()
        return try store.records(ids: ["hotel-1", "hotel-2"]).map { EvaluatedDocument($0) }
    }

    @Test func quantifiers() throws {
        let flawless = hotels.filter { $0.reviews.anyAndEvery { $0.rating >= 4 } }
        let calm = hotels.filter { $0.reviews.none { $0.rating <= 2 } }
        #expect(try flawless.count() == 1)
        #expect(try calm.count() == 2)
    }

    @Test func dictionaries() throws {
        let translated = hotels.filter {
            $0.names.keys.contains("nb") && $0.names.values.contains("Havnehuset")
        }
        let norwegian = hotels.filter { $0.names.keys.any { $0.hasPrefix("n") } }
        let praised = hotels.filter { $0.ratings.values.every { $0 >= 4 } }
        let rated = hotels.filter { $0.ratings.any { key, value in key != "old" && value >= 4 } }
        let outstanding = hotels.filter {
            $0.ratings.any { key, value in
                value == 5
                anyOf {
                    $0.key == "food"
                    $0.key == "location"
                }
            }
        }
        #expect(try translated.count() == 1)
        #expect(try norwegian.count() == 1)
        #expect(try praised.count() == 2)
        #expect(try rated.count() == 0)
        #expect(try outstanding.count() == 0)
    }

    @Test func dates() throws {
        let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
        let opened = hotels.filter { $0.openedAt.year(in: zone) == 2026 }
        let recent = hotels.filter { $0.openedAt.year(in: zone) >= 2020 }
        let onSundays = hotels.filter { $0.openedAt.weekday(in: zone) == 1 }
        let months = try hotels.grouped { $0.openedAt.start(of: .month, in: zone) }
            .select { ($0.key, $0.count) }.all()
        let byWeek = hotels.grouped { $0.openedAt.start(of: .week, in: zone) }
        #expect(try opened.count() == 2)
        #expect(try recent.count() == 2)
        #expect(try onSundays.count() == 0)
        #expect(months.map(\.1) == [2])
        #expect(try byWeek.select { $0.count }.all() == [2])
    }

    @Test func running() throws {
        let query = try database.createQuery(
            "SELECT name, room_rate FROM _ WHERE type = 'hotel' ORDER BY room_rate LIMIT 20")
        for row in try query.execute() { print(row.toJSON()) }
        #expect(try Array(query.execute()).count == 2)
    }

    @Test func creating() throws {
        let query = try database.createQuery(
            "SELECT name, roomRate FROM _ WHERE type = 'hotel' AND roomRate < $limit")
        query.parameters = ["limit": 150]
        for row in try query.execute() {
            print(row.string(forKey: "name") ?? "", row.double(forKey: "roomRate"))
        }
        #expect(try Array(query.execute()).count == 1)
        print(try query.explain())  // contains USING INDEX if an index is used
    }

    @Test func parameters() throws {
        let day = Date(timeIntervalSince1970: 0)
        let query = try database.createQuery(
            "SELECT name FROM _ WHERE address.city = $city LIMIT $limit")
        query.parameters = ["city": "Bergen", "limit": 20]
        query.parameters = Parameters()
            .setString("Bergen", forName: "city")
            .setDate(day, forName: "day")
        let cities: Parameters.Value = ["Bergen", "Oslo"]
        query.parameters = ["cities": cities, "limit": 20]
        query.parameters = Parameters()
            .setValue("Bergen", forName: "city")
            .setValue(20, forName: "limit")
        #expect(try Array(query.execute()).count == 2)
    }

    @Test func decodingRows() throws {
        struct Rate: Decodable {
            var name: String
            var roomRate: Double
        }
        let query = try database.createQuery("SELECT name, roomRate FROM _ ORDER BY roomRate")
        let rates = try query.execute().decode(Rate.self)
        #expect(rates.map(\.name) == ["Harbour House", "Grand"])
        for row in try query.execute() {
            let rate = try row.decode(Rate.self)
            print(rate.name, rate.roomRate)
        }
        for row in try database.createQuery("SELECT * FROM _").execute() {
            if let hotel = try row.decode(Hotel.self, fromColumn: "_") { print(hotel.name) }
        }
        let values = try query.execute().map { $0.toDictionary() }
        #expect(values[0]["name"] as? String == "Harbour House")
    }

    @Test(.timeLimit(.minutes(10))) func observing() async throws {
        let query = try database.createQuery("SELECT name FROM _ WHERE roomRate < 150")
        for await change in query.changes() {
            guard let results = change.results else { continue }
            for row in results { print(row.toJSON()) }
            break  // Without it, the loop waits for the next change.
        }
        for await change in query.changes() {
            if let error = change.error { print(error) }
            if let rows = change.results { print(Array(rows).count) }
            break
        }
        let queue = DispatchQueue(label: "hotels")
        let token = query.addChangeListener(withQueue: queue) { change in
            if let rows = change.results { print(Array(rows).count) }
        }
        token.remove()
    }

    @Test func filteringFields() throws {
        let cheap = hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
        let praised = hotels.filter {
            $0.reviews.any { $0.rating >= 4 } && $0.names["nb"].hasPrefix("Hav")
        }
        #expect(try cheap.count() == 1)
        #expect(try praised.count() == 1)
        let inNorway = hotels.filter { $0.address.city.in(["Bergen", "Oslo"]) }
        #expect(try inNorway.count() == 2)
        let midRange = hotels.filter { $0.roomRate.between(100, 200) }
        #expect(try midRange.count() == 1)
    }

    @Test func filteringArrays() throws {
        let quiet = hotels.filter { $0.tags.contains("quiet") && $0.reviews.count >= 2 }
        let praised = hotels.filter { $0.reviews.any { $0.rating >= 4 && $0.author != "me" } }
        let flawless = hotels.filter { !$0.reviews.isEmpty && $0.reviews.every { $0.rating >= 4 } }
        let seaside = hotels.filter { $0.tags.contains("sea") }
        for selection in [quiet, praised, flawless, seaside] {
            #expect(try selection.count() == 1)
        }
    }

    @Test func filteringDictionariesAndStrings() throws {
        let named = hotels.filter { $0.names["nb"] == "Havnehuset" }
        let houses = hotels.filter { $0.name.lowercased().contains("house") }
        let harbour = hotels.filter { $0.name.hasPrefix("Harbour") }
        let like = hotels.filter { $0.name.like("H%House") }
        for selection in [named, houses, harbour, like] {
            #expect(try selection.count() == 1)
        }
    }

    @Test func combiningConditions() throws {
        func isAffordable(_ hotel: QueryField<Hotel, Hotel>) -> QueryCondition<Hotel> {
            hotel.roomRate < 150 || hotel.tags.contains("sale")
        }
        let affordable = try hotels.filter { isAffordable($0) && $0.address.city == "Bergen" }.all()
        #expect(affordable.count == 1)
    }

    @Test func evaluating() throws {
        let condition = try QueryTerm.parse("roomRate < 150")
        let documents = try documents()
        let isCheap = try TermEvaluator(condition)
        let hotels = try isCheap.filter(documents)
        #expect(hotels.map(\.record.id) == ["hotel-1"])
        let store = try database.defaultStore()
        if let record = try store.record(id: "hotel-1") {
            let document = EvaluatedDocument(record)
            print(try TermEvaluator(.parse("roomRate * 2")).value(of: document))
        }
        let name = try TermEvaluator(.parse("UPPER(name)")).value(of: documents[0])
        #expect(name == .string("HARBOUR HOUSE"))
        let isInBergen = try TermEvaluator(.parse("address.city = 'Bergen'"))
        let result = try isInBergen.isTrue(of: documents[0])
        #expect(result)
    }

    @Test func evaluatingStatements() throws {
        let statement = try SelectStatement.parse("SELECT * FROM _ ORDER BY roomRate DESC")
        let documents = try documents()
        func records() throws -> [DocumentRecord] {
            let evaluator = try StatementEvaluator(statement)
            return try evaluator.records(among: documents)
        }
        #expect(try records().map(\.id) == ["hotel-2", "hotel-1"])
        let cheap = try SelectStatement.parse("SELECT name FROM _ WHERE roomRate < 150")
        let count = try StatementEvaluator(cheap).count(among: documents)
        #expect(count == 1)
    }

    @Test func evaluatingGroups() throws {
        let evaluator = try StatementEvaluator(
            .parse("SELECT city, COUNT(*) AS n FROM _ GROUP BY city"))
        let bergen = try FleeceStorage(json: #"{"city": "Bergen"}"#)
        if let properties = bergen.rootDictionary {
            let count = QueryTerm.call("COUNT", [.star])
            let group = EvaluatedGroup(
                properties: properties, aggregates: [count: AggregatePart(count: 3)])
            let rows = try evaluator.rows(ofGroups: [group])
            print(rows.map { $0.toJSON() })
        }
        let properties = try #require(bergen.rootDictionary)
        let group = EvaluatedGroup(
            properties: properties, aggregates: [.call("COUNT", [.star]): AggregatePart(count: 3)])
        let counts = try evaluator.rows(ofGroups: [group]).map { $0.toJSON() }
        #expect(counts == [#"{"city":"Bergen","n":3}"#])
    }

    @Test func combiningGroups() throws {
        let count = AggregatePart(count: 3)
        let total = AggregatePart(count: 3, sum: .integer(285))
        let highest = AggregatePart(count: 3, extreme: try FleeceStorage(json: "120.5").root)
        let columns = "COUNT(*) AS n, SUM(roomRate) AS sum, MAX(roomRate) AS max"
        let statement = try SelectStatement.parse("SELECT \(columns) FROM _")
        let terms = statement.columns.map(\.term)
        let parts = Dictionary(uniqueKeysWithValues: zip(terms, [count, total, highest]))
        let empty = try #require(try FleeceStorage(json: "{}").rootDictionary)
        let group = EvaluatedGroup(properties: empty, aggregates: parts)
        let rows = try StatementEvaluator(statement).rows(ofGroups: [group, group])
        #expect(rows.map { $0.toJSON() } == [#"{"n":6,"sum":570,"max":120.5}"#])
    }

    @Test func summing() {
        let total = AggregatePart(count: 3, sum: AggregatePart.Sum.integer(285))
        withExtendedLifetime(total) {}
    }

    @Test func comparingValues() {
        let values: [QueryValue] = [.null, .string("Bergen"), .integer(4), .missing]
        print(values.sorted())  // missing, the number, the string, null
        print(QueryValue.integer(1) == .boolean(true))  // true
        #expect(values.sorted() == [.missing, .integer(4), .string("Bergen"), .null])
    }

    @Test func planningIndexes() throws {
        let hotels = collection
        let plan = try hotels.indexPlan(for: [
            IndexDefinition("byCity", ValueIndexConfiguration(["type", "address.city"]))
        ])
        print(plan)  // create byCity
        try plan.apply()
        #expect(plan.description == "create byCity")
        let definitions = [
            IndexDefinition("byCity", ValueIndexConfiguration(["type", "address.city"])),
            IndexDefinition("byName", FullTextIndexConfiguration(["name"])),
        ]
        try collection.indexPlan(for: definitions).apply()
        #expect(try collection.indexes() == ["byCity", "byName"])
        for case .drop(let name) in try collection.indexPlan(for: []).steps { print(name) }
        if let index = try collection.index(withName: "byCity") {
            print(index.name, index.collection.fullName)  // byCity _default._default
        }
    }

    @Test func indexing() throws {
        try collection.createIndex(
            withName: "byCity", config: ValueIndexConfiguration(["type", "address.city"]))
        print(try collection.indexes())  // ["byCity"]
        #expect(try collection.indexes() == ["byCity"])
        try collection.deleteIndex(forName: "byCity")
        #expect(try collection.indexes().isEmpty)
    }
}
