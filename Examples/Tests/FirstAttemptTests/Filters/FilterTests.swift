import Foundation
import Quire
import QuireTesting
import Testing

/// The filters that programs write first, on both engines.
@Suite struct FilterTests {
    typealias Hotel = FilterHotel
    typealias Address = FilterHotel.Address
    typealias Location = FilterHotel.Location
    typealias Review = FilterHotel.Review
    typealias Kind = FilterHotel.Kind

    static let hotels = [
        Hotel(
            id: "1", name: "Harbour House", stars: 4, rooms: 25, roomRate: 121, lowestRate: 80,
            petsWelcome: true, hasPool: true, floors: 3, phone: "555-1",
            address: Address(city: "Bergen", location: Location(latitude: 60.4, note: "quay")),
            secondKind: .inn, tags: ["quiet", "sea"],
            reviews: [Review(rating: 5), Review(rating: 3)], names: ["nb": "Havnehuset"]),
        Hotel(
            id: "2", name: "Grand", stars: 5, rooms: 0, roomRate: 240, isClosed: true,
            hasPool: false, address: Address(city: "Oslo", location: Location(latitude: 59.9))),
        Hotel(
            id: "3", name: "Ærlig", count: 7, stars: 2, rooms: 7, roomRate: 3, lowestRate: 3,
            petsWelcome: true, floors: 2, phone: "Ærlig", kind: .hostel, tags: ["sea"],
            renovated: Date(timeIntervalSince1970: 1000)),
    ]

    /// Repositories of the embedded engine and of the engine in memory.
    static func repositories() throws -> [Repository<Hotel>] {
        let repositories = [
            try Database(inMemoryNamed: "filters").repository(of: Hotel.self),
            InMemoryStore().repository(of: Hotel.self),
        ]
        for repository in repositories { try repository.save(hotels) }
        return repositories
    }

    typealias Field = QueryField<Hotel, Hotel>

    /// Expects that both engines select the same hotels as Swift.
    private func expect<Condition: QueryBoolean>(
        _ condition: (Field) -> QueryField<Hotel, Condition>, _ isSelected: (Hotel) -> Bool,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let ids = Self.hotels.filter(isSelected).map(\.id)
        for repository in try Self.repositories() {
            let found = try repository.filter { condition($0) }.sorted(by: \.id).select(\.id)
                .all()
            #expect(found == ids, sourceLocation: location)
        }
    }

    @Test func `a Boolean property is a condition`() throws {
        try expect({ $0.petsWelcome }) { $0.petsWelcome }
        try expect({ !$0.isClosed }) { !$0.isClosed }
        try expect({ $0.stars > 3 && $0.petsWelcome }) { $0.stars > 3 && $0.petsWelcome }
        try expect({ $0.isClosed || $0.petsWelcome && $0.stars < 3 }) {
            $0.isClosed || $0.petsWelcome && $0.stars < 3
        }
        try expect({ $0.hasPool }) { $0.hasPool == true }
        try expect({ !$0.hasPool }) { $0.hasPool != true }
        try expect({ $0.hasPool == false || $0.hasPool == nil }) { $0.hasPool != true }
        try expect(\.petsWelcome) { $0.petsWelcome }
        try expect({ $0.petsWelcome == ($0.stars > 3) }) { $0.petsWelcome == ($0.stars > 3) }
        try expect({ ($0.floors > 2) == false }) { !(($0.floors ?? 0) > 2) }
        try expect({ $0.reviews.any { $0.isVerified } }) { !$0.reviews.isEmpty }
    }

    @Test func `arithmetic has the results of Swift`() throws {
        try expect({ $0.stars * 2 + 1 > $0.rooms }) { $0.stars * 2 + 1 > $0.rooms }
        try expect({ $0.rooms % 4 == 3 }) { $0.rooms % 4 == 3 }
        try expect({ -$0.rooms % 4 == -3 }) { -$0.rooms % 4 == -3 }
        try expect({ $0.rooms / 2 == 3 }) { $0.rooms / 2 == 3 }
        try expect({ -$0.rooms / 2 == -3 }) { -$0.rooms / 2 == -3 }
        try expect({ $0.roomRate / 2 == 1.5 }) { $0.roomRate / 2 == 1.5 }
        try expect({ 6 / $0.roomRate == 2 }) { 6 / $0.roomRate == 2 }
        try expect({ 100 - $0.roomRate < 0 }) { 100 - $0.roomRate < 0 }
        try expect({ $0.lowestRate * 2 > 10 }) { ($0.lowestRate ?? 0) * 2 > 10 }
        try expect({ $0.roomRate - $0.lowestRate == 0 }) { $0.roomRate == $0.lowestRate }
        try expect({ $0.lowestRate + 1 == nil }) { $0.lowestRate == nil }
        try expect({ ($0.lowestRate ?? 0) < 50 }) { ($0.lowestRate ?? 0) < 50 }
        try expect({ $0.name + "-" + $0.address.city == "Grand-Oslo" }) {
            $0.name + "-" + $0.address.city == "Grand-Oslo"
        }
        try expect({ "+" + $0.phone != "+Ærlig" }) { $0.phone != "Ærlig" }
    }

    @Test func `a condition with a division by zero is not true`() throws {
        try expect({ 100 / $0.rooms > 0 }) { $0.rooms != 0 }
        try expect({ 100 / $0.rooms != 7 }) { $0.rooms != 0 }
        try expect({ 100 % $0.rooms < 1000 }) { $0.rooms != 0 }
        try expect({ $0.stars / ($0.rooms * 2) == 0 }) { $0.rooms != 0 }
        try expect({ $0.stars + 100 / $0.rooms != $0.stars }) { $0.rooms != 0 }
        try expect({ ($0.stars / 0) != 1 }) { _ in false }
        try expect({ (0...1).contains($0.stars / $0.rooms) }) { $0.rooms != 0 }
    }

    @Test func `strings have a count, prefixes and parts`() throws {
        try expect({ $0.name.count == 5 }) { $0.name.count == 5 }
        try expect({ $0.phone.count > 4 }) { ($0.phone ?? "").count > 4 }
        try expect({ $0.phone?.count != 5 }) { $0.phone?.count != 5 }
        try expect({ $0.name.isEmpty || $0.name.hasPrefix("H") }) { $0.name.hasPrefix("H") }
        try expect({ $0.name.lowercased().contains("house") }) { $0.name.contains("House") }
        try expect({ $0.phone?.hasPrefix("555") == true }) { $0.phone == "555-1" }
    }

    @Test func `lists and ranges contain properties`() throws {
        try expect({ [.hostel, .inn].contains($0.kind) }) { $0.kind == .hostel }
        try expect({ [.hostel, .inn].contains($0.secondKind) }) { $0.secondKind == .inn }
        let kinds = [Kind.hotel]
        try expect({ kinds.contains($0.kind) && !kinds.contains($0.secondKind) }) {
            $0.kind == .hotel
        }
        try expect({ Set(["Oslo"]).contains($0.address.city) }) { $0.address.city == "Oslo" }
        try expect({ (1...4).contains($0.stars) }) { (1...4).contains($0.stars) }
        try expect({ (1..<4).contains($0.stars) }) { (1..<4).contains($0.stars) }
        try expect({ (4...).contains($0.stars) }) { (4...).contains($0.stars) }
        try expect({ (...4).contains($0.stars) }) { (...4).contains($0.stars) }
        try expect({ (..<4).contains($0.stars) }) { (..<4).contains($0.stars) }
        try expect({ (3...121).contains($0.roomRate) }) { (3...121).contains($0.roomRate) }
        try expect({ (3...).contains($0.floors) }) { $0.floors == 3 }
        try expect({ (...2).contains($0.floors) }) { $0.floors == 2 }
        try expect({ $0.stars.in(..<4) || $0.floors.in(3...) }) { $0.stars != 5 }
    }

    @Test func `optional properties are compared and chained`() throws {
        try expect({ $0.address.location?.latitude > 60 }) {
            ($0.address.location?.latitude ?? 0) > 60
        }
        try expect({ $0.address.location.latitude > 60 }) {
            ($0.address.location?.latitude ?? 0) > 60
        }
        try expect({ $0.address.location?.note == nil && $0.address.location != nil }) {
            $0.id == "2"
        }
        try expect({ $0.address.location?.note == "quay" }) { $0.id == "1" }
        try expect({ ($0.address.location?.latitude ?? 0) < 60 }) { $0.id != "1" }
        try expect({ $0.address.location?.latitude < $0.lowestRate }) { $0.id == "1" }
        try expect({ $0.address.location.latitude < $0.roomRate }) { $0.address.location != nil }
        try expect({ $0.name == $0.phone || $0.phone == $0.name }) { $0.name == $0.phone }
        try expect({ $0.name != $0.phone }) { $0.name != $0.phone }
        try expect({ $0.roomRate > $0.lowestRate }) { $0.roomRate > ($0.lowestRate ?? .infinity) }
        for phone in [nil, "555-1", "Ærlig"] {
            try expect({ $0.phone == phone }) { $0.phone == phone }
            try expect({ $0.name == phone }) { $0.name == phone }
            try expect({ $0.name != phone }) { $0.name != phone }
        }
        try expect({ 3 < $0.stars && "Grand" != $0.name }) { 3 < $0.stars && "Grand" != $0.name }
    }

    @Test func `properties named like members of strings and arrays are not hidden`() throws {
        try expect({ $0.count > 3 && $0.description.hasPrefix("By") }) { $0.count > 3 }
    }

    @Test func `conditions can be selected`() throws {
        for hotels in try Self.repositories() {
            let values = try hotels.sorted(by: \.id).select { ($0.stars * 2, $0.floors > 2) }.all()
            #expect(values.map(\.0) == [8, 10, 4])
            #expect(values.map(\.1) == [true, false, false])
        }
    }

    @Test func `the error for a computed property names its owner and what is stored`() throws {
        for hotels in try Self.repositories() {
            let error = #expect(throws: QuireError.self) {
                try hotels.filter { $0.shout == "GRAND" }.all()
            }
            let message = "\(error?.message ?? "")"
            #expect(!message.contains("0x"))
            #expect(message.contains(#"\FilterHotel.(computed property of type String)"#))
            #expect(message.contains("roomRate"))
        }
    }

    @Test func `a hundred filters of nine terms select the same models on both engines`() throws {
        let repositories = try Self.repositories()
        let selections = repositories.map {
            FilterHotel.filters(
                $0, city: "Bergen", optionalCity: nil, cities: ["Oslo"], limit: 3,
                day: Date(timeIntervalSince1970: 500))
        }
        #expect(selections[0].count == 100)
        for (first, second) in zip(selections[0], selections[1]) {
            #expect(
                try first.sorted(by: \.id).select(\.id).all()
                    == second.sorted(by: \.id).select(\.id).all())
        }
    }
}
