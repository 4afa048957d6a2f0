import Foundation
import Quire
import Testing

private struct Booking: DocumentModel {
    @DocumentID var id: String?
    var guest: String
    var board: FirstMistakeTests.Booking.Board
    var arrival: Date
    var nights: Int
    var price: Double { Double(nights) * 120 }
}

extension Booking: DefaultsProviding {
    static var defaults: Booking {
        Booking(guest: "", board: .none, arrival: .distantPast, nights: 1)
    }
}

/// The corrected code in the article about first mistakes.
@Suite struct Corrections {
    struct Location: Codable {
        var latitude: Double
        var longitude: Double
    }

    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate = 100.0
        var openedAt: Date?
        var location: Location?
    }

    let database: Database
    let hotels: Repository<Hotel>
    private let bookings: Repository<Booking>

    init() throws {
        let database = try Database(inMemoryNamed: "travel")
        let hotels = try database.repository(of: Hotel.self)
        let bookings = try database.repository(of: Booking.self)
        self.database = database
        self.hotels = hotels
        self.bookings = bookings
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121, openedAt: .distantPast),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240),
        ])
    }

    func load(_ hotels: Repository<Hotel>) async throws {
        let hotel = try await hotels.require("hotel-1")
        print(hotel.name)
    }

    @Test func calls() async throws {
        try await load(hotels)
        try await database.inBatch {
            try hotels.update("hotel-1") { $0.name = "Harbour Hotel" }
        }
        #expect(try await hotels.require("hotel-1").name == "Harbour Hotel")
    }

    @Test func saving() throws {
        for hotel in try hotels.filter({ $0.roomRate < 150 }).all() { print(hotel.name) }
        var hotel = try hotels.save(Hotel(id: "hotel-3", name: "Fjord View"))
        hotel.roomRate = 140
        hotel = try hotels.save(hotel)
        try hotels.update("hotel-1") { $0.name = "Harbour Hotel" }
        #expect(try hotels.require("hotel-3").roomRate == 140)
        #expect(try hotels.require("hotel-1").name == "Harbour Hotel")
    }

    @Test func defaults() throws {
        let document = MutableDocument(id: "booking-1", data: ["type": "booking", "guest": "Ada"])
        try database.defaultCollection().save(document: document)
        #expect(try bookings.require("booking-1").nights == 1)
    }

    @Test func filters() throws {
        let limit = try Date("2000-01-01T00:00:00Z", strategy: .iso8601)
        let old = try hotels.filter { $0.openedAt < limit }.all()
        #expect(old.map(\.id) == ["hotel-1"])
        let expensive = try bookings.filter { $0.nights * 120 > 500 }.all()
        let alsoExpensive = try bookings.all().filter { $0.price > 500 }
        #expect(expensive.isEmpty && alsoExpensive.isEmpty)
        let near = try hotels.filter { $0.roomRate > 100 && $0.roomRate < 140 }.all()
        #expect(near.map(\.id) == ["hotel-1"])
    }

    @Test func queries() throws {
        let name = "Grand"
        let rows = try database.query("SELECT name FROM _ WHERE name = \(name)")
        #expect(rows.allResults().count == 1)
    }

    @Test(.timeLimit(.minutes(10))) func observing() async throws {
        let task = Task {
            for try await change in hotels.filter({ $0.roomRate < 150 }).changes() {
                print(change.models.count)
            }
        }
        try await hotels.save(Hotel(name: "Fjord View", roomRate: 90))
        task.cancel()
        await #expect(throws: Never.self) { try await task.value }
    }
}
