import Foundation
import Quire
import Testing

/// The examples in the documentation of repositories and selections.
@Suite struct RepositoryExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var stars = 3
        var address = Address()
    }

    struct Address: Codable {
        var city = "Bergen"
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        let oslo = Address(city: "Oslo")
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121, stars: 4),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240, stars: 5),
            Hotel(id: "hotel-3", name: "Station Inn", roomRate: 89, address: oslo),
        ])
    }

    @Test func declaring() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
            var roomRate: Double
        }
        #expect(Hotel.documentType == "hotel")
    }

    @Test func creating() throws {
        let database = try Database(inMemoryNamed: "rates")
        let hotels = try database.repository(of: Hotel.self)
        let saved = try hotels.save(Hotel(name: "Harbour House", roomRate: 121))
        let cheap = try hotels.filter { $0.roomRate < 150 }.sorted(by: \.roomRate).all()
        #expect(saved.id != nil)
        #expect(cheap.map(\.name) == ["Harbour House"])
    }

    @Test func creatingInDatabase() throws {
        let database = try Database(inMemoryNamed: "merged")
        let hotels = try database.repository(of: Hotel.self, conflicts: .mergeFields())
        try hotels.save(Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121))
        #expect(try hotels.count() == 1)
    }

    @Test func creatingInStore() throws {
        let store = try database.defaultStore()
        let hotels = store.repository(of: Hotel.self)
        #expect(try hotels.count() == 3)
    }

    @Test func creatingInCollection() throws {
        let archive = try database.createCollection(name: "archive")
        let closedHotels = archive.repository(of: Hotel.self)
        #expect(try closedHotels.count() == 0)
    }

    @Test func saving() throws {
        var hotel = try hotels.save(Hotel(name: "Fjord View", roomRate: 150))
        hotel.roomRate = 140
        hotel = try hotels.save(hotel)
        let id = try #require(hotel.id)
        #expect(try hotels.require(id).roomRate == 140)
    }

    @Test func savingSeveral() throws {
        try hotels.save([
            Hotel(id: "hotel-4", name: "Fjord View", roomRate: 150),
            Hotel(id: "hotel-5", name: "Old Mill", roomRate: 95),
        ])
        #expect(try hotels.count() == 5)
    }

    @Test func inserting() throws {
        let hotel = try hotels.insert(Hotel(name: "Fjord View", roomRate: 150))
        print(hotel.id ?? "")  // a new ID
        #expect(try hotels.count() == 4)
        let stored = try hotels.insert(Hotel(name: "Old Mill", roomRate: 95), id: "hotel-5")
        print(stored.id, stored.name)  // hotel-5 Old Mill
        #expect(try hotels.count() == 5)
    }

    @Test func upserting() throws {
        try hotels.upsert(Hotel(id: "hotel-1", name: "Harbour House", roomRate: 130))
        try hotels.upsert([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 135),
            Hotel(id: "hotel-4", name: "Fjord View", roomRate: 150),
        ])
        #expect(try hotels.require("hotel-1").roomRate == 135)
        #expect(try hotels.count() == 4)
    }

    @Test func updating() throws {
        try hotels.update("hotel-1") { hotel in
            hotel.roomRate += 10
        }
        #expect(try hotels.require("hotel-1").roomRate == 131)
        let count = try hotels.filter { $0.roomRate < 100 }.update { $0.roomRate *= 1.1 }
        #expect(count == 1)
    }

    @Test func deleting() throws {
        let hotel = try hotels.require("hotel-1")
        try hotels.delete(hotel)  // throws `conflict` if the hotel has changed
        try hotels.delete(id: "hotel-2")
        #expect(try hotels.count() == 1)
        let count = try hotels.filter { $0.address.city == "Oslo" }.delete()
        #expect(count == 1)
    }

    @Test func purging() throws {
        try hotels.purge(id: "hotel-1")
        #expect(try !hotels.exists("hotel-1"))
    }

    @Test func expiring() throws {
        try hotels.setExpiration(Date().addingTimeInterval(3600), of: "hotel-1")
        try hotels.setExpiration(nil, of: "hotel-1")  // The document does not expire.
        #expect(try hotels.expiration(of: "hotel-1") == nil)
    }

    @Test func finding() throws {
        if let hotel = try hotels.find("hotel-1") {
            print(hotel.name)  // Harbour House
        }
        let found = try hotels.find(["hotel-2", "hotel-1"])
        print(found.map(\.name))  // ["Grand", "Harbour House"]
        #expect(found.map(\.name) == ["Grand", "Harbour House"])
        let hotel = try hotels.require("hotel-1")
        #expect(hotel.name == "Harbour House")
        let json = try hotels.json("hotel-1")
        #expect(json?.contains("Harbour House") == true)
    }

    @Test func filtering() throws {
        let inBergen = hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
        for hotel in try inBergen.all() { print(hotel.name) }  // Harbour House
        #expect(try inBergen.count() == 1)
        let mostExpensive = try hotels.sorted(by: \.roomRate, .descending).first()
        #expect(mostExpensive?.name == "Grand")
    }

    @Test func selecting() throws {
        let cheapest = hotels.filter { $0.roomRate < 200 }
            .sorted(by: \.roomRate)
            .limit(10)
        print(try cheapest.all().map(\.name))  // ["Station Inn", "Harbour House"]
        #expect(try cheapest.all().map(\.name) == ["Station Inn", "Harbour House"])
        let isCentral = true
        var selection = hotels.filter { $0.stars >= 3 }
        if isCentral { selection = selection.filter { $0.address.city == "Bergen" } }
        #expect(try selection.count() == 2)
        let byCity = hotels.filter { $0.stars >= 3 }
            .sorted(by: \.address.city)
            .sorted(by: \.roomRate, .descending)
        #expect(try byCity.all().map(\.id) == ["hotel-2", "hotel-1", "hotel-3"])
        let threeBest = try hotels.sorted(by: \.stars, .descending).limit(3).all()
        #expect(threeBest.count == 3)
        let others = try hotels.sorted(by: \.stars, .descending).offset(2).all()
        #expect(others.map(\.name) == ["Station Inn"])
        let best = try hotels.sorted(by: \.stars, .descending).first()
        #expect(best?.name == "Grand")
    }

    @Test func reading() throws {
        let models = try hotels.filter { $0.stars >= 4 }.all()
        for hotel in try hotels.filter({ $0.stars >= 4 }).allStored() {
            print(hotel.id, hotel.sequence, hotel.name)
        }
        for hotel in try hotels.filter({ $0.stars >= 4 }).lazy() {
            print(try hotel.name, try hotel[\.address.city])
        }
        let names = try hotels.filter { $0.stars >= 4 }.lazy().map { try $0.name }
        let cities = try hotels.lazy().map { try $0[\.address.city] }
        #expect(names.count == 2)
        #expect(cities.count == 3)
        let first = try hotels.filter { $0.stars >= 4 }.sorted(by: \.name).first()
        let count = try hotels.filter { $0.stars >= 4 }.count()
        let hasLuxury = try hotels.filter { $0.stars == 5 }.exists()
        print(try hotels.filter { $0.stars >= 4 }.explain())
        #expect(models.count == 2)
        #expect(first?.name == "Grand")
        #expect(count == 2)
        #expect(hasLuxury)
    }

    @Test func paging() throws {
        let page = try hotels.sorted(by: \.name).page(size: 2)
        for hotel in page.models { print(hotel.name) }
        print(page.next == nil ? "This is the last page." : "More pages follow.")
        #expect(page.models.map(\.name) == ["Grand", "Harbour House"])
        let first = try hotels.sorted(by: \.name).page(size: 2)
        let data = try JSONEncoder().encode(first.next)  // for a later request
        let cursor = try JSONDecoder().decode(PageCursor?.self, from: data)
        let second = try hotels.sorted(by: \.name).page(after: cursor, size: 2)
        #expect(second.models.map(\.name) == ["Station Inn"])
    }

    @Test func pagingThroughAll() throws {
        let byRate = hotels.sorted(by: \.roomRate)
        var page = try byRate.page(size: 2)
        while let next = page.next {
            page = try byRate.page(after: next, size: 2)
        }
        #expect(page.models.map(\.name) == ["Grand"])
    }

    @Test func streaming() async throws {
        try hotels.filter { $0.stars >= 4 }.forEach { hotel in
            print(hotel.name)
        }
        for try await hotel in hotels.filter({ $0.stars >= 4 }).stream() {
            print(hotel.name)
        }
        let names = hotels.sorted(by: \.name).stream(pageSize: 500).map(\.name)
        for try await name in names { print(name) }
    }

    @Test func readingAsynchronously() async throws {
        let hotel = try await hotels.find("hotel-1")
        #expect(hotel?.name == "Harbour House")
        let cheap = try await hotels.filter { $0.roomRate < 150 }.all()
        #expect(cheap.count == 2)
        let rows = try await hotels.filter { $0.stars >= 4 }.lazy()
        #expect(rows.count == 2)
    }

    @Test func stored() throws {
        if let hotel = try hotels.findStored("hotel-1") {
            print(hotel.name, hotel.revisionID, hotel.sequence)
        }
        if var hotel = try hotels.findStored("hotel-1") {
            hotel.stars = 5
            hotel = try hotels.save(hotel)
        }
        #expect(try hotels.require("hotel-1").stars == 5)
    }

    @Test func selectingValues() throws {
        let names = try hotels.select(\.name).all()
        #expect(names.count == 3)
        let cities = hotels.filter { $0.stars >= 3 }.select(\.address.city).distinct()
        print(try cities.all())  // ["Bergen", "Oslo"]
        #expect(try Set(cities.all()) == ["Bergen", "Oslo"])
        let cityNames = try hotels.grouped(by: \.address.city)
            .having { $0.count >= 2 }
            .select { $0.key }.all()
        #expect(cityNames == ["Bergen"])
        let highest = try hotels.grouped(by: \.address.city)
            .select { group in (group.key, group.count, group.maximum(of: \.roomRate)) }
            .all()
        for (city, count, rate) in highest { print(city, count, rate ?? 0) }
        #expect(highest.count == 2)
        let averageRate = try hotels.filter { $0.stars >= 4 }.average(of: \.roomRate)
        #expect(averageRate == 180.5)
        let highestRate = try hotels.filter { $0.stars >= 4 }.maximum(of: \.roomRate)
        #expect(highestRate == 240)
    }

    @Test func grouping() throws {
        for number in 1...10 { try hotels.insert(Hotel(name: "Cabin \(number)", roomRate: 80)) }
        let rates = try hotels.filter { $0.stars > 2 }
            .grouped(by: \.address.city)
            .having { $0.count >= 10 }
            .select { ($0.key, $0.count, $0.average(of: \.roomRate)) }.all()
        #expect(rates.map(\.1) == [12])
    }

    @Test func patching() throws {
        try hotels.upsert(Hotel(id: "hotel-42", name: "Old Mill", roomRate: 95))
        try hotels.patch("hotel-42") {
            $0.increment(\.stars, by: 1)
            $0.set(\.address.city, to: "Bergen")
        }
        #expect(try hotels.require("hotel-42").stars == 4)
        try hotels.patch("hotel-1") { $0.set(\.roomRate, to: 130) }
        let count = try hotels.filter { $0.stars == 5 }.patch { $0.increment(\.roomRate, by: 10) }
        #expect(try hotels.require("hotel-1").roomRate == 130)
        #expect(count == 1)
    }
}
