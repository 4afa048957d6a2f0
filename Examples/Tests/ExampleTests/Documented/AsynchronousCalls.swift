import Foundation
import Quire
import Testing

/// The examples in the documentation of asynchronous calls.
@Suite struct DocumentedAsynchronousCalls {
    private struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var rooms = 20
        var stars = 4
        var city: Reference<City>?
    }

    private struct City: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    private let folder = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"

    @Test func `a database, its documents and its queries`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let config = DatabaseConfiguration(directory: folder)
        let database = try await Database.open(name: "hoteldb", config: config)
        let collection = try database.defaultCollection()
        let document = MutableDocument(id: "hotel-1", data: ["name": "Grand", "roomRate": 240])
        try await collection.store(document: document)
        if let hotel = try await collection.load(id: "hotel-1")?.toMutable() {
            hotel.setInt(4, forKey: "stars")
            try await collection.store(document: hotel)
        }
        #expect(try await collection.load(id: "hotel-1")?.int(forKey: "stars") == 4)
        let query = try await database.prepareQuery("SELECT name, roomRate FROM _")
        for row in try await query.rows() {
            print(row.string(forKey: "name") ?? "", row.double(forKey: "roomRate"))
        }
        #expect(try await query.rows().allResults().count == 1)
        try await database.shutDown()
    }

    @Test func `aggregates and references`() async throws {
        let database = try await Database.open(inMemoryNamed: "hotels")
        let repository = try database.repository(of: Hotel.self)
        let cityRepository = try database.repository(of: City.self)
        try await cityRepository.save(City(id: "bergen", name: "Bergen"))
        try await repository.save([
            Hotel(id: "hotel-1", name: "Grand", roomRate: 240, city: Reference(id: "bergen")),
            Hotel(id: "hotel-2", name: "Harbour House", roomRate: 120),
        ])
        do {
            let hotels = repository
            let averageRate = try await hotels.filter { $0.stars >= 4 }.average(of: \.roomRate)
            let roomCount = try await hotels.sum(of: \.rooms)
            #expect(averageRate == 180 && roomCount == 40)
        }
        do {
            let hotels = try await repository.all()
            let cities = try await cityRepository.resolve(hotels, \.city)
            for hotel in hotels { print(hotel.name, cities[hotel.city]?.name ?? "nowhere") }
            #expect(cities["bergen"]?.name == "Bergen")
        }
    }
}
