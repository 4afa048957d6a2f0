import Foundation
import Quire
import Testing

/// The examples in the documentation of indexes on models, and of values that describe models.
@Suite struct ModelIndexExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var stars = 4
        var address = Address()
    }

    struct Address: Codable, Hashable {
        var city = "Bergen"
    }

    struct Guest: IndexedModel {
        @DocumentID var id: String?
        var email: String
        var city: String

        static var indexes: [ModelIndex<Guest>] {
            [ModelIndex(on: \.city), ModelIndex(on: \.email, options: .unique)]
        }
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240),
            Hotel(id: "hotel-3", name: "Station Inn", roomRate: 80),
        ])
    }

    @Test func indexes() throws {
        let guests = try database.repository(of: Guest.self)
        print(try guests.indexPlan())  // create guest(city), create guest(email)
        try hotels.createIndex(on: \.address.city, \.roomRate)
        try guests.createIndex(on: \.email, options: .unique)
        #expect(try hotels.store.indexes().count == 2)
        try hotels.deleteIndex(on: \.address.city, \.roomRate)
        #expect(try guests.store.indexes() == ["guest(email)"])
    }

    @Test func declared() throws {
        let guests = try database.repository(of: Guest.self)
        try guests.createIndexes()
        #expect(try guests.store.indexes() == ["guest(city)", "guest(email)"])
    }
}
