import Foundation
import Quire
import Testing

/// The examples in the documentation of filters of several lines.
@Suite struct FilterLineExamples {
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

    @Test(arguments: [nil, "Bergen"]) func combining(city: String?) throws {
        let found = hotels.filter {
            $0.stars >= 3
            if let city { $0.address.city == city }
            anyOf {
                $0.roomRate < 150
                $0.petsWelcome
            }
        }
        #expect(try found.all().map(\.name) == ["Harbour House"])
        let suitable = hotels.selection.filter {
            $0.stars >= 3
            if let city { $0.address.city == city }
            not { $0.tags.contains("loud") }
        }
        #expect(try suitable.all().map(\.name) == ["Harbour House"])
    }

    @Test func grouping() throws {
        let suitable = hotels.filter {
            $0.stars >= 3
            not { $0.tags.contains("loud") }
        }
        let special = hotels.filter { _ in
            anyOf {
                $0.stars == 5
                $0.petsWelcome
            }
        }
        #expect(try suitable.all().map(\.name) == ["Harbour House"])
        #expect(try special.all().map(\.name) == ["Harbour House", "Grand"])
        let words = ["harbour", "grand"]
        let named = hotels.filter {
            $0.petsWelcome
            anyOf {
                for word in words { $0.name.lowercased().contains(word) }
            }
        }
        #expect(try named.all().map(\.name) == ["Harbour House"])
        let found = hotels.filter {
            $0.tags.isEmpty
            anyOf {
                $0.petsWelcome
                allOf {
                    $0.stars >= 4
                    $0.roomRate < 200
                }
            }
        }
        #expect(try found.all().map(\.name) == ["Harbour House"])
        let quiet = hotels.filter {
            $0.stars >= 2
            not { $0.tags.contains("loud") }
            not { $0.name.hasPrefix("Party") }
        }
        #expect(try quiet.all().map(\.name) == ["Harbour House"])
        let praised = hotels.filter {
            $0.reviews.any {
                $0.rating >= 4
                $0.author != "me"
            }
        }
        #expect(try praised.all().map(\.name) == ["Harbour House"])
        let excellent = hotels.filter {
            $0.reviews.any { _ in
                anyOf {
                    $0.rating == 5
                    $0.author == "Guide"
                }
            }
        }
        #expect(try excellent.all().map(\.name) == ["Harbour House"])
    }
}
