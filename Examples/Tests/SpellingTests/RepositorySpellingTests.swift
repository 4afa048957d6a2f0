import Quire
import QuireTesting
import Testing

/// The methods of a repository as documented for users, each also with `await`.
@Suite struct RepositorySpellingTests {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var address = Address()
        var phones: [String] = []
        var roomRate: Double
        var stars = 3

        struct Address: Codable {
            var city = "Bergen"
            var floor: Int?
        }

        enum CodingKeys: String, CodingKey {
            case id, name, address, phones, roomRate = "room_rate", stars
        }
    }

    let database: Database
    let a = Hotel(id: "a", name: "A", roomRate: 1)
    let b = Hotel(id: "b", name: "B", roomRate: 2)

    init() throws {
        database = try Database(inMemoryNamed: "hoteldb")
        let hotels = try database.repository(of: Hotel.self)
        try hotels.save(Hotel(id: "hotel-42", name: "Harbour House", roomRate: 121))
        try hotels.save(Hotel(id: "hotel-1", name: "Grand", roomRate: 240))
    }

    // The lines are identical to the documentation.
    // swift-format-ignore
    @Test func `synchronous calls`() throws {
        let hotel = Hotel(name: "New", roomRate: 80)
        let hotels = try database.repository(of: Hotel.self)
        let saved = try hotels.save(hotel)
        let one: Hotel? = try hotels.find("hotel-42");  let must = try hotels.require("hotel-42")
        let list = try hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }.sorted(by: \.roomRate).limit(5).all()
        let n = try hotels.count();  let m = try hotels.filter { $0.address.floor == nil }.count()
        try hotels.update("hotel-42") { $0.roomRate = 999 }
        try hotels.patch("hotel-42") { $0.increment(\.stars, by: 1); $0.set(\.name, to: "New") }
        try hotels.delete(id: "hotel-1")
        try database.inBatch { try hotels.save(a); try hotels.save(b) }
        let top = hotels.filter { $0.stars >= 4 }
        #expect(saved.id != nil && one?.id == must.id && n == 3 && m == 3)
        #expect(list.map(\.roomRate) == [80, 121])
        #expect(try top.all().map(\.name) == ["New"])
        #expect(try hotels.find("hotel-42")?.roomRate == 999)
    }

    @Test func `a collection and an in-memory store have repositories too`() async throws {
        let collection = try database.createCollection(name: "hotels")
        try await collection.repository(of: Hotel.self).save(a)
        let hotels = InMemoryStore().repository(of: Hotel.self)
        try await hotels.save([a, b])
        #expect(try await collection.repository(of: Hotel.self).count() == 1)
        #expect(try await hotels.count() == 2)
    }

    // The lines are identical to the documentation.
    // swift-format-ignore
    @Test func `asynchronous calls`() async throws {
        let hotel = Hotel(name: "New", roomRate: 80)
        let hotels = try database.repository(of: Hotel.self)
        let saved = try await hotels.save(hotel)
        let one: Hotel? = try await hotels.find("hotel-42");  let must = try await hotels.require("hotel-42")
        let list = try await hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }.sorted(by: \.roomRate).limit(5).all()
        let n = try await hotels.count();  let m = try await hotels.filter { $0.address.floor == nil }.count()
        try await hotels.update("hotel-42") { $0.roomRate = 999 }
        try await hotels.patch("hotel-42") { $0.increment(\.stars, by: 1); $0.set(\.name, to: "New") }
        try await hotels.delete(id: "hotel-1")
        try await database.inBatch { try hotels.save(a); try hotels.save(b) }
        let top = hotels.filter { $0.stars >= 4 }
        for try await change in top.changes() {
            #expect(change.inserted.map(\.name) == ["New"])
            break
        }
        #expect(saved.id != nil && one?.id == must.id && n == 3 && m == 3)
        #expect(list.map(\.roomRate) == [80, 121])
        #expect(try await top.all().map(\.name) == ["New"])
        #expect(try await hotels.find("hotel-42")?.roomRate == 999)
    }
}
