import Quire
import Testing

/// The examples in the documentation of conditions, arithmetic and optional chaining.
@Suite struct QueryOperatorExamples {
    struct Percentage: RawRepresentable, Codable, QueryNumber {
        var rawValue: Int
    }

    struct Place: Codable {
        var latitude: Double
    }

    struct Address: Codable {
        var city = "Bergen"
    }

    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name = "Harbour House"
        var roomRate = 121.0
        var stars = 4
        var rooms = 20
        var address = Address()
        var geo: Place? = Place(latitude: 60.4)
        var petsWelcome = true
        var isClosed = false
        var discount = Percentage(rawValue: 10)
    }

    @Test func filtering() throws {
        let hotels = try Database(inMemoryNamed: "hotels").repository(of: Hotel.self)
        try hotels.save(Hotel())
        let open = hotels.filter { $0.petsWelcome && !$0.isClosed }
        #expect(try open.count() == 1)
        let northern = hotels.filter { $0.geo?.latitude > 60 }
        #expect(try northern.count() == 1)
        let inNorway = hotels.filter { ["Bergen", "Oslo"].contains($0.address.city) }
        #expect(try inNorway.count() == 1)
        let midRange = hotels.filter { (100...200).contains($0.roomRate) }
        #expect(try midRange.count() == 1)
        let (two, limit) = (Percentage(rawValue: 2), Percentage(rawValue: 15))
        let bargains = hotels.filter { $0.discount * two > limit }
        #expect(try bargains.count() == 1)
        let good = hotels.filter { (3...5).contains($0.stars) && $0.name.count < 20 }
        print(try good.filter { $0.roomRate / 2 + 10 < 80 }.count())
        #expect(try good.filter { $0.roomRate / 2 + 10 < 80 }.count() == 1)
    }

    @Test(arguments: [nil, "Bergen"]) func reading(city: String?) throws {
        let hotels = try Database(inMemoryNamed: "hotels").repository(of: Hotel.self)
        try hotels.save(Hotel())
        var selection = hotels.selection
        if let city { selection = selection.filter { $0.address.city == city } }
        let found = try selection.sorted(by: \.name).all()
        #expect(found.count == 1)
        let roomCount = try hotels.sum(of: \.rooms)
        #expect(roomCount == 20)
        let names = try hotels.select(\.name).limit(3).all()
        #expect(names == ["Harbour House"])
        struct HotelName: Decodable {
            var name: String
        }
        let hotelNames = try hotels.filter { $0.stars >= 4 }.select(HotelName.self).limit(10).all()
        #expect(hotelNames.map(\.name) == names)
    }

    @Test func collating() throws {
        let hotels = try Database(inMemoryNamed: "hotels").repository(of: Hotel.self)
        try hotels.save(Hotel())
        let byName = hotels.sorted(by: \.name, collation: .localized)
        let swedish = hotels.sorted(by: \.name, collation: .locale("sv"))
        let grand = hotels.filter { $0.name.collating(.localized.ignoringCase) == "grand" }
        let houses = hotels.filter {
            $0.name.collating(.localized.ignoringCase.ignoringDiacritics).contains("house")
        }
        #expect(try [byName, swedish, grand, houses].map { try $0.count() } == [1, 1, 0, 1])
    }
}
