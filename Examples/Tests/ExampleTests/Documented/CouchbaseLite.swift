import CouchbaseLiteSwift
import Testing

/// The examples in the documentation of Couchbase Lite's databases and collections.
@Suite struct CouchbaseLiteExamples {
    private let files: HotelDatabase
    private let database: Database
    private let collection: Collection

    init() throws {
        files = try HotelDatabase(secondName: "grand")
        database = files.database
        collection = files.hotels
    }

    @Test func opening() throws {
        let path = files.folder.path
        var config = DatabaseConfiguration()
        config.directory = path
        let database = try Database(name: "guests", config: config)
        let guests = try database.createCollection(name: "guests", scope: "travel")
        #expect(guests.fullName == "travel.guests")
        try database.close()
    }

    @Test func batches() throws {
        try database.inBatch {
            for number in 3...5 {
                let hotel = MutableDocument(id: "hotel-\(number)")
                hotel.setString("Cabin \(number)", forKey: "name")
                try collection.save(document: hotel)
            }
        }
        #expect(collection.count == 5)
        let query = try database.createQuery("SELECT name FROM _ WHERE rate < $rate")
        query.parameters = Parameters().setInt(150, forName: "rate")
        #expect(try query.execute().allResults().count == 1)
        let names = try database.createQuery("SELECT name FROM _ ORDER BY name").execute()
        #expect(names.allResults().count == 5)
    }

    @Test func collections() throws {
        let hotels = try database.createCollection(name: "hotels")
        let hotel = MutableDocument(id: "hotel-1")
        hotel.setString("Harbour House", forKey: "name")
        try hotels.save(document: hotel)
        print(hotels.fullName, hotels.count)  // _default.hotels 1
        #expect(hotels.count == 1)
        let scope = try database.defaultScope()
        for collection in try scope.collections() { print(collection.name) }
        #expect(try scope.collections().count == 2)
        let archive = try database.createCollection(name: "archive", scope: "travel")
        #expect(archive.scope.name == "travel")
    }

    @Test func documents() throws {
        if let hotel = try collection.document(id: "hotel-1") {
            print(hotel.string(forKey: "name") ?? "")  // Harbour House
        }
        if let hotel = try collection.document(id: "hotel-1")?.toMutable() {
            hotel.setInt(130, forKey: "rate")
            try collection.save(document: hotel)
        }
        #expect(try collection.document(id: "hotel-1")?.int(forKey: "rate") == 130)
        let mutable = try #require(try collection.document(id: "hotel-1")).toMutable()
        let saved = try collection.save(document: mutable, concurrencyControl: .failOnConflict)
        if !saved { print("Another writer has changed the hotel.") }
        #expect(saved)
        let isSaved = try collection.save(document: mutable) { mine, theirs in
            mine.setInt(theirs?.int(forKey: "rate") ?? 100, forKey: "rate")
            return true
        }
        #expect(isSaved)
        if let hotel = try collection.document(id: "hotel-2") {
            try collection.delete(document: hotel)
        }
        let tomorrow = Date().addingTimeInterval(86_400)
        try collection.setDocumentExpiration(id: "hotel-1", expiration: tomorrow)
        try collection.purge(id: "hotel-1")
        #expect(collection.count == 0)
    }

    @Test func models() throws {
        final class Hotel: Codable {
            @DocumentID var id: String?
            var name = ""
        }
        let hotel = Hotel()
        hotel.name = "Fjord View"
        try collection.save(from: hotel)
        let id = try #require(hotel.id)
        let loaded = try collection.document(id: id, as: Hotel.self)
        #expect(loaded?.name == "Fjord View")
    }

    @Test func errors() throws {
        do {
            try collection.purge(id: "hotel-1")
        } catch let error as NSError where error.code == CBLError.notFound {
            print("no such document")
        }
        #expect(collection.count == 1)
    }

    @Test func listeners() throws {
        let token = collection.addChangeListener { change in
            print(change.collection.name, change.documentIDs)
        }
        token.remove()
        let hotelToken = collection.addDocumentChangeListener(id: "hotel-1") { change in
            print(change.documentID)
        }
        hotelToken.remove()
        #expect(collection.count == 2)
    }

    @Test func indexes() throws {
        let index = IndexBuilder.valueIndex(items: .property("type"), .property("address.city"))
        try collection.createIndex(index, name: "byTypeAndCity")
        let lowercaseName = ValueIndexItem.expression(
            Function.lower(Expression.property("name")))
        let byName = IndexBuilder.valueIndex(items: lowercaseName)
        try collection.createIndex(byName, name: "byName")
        let byRate: ValueIndex = IndexBuilder.valueIndex(items: .property("rate"))
        try collection.createIndex(byRate, name: "byRate")
        let descriptions = IndexBuilder.fullTextIndex(items: .property("description"))
            .ignoreAccents(true)
            .language("en")
        try collection.createIndex(descriptions, name: "descriptions")
        let text = [FullTextIndexItem.property("name"), .property("description")]
        try collection.createIndex(IndexBuilder.fullTextIndex(items: text), name: "text")
        if let index = try collection.index(withName: "byRate") {
            print(index.name, index.collection.name)  // byRate _default
        }
        #expect(try collection.indexes().count == 5)
        try collection.createIndex(
            withName: "byCity", config: ValueIndexConfiguration(["city"]))
        #expect(try collection.indexes().contains("byCity"))
    }
}

/// The examples in the documentation of Couchbase Lite's queries.
@Suite struct CouchbaseLiteQueryExamples {
    private let files: HotelDatabase
    private let database: Database
    private let hotels: Collection

    init() throws {
        files = try HotelDatabase(secondName: "grand")
        database = files.database
        hotels = files.hotels
    }

    /// Runs a query and returns the names of the hotels.
    private func names(
        where condition: any ExpressionProtocol, _ parameters: Parameters? = nil
    ) throws -> [String] {
        let query = QueryBuilder.select(SelectResult.property("name"))
            .from(DataSource.collection(hotels)).where(condition)
        query.parameters = parameters
        return try query.execute().compactMap { $0.string(forKey: "name") }
    }

    @Test func building() throws {
        let query = QueryBuilder.select(
            SelectResult.expression(Meta.id), SelectResult.property("name")
        )
        .from(DataSource.collection(hotels))
        .where(Expression.property("city").equalTo(Expression.string("Bergen")))
        .orderBy(Ordering.property("name"))
        .limit(Expression.int(20))
        for row in try query.execute() { print(row.toJSON()) }
        #expect(try query.execute().allResults().count == 1)
    }

    @Test func running() throws {
        let query = try database.createQuery("SELECT name FROM _ WHERE city = $city")
        query.parameters = Parameters().setString("Bergen", forName: "city")
        for row in try query.execute() { print(row.string(forKey: "name") ?? "") }
        let rows = try query.execute().allResults()
        print(rows.map { $0.toJSON() })  // [{"name":"Harbour House"}]
        #expect(rows.map { $0.toJSON() } == [#"{"name":"Harbour House"}"#])
        for row in try query.execute() {
            print(row.keys)  // ["name"]
            print(row["name"].string ?? "", row.string(at: 0) ?? "")
        }
        struct Name: Decodable {
            var name: String
        }
        let names = try query.execute().data(as: Name.self)
        #expect(names.map(\.name) == ["Harbour House"])
        let token = query.addChangeListener { change in
            for row in change.results?.allResults() ?? [] { print(row.toJSON()) }
        }
        token.remove()
    }

    @Test func expressions() throws {
        let isCheap = Expression.property("rate").lessThan(Expression.int(150))
            .and(Expression.property("city").equalTo(Expression.parameter("city")))
        let parameters = Parameters().setString("Bergen", forName: "city")
        #expect(try names(where: isCheap, parameters) == ["Harbour House"])
        let like = ArrayExpression.variable("like")
        let isLikedByClimbers = ArrayExpression.any(like).in(Expression.property("likes"))
            .satisfies(like.equalTo(Expression.string("climbing")))
        #expect(try names(where: isLikedByClimbers) == ["Harbour House"])
        let likes = Expression.property("likes")
        let hasOneLike = ArrayFunction.length(likes).equalTo(Expression.int(1))
            .and(ArrayFunction.contains(likes, value: Expression.string("climbing")))
        #expect(try names(where: hasOneLike) == ["Harbour House"])
        let rate = Expression.property("rate")
        let isInRange = rate.between(Expression.int(100), and: Expression.int(200))
        #expect(try names(where: isInRange) == ["Harbour House"])
        let isFirst = Meta.id.equalTo(Expression.string("hotel-1"))
            .and(Meta.isDeleted.equalTo(Expression.boolean(false)))
        #expect(try names(where: isFirst) == ["Harbour House"])
    }

    @Test func functions() throws {
        let highest = QueryBuilder.select(
            SelectResult.property("city"),
            SelectResult.expression(Function.max(Expression.property("rate"))).as("rate")
        )
        .from(DataSource.collection(hotels))
        .groupBy(Expression.property("city"))
        for row in try highest.execute() { print(row.toJSON()) }
        #expect(try highest.execute().allResults().count == 2)
        let source = DataSource.collection(hotels)
        let city = SelectResult.property("city")
        let common = QueryBuilder.select(city).from(source)
            .groupBy(Expression.property("city"))
            .having(Function.count(Expression.all()).greaterThan(Expression.int(1)))
        #expect(try common.execute().allResults().isEmpty)
    }

    @Test func columns() throws {
        let city = SelectResult.property("city")
        let rate = SelectResult.expression(Function.round(Expression.property("rate"))).as("price")
        let query = QueryBuilder.select(city, rate).from(DataSource.collection(hotels))
        #expect(try query.execute().next()?.keys == ["city", "price"])
        let source = DataSource.collection(hotels).as("h")
        let name = SelectResult.expression(Expression.property("name").from("h"))
        let names = QueryBuilder.select(name).from(source)
        #expect(try names.execute().allResults().count == 2)
    }

    @Test func ordering() throws {
        let name = SelectResult.property("name")
        let source = DataSource.collection(hotels)
        let byCity = Ordering.property("city")
        let byRate = Ordering.expression(Expression.property("rate")).descending()
        let query = QueryBuilder.select(name).from(source).orderBy(byCity, byRate)
        #expect(try query.execute().next()?.string(at: 0) == "Harbour House")
        let ignoringCase = Collation.unicode().ignoreCase(true).ignoreAccents(true)
        let byName = Ordering.expression(Expression.property("name").collate(ignoringCase))
        let sorted = QueryBuilder.select(name).from(source).orderBy(byName)
        #expect(try sorted.execute().next()?.string(at: 0) == "grand")
        let ascii = Collation.ascii().ignoreCase(true)
        let norwegian = Collation.unicode().locale("nb")
        for collation in [ascii, norwegian] as [any CollationProtocol] {
            let ordering = Ordering.expression(Expression.property("name").collate(collation))
            let query = QueryBuilder.select(name).from(source).orderBy(ordering)
            #expect(try query.execute().next()?.string(at: 0) == "grand")
        }
    }

    @Test func joining() throws {
        let partner = Expression.property("partner").from("h")
        let isPartner = Meta.id.from("p").equalTo(partner)
        let name = SelectResult.expression(Expression.property("name").from("p"))
        let query = QueryBuilder.select(name)
            .from(DataSource.collection(hotels).as("h"))
            .join(Join.join(DataSource.collection(hotels).as("p")).on(isPartner))
        #expect(try query.execute().next()?.string(at: 0) == "Harbour House")
    }

    @Test func searching() throws {
        let text = IndexBuilder.fullTextIndex(items: .property("name"))
        try hotels.createIndex(text, name: "descriptions")
        let index = Expression.fullTextIndex("descriptions")
        let query = QueryBuilder.select(SelectResult.expression(Meta.id))
            .from(DataSource.collection(hotels))
            .where(FullTextFunction.match(index, query: "harbour"))
            .orderBy(Ordering.expression(FullTextFunction.rank(index)).descending())
        #expect(try query.execute().next()?.string(at: 0) == "hotel-1")
    }
}
