import CouchbaseLiteSwift
import Testing

/// Published examples of built queries: documents about to expire, all documents as JSON, and
/// models
/// decoded from that JSON.
@Suite struct PublishedQueryTests {
    final class Hotel: Codable {
        var id: String = "undefined"
        var type: String = "hotel"
        var name: String = "undefined"
        var city: String = "undefined"
        var country: String = "undefined"
        var description: String? = ""
    }

    let built: TestDatabase

    init() throws {
        built = try TestDatabase(
            (1...3).map { number in
                (
                    "hotel-\(number)",
                    #"{"id":"hotel-\#(number)","type":"hotel","name":"Inn \#(number)","#
                        + #""city":"Oslo","country":"Norway","description":null,"more":[\#(number)]}"#
                )
            })
    }

    @Test func `documents that expire within five minutes are found`() throws {
        let database = built.database
        try database.setDocumentExpiration(
            withID: "hotel-1",
            expiration: Calendar.current.date(byAdding: .day, value: 1, to: Date()))
        try database.setDocumentExpiration(
            withID: "hotel-2", expiration: Date(timeIntervalSinceNow: 60 * 4))
        let fiveMinutesFromNow = Date(timeIntervalSinceNow: 60 * 5).timeIntervalSince1970
        let query =
            QueryBuilder
            .select(SelectResult.expression(Meta.id))
            .from(DataSource.database(database))
            .where(Meta.expiration.lessThan(Expression.double(fiveMinutesFromNow * 1000)))
        #expect(try query.json() == [#"{"id":"hotel-2"}"#])
        try database.setDocumentExpiration(withID: "hotel-2", expiration: nil)
        #expect(try query.json().isEmpty)
    }

    @Test func `whole documents are JSON under the database's name`() throws {
        let query = QueryBuilder.select(SelectResult.all()).from(
            DataSource.database(built.database)
        )
        .where(Expression.property("type").equalTo(Expression.string("hotel")))
        struct Row: Decodable { let test: Hotel }
        var hotels: [String: Hotel] = [:]
        for row in try query.execute() {
            let hotel = try JSONDecoder().decode(Row.self, from: Data(row.toJSON().utf8)).test
            hotels[hotel.id] = hotel
            #expect(try row.quire.decode(Hotel.self, fromColumn: "test")?.name == hotel.name)
        }
        #expect(hotels.keys.sorted() == ["hotel-1", "hotel-2", "hotel-3"])
    }

    @Test func `selected properties are JSON from which a model decodes`() throws {
        let query = QueryBuilder.select(
            SelectResult.expression(Meta.id), SelectResult.property("type"),
            SelectResult.property("name"), SelectResult.property("city"),
            SelectResult.property("country")
        ).from(DataSource.collection(built.collection)).orderBy(
            Ordering.property("name").descending())
        var names: [String] = []
        for row in try query.execute() {
            let text = row.toJSON()
            let object =
                try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                as? [String: Any]
            let hotel = try JSONDecoder().decode(Hotel.self, from: Data(text.utf8))
            #expect(object?["name"] as? String == hotel.name)
            #expect(try row.quire.decode(Hotel.self).id == hotel.id)
            names.append(hotel.name)
        }
        #expect(names == ["Inn 3", "Inn 2", "Inn 1"])
    }
}
