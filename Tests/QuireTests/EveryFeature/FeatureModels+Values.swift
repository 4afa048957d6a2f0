import Foundation
import Quire

/// The models that the database stores.
extension FeatureModels {
    /// A whole second, so that no rounding takes part.
    static let opened = Date(timeIntervalSince1970: 1_795_247_280)

    // A blob belongs to the database in which it is saved.
    static var photo: Blob {
        Blob(contentType: "text/plain", data: Data("a photo of an inn".utf8))
    }

    static let people = [
        Person(id: id(1), name: "Ada Lovelace", friends: [Reference(id: id(2).uuidString)]),
        Person(id: id(2), name: "Grace Hopper"),
    ]

    static var inns: [Inn] {
        [
            inn("inn-1", "Harbour House", stars: 4, city: "Bergen"),
            inn("inn-2", "Ü𝔫ïcødé 旅館 🏨", stars: 5, city: "Oslo"),
            inn("inn-3", "", stars: 0, city: ""),
        ]
    }

    static let rooms = [Room(id: .min, beds: 1), Room(id: 0, beds: 2), Room(id: .max, beds: 3)]

    static let memos = ["memo-1": Memo(text: "call back"), "memo-2": Memo(text: "")]

    static let settings = [
        Setting(id: "setting-1", volume: 11, theme: "dark"),
        Setting(id: "setting-2", volume: 7, theme: "light"),
    ]

    static let jobs = [
        Job(id: "job-1", title: "sweep", created: opened, updated: opened),
        Job(id: "job-2", title: "paint", created: opened, updated: opened, deleted: opened),
    ]

    static let houses = [
        House(id: "house-1", name: "First", address: House.Place(city: "Bergen"), floors: 1),
        House(id: "house-2", name: "Second", address: House.Place(city: "Oslo"), floors: 2),
    ]

    static let vehicles = [
        Vehicle.boat(Boat(id: "boat-1", sails: ["jib", "main"])),
        .truck(Truck(id: "truck-1", axles: 3)), .truck(Truck(id: "truck-2", axles: 2)),
    ]

    private static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (number, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    }

    private static func inn(_ id: String, _ name: String, stars: Int, city: String) -> Inn {
        Inn(
            id: id, name: name, stars: stars, rate: 99.95 + Double(stars), score: 0.1,
            price: Decimal(string: "12345678901234567890.123456789") ?? 0, opened: opened,
            address: Address(
                street: stars == 0 ? nil : "4 Kaigaten", city: city, position: [60.39, 5.32]),
            tags: stars == 0 ? [] : ["quiet", "sea"], level: stars > 4 ? .fine : .simple,
            payments: [.cash, .card(number: "1234", year: 2030)], bytes: Data([0, 1, 254, 255]),
            website: URL(string: "https://example.org/\(id)") ?? URL(filePath: "/"),
            token: Self.id(9),
            note: stars == 5 ? "booked" : nil, photo: stars == 4 ? photo : nil,
            owner: stars == 0 ? nil : Reference(id: Self.id(1).uuidString),
            seasons: ["summer": 1.5, "winter": 0.75], beds: [1: 2, 2: 10], largest: .max)
    }
}
