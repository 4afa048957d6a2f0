import Foundation
import Quire
import Testing

/// References as a new user writes them.
@Suite struct FirstReferenceTests {
    struct Hotel: ReferencedModel {
        @DocumentID var id: String?
        var name: String
        var city = "Bergen"

        static var deleteRules: [DeleteRule<Hotel>] {
            [.cascade(\Booking.hotel), .deny(\Invoice.hotel), .nullify(\Guest.favorite)]
        }
    }

    struct Booking: DocumentModel {
        @DocumentID var id: String?
        var hotel: Reference<Hotel>
        var nights = 1
    }

    struct Invoice: DocumentModel {
        @DocumentID var id: String?
        var hotel: Reference<Hotel>
    }

    struct Guest: DocumentModel {
        @DocumentID var id: String?
        var favorite: Reference<Hotel>?
    }

    let hotels: Repository<Hotel>
    let bookings: Repository<Booking>
    let guests: Repository<Guest>
    let invoices: Repository<Invoice>

    init() throws {
        let database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        bookings = try database.repository(of: Booking.self)
        guests = try database.repository(of: Guest.self)
        invoices = try database.repository(of: Invoice.self)
        try hotels.save([Hotel(id: "a", name: "A"), Hotel(id: "b", name: "B", city: "Oslo")])
        try bookings.save([
            Booking(id: "1", hotel: "a"), Booking(id: "2", hotel: "a", nights: 4),
            Booking(id: "3", hotel: "b"),
        ])
        try guests.save(Guest(id: "g", favorite: "a"))
    }

    @Test func `deleting a hotel deletes its bookings`() throws {
        try hotels.delete(id: "a")
        #expect(try bookings.all().map(\.id) == ["3"])
        #expect(try guests.require("g").favorite == nil)
    }

    @Test func `a hotel with invoices cannot be deleted`() throws {
        try invoices.save(Invoice(id: "i", hotel: "a"))
        #expect { try hotels.delete(id: "a") } throws: { QuireError.Code.deletionDenied ~= $0 }
        #expect(try bookings.count() == 3)
    }

    @Test func `the bookings of a hotel are found`() throws {
        let hotel = try hotels.require("a")
        #expect(try bookings.referring(to: hotel, by: \.hotel).count() == 2)
        let long = bookings.filter { $0.nights > 2 }.referring(to: hotel, by: \.hotel)
        #expect(try long.all().map(\.id) == ["2"])
    }

    @Test func `bookings are filtered by the city of their hotel`() throws {
        let found = bookings.filter { $0.hotel.model.city == "Oslo" && $0.nights < 3 }
        #expect(try found.all().map(\.id) == ["3"])
    }

    @Test func `the hotels of all bookings are loaded together`() throws {
        let list = try bookings.all()
        let resolved = try hotels.resolve(list, \.hotel)
        #expect(list.map { resolved[$0.hotel]?.name } == ["A", "A", "B"])
    }
}
