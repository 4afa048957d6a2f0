import Foundation
import Quire
import QuireTesting
import Testing

/// The examples in the documentation of frequently used methods.
@Suite struct FrequentMethodExamples {
    struct Hotel: IndexedModel {
        @DocumentID var id: String?
        var name: String
        var roomRate = 100.0
        var stars = 3
        var description = ""
        var features: [String] = []
        var address = Address()
        var updatedAt: Date?
        var deletedAt: Date?

        static var indexes: [ModelIndex<Hotel>] {
            [ModelIndex(on: \.address.city, \.roomRate), ModelIndex(on: \.name, options: .unique)]
        }
    }

    struct Address: Codable, Hashable {
        var city = "Bergen"
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(
                id: "hotel-1", name: "Harbour House", roomRate: 121, stars: 4,
                description: "A room with a sea view."),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240, stars: 5),
            Hotel(
                id: "hotel-3", name: "Station Inn", roomRate: 89, address: Address(city: "Oslo")),
        ])
    }

    @Test func reading() throws {
        if try hotels.exists("hotel-1") { print("already imported") }
        for hotel in try hotels.all() { print(hotel.name) }
        let oldest = try hotels.first()
        let count = try hotels.count()
        try hotels.forEach { hotel in print(hotel.name) }
        let three = try hotels.limit(3).all()
        print(try hotels.explain())
        #expect(oldest?.id == "hotel-1" && count == 3 && three.count == 3)
        var page = try hotels.page(size: 20)
        while let next = page.next {
            page = try hotels.page(after: next, size: 20)
        }
        #expect(page.models.count == 3)
    }

    @Test func streaming() async throws {
        for try await hotel in hotels.stream() { print(hotel.name) }
    }

    @Test func aggregates() throws {
        let averageRate = try hotels.average(of: \.roomRate)
        let stars = try hotels.filter { $0.address.city == "Bergen" }.sum(of: \.stars)
        #expect(averageRate == 150 && stars == 9)
        do {
            let lowestRate = try hotels.minimum(of: \.roomRate)
            #expect(lowestRate == 89)
        }
        do {
            let lowestRate = try hotels.filter { $0.stars >= 4 }.minimum(of: \.roomRate)
            #expect(lowestRate == 121)
        }
    }

    @Test func groups() throws {
        let counts = try hotels.filter { $0.roomRate < 150 }
            .grouped(by: \.address.city)
            .select { ($0.key, $0.count) }.all()
        #expect(counts.count == 2)
        let rates = try hotels.grouped(by: \.stars)
            .select { ($0.key, $0.average(of: \.roomRate)) }.all()
        #expect(rates.count == 3)
        let cities = try hotels.grouped(by: \.address.city)
            .select { ($0.key, $0.count, $0.maximum(of: \.roomRate)) }.all()
        for (city, count, rate) in cities { print(city, count, rate ?? 0) }
    }

    @Test func projections() throws {
        let names = try hotels.select(\.name).all()
        let cityNames = try hotels.select(\.address.city).distinct().all()
        let rates = try hotels.select { ($0.name, $0.roomRate) }.all()
        let cheapest = try hotels.sorted(by: \.roomRate).select(\.name).first()
        #expect(names.count == 3 && Set(cityNames) == ["Bergen", "Oslo"])
        #expect(rates.count == 3 && cheapest == "Station Inn")
    }

    @Test func conditions() throws {
        let houses = hotels.filter { $0.name.hasSuffix("House") }
        let withSeaView = hotels.filter { $0.description.contains("sea view") }
        let grand = hotels.filter { $0.name.lowercased() == "grand" }
        let mid = hotels.filter { $0.roomRate.in(100..<200) }
        for found in [houses, withSeaView, mid] {
            #expect(try found.all().map(\.id) == ["hotel-1"])
        }
        #expect(try grand.count() == 1)
    }

    @Test func patches() throws {
        try hotels.patch("hotel-1") { $0.set(\.address.city, to: "Bergen") }
        try hotels.patch("hotel-1") { $0.increment(\.stars) }
        try hotels.patch("hotel-1") { $0.append(\.features, "parking") }
        let hotel = try hotels.require("hotel-1")
        #expect(hotel.stars == 5 && hotel.features == ["parking"])
    }

    @Test func mergingWithAClosure() throws {
        let higher = ConflictRule<Hotel>.merge { conflict in
            var hotel = conflict.mine
            hotel.roomRate = max(hotel.roomRate, conflict.theirs?.roomRate ?? 0)
            return hotel
        }
        let hotel = try hotels.require("hotel-1")
        try hotels.update("hotel-1") { $0.roomRate = 150 }
        #expect(try hotels.save(hotel, onConflict: higher).roomRate == 150)
    }

    @Test func middleware() throws {
        let rules = ValidationRules<Hotel> { rules in
            rules.check(\.name, .required)
            rules.check(\.stars, .range(1...5))
        }
        try rules.validate(Hotel(name: "Grand", stars: 5))
        let logged = hotels.using(TimestampMiddleware(updated: \.updatedAt), rules)
        #expect(try logged.update("hotel-2") { $0.roomRate = 250 }.updatedAt != nil)
        let stamped = hotels.timestamped(updated: \.updatedAt)
        try stamped.update("hotel-1") { $0.name = "Harbour Hotel" }
        #expect(try hotels.require("hotel-1").updatedAt != nil)
        #expect(throws: QuireError.self) {
            let validated = hotels.validated(by: rules)
            try validated.save(Hotel(name: ""))  // throws `validationFailed`
        }
    }

    @Test func softDeletion() throws {
        let active = hotels.softDeleting(\.deletedAt)
        try active.delete(id: "hotel-1")
        print(try active.exists("hotel-1"), try hotels.exists("hotel-1"))  // false true
        #expect(try !active.exists("hotel-1") && hotels.exists("hotel-1"))
    }

    @Test func undoing() throws {
        let history = UndoHistory()
        let hotels = hotels.recording(in: history)
        try hotels.delete(id: "hotel-1")
        try history.undo()
        print(try hotels.exists("hotel-1"))  // true
        if history.canRedo { try history.redo() }
        #expect(try !hotels.exists("hotel-1"))
    }

    @Test func indexes() throws {
        let plan = try hotels.indexPlan()
        if !plan.isEmpty { try plan.apply() }
        #expect(try hotels.indexPlan().isEmpty)
    }

    @Test func storesInMemory() throws {
        do {
            let hotels = InMemoryStore().repository(of: Hotel.self)
            try hotels.save(Hotel(name: "Grand"))
        }
        let store = InMemoryStore()
        let archive = store.collection(named: "archive").repository(of: Hotel.self)
        #expect(try archive.count() == 0)
        do {
            let hotels = try InMemoryDatabase().repository(of: Hotel.self)
            #expect(try hotels.count() == 0)
        }
    }
}
