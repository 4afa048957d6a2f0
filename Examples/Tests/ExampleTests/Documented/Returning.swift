import Foundation
import Quire
import Testing

/// The examples in the documentation of writes that return models.
@Suite struct ReturningExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var stars: Int
        var petsWelcome = false
        var address = Address(city: "Bergen")
        var tags: [String] = []
        var reviews: [Review] = []

        struct Address: Codable {
            var city: String
        }

        struct Review: Codable {
            var author: String
            var rating: Int
        }
    }

    let hotels: Repository<Hotel>

    init() throws {
        hotels = try Database(inMemoryNamed: "hotels").repository(of: Hotel.self)
        try hotels.save([
            Hotel(
                id: "hotel-1", name: "Harbour House", roomRate: 121, stars: 4, petsWelcome: true,
                reviews: [.init(author: "Ada", rating: 5)]),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240, stars: 5, tags: ["loud"]),
            Hotel(
                id: "hotel-3", name: "Party Inn", roomRate: 60, stars: 2,
                address: .init(city: "Oslo")),
        ])
    }

    @Test func returning() throws {
        let stored = try hotels.patch("hotel-1", returning: .stored) { $0.increment(\.stars) }
        print(stored.name, stored.stars, "ETag: \"\(stored.revision)\"")
        #expect(stored.stars == 5)
        let changed = try hotels.patch("hotel-1", ifMatch: stored.revision, returning: .stored) {
            $0.set(\.roomRate, to: 130)
        }
        #expect(changed.roomRate == 130)
        let deleted = try hotels.delete(id: "hotel-2", returning: .model)
        #expect(deleted.name == "Grand")
    }

    @Test func returningModels() throws {
        let changed = try hotels.patch("hotel-1", returning: .model) { $0.increment(\.stars) }
        #expect(changed.stars == 5)
        let stored = try hotels.update("hotel-1", returning: .stored) { $0.roomRate += 10 }
        #expect(stored.roomRate == 131)
    }

    @Test func returningSelections() throws {
        let upgraded = try hotels.filter { $0.stars == 4 }.sorted(by: \.roomRate).limit(1)
            .patch(returning: .model) { $0.increment(\.stars) }.first
        #expect(upgraded?.name == "Harbour House" && upgraded?.stars == 5)
        let worst = try hotels.sorted(by: \.stars).limit(1).delete(returning: .model).first
        #expect(worst?.name == "Party Inn")
    }
}
