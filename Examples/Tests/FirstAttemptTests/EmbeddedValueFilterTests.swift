import Foundation
import Quire
import Testing

/// Filters by properties whose values are structures and dictionaries, as a new user writes them.
@Suite struct EmbeddedValueFilterTests {
    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var address: Address
        var former: Address?
        var branches: [Address] = []
        var names: [String: String] = [:]
        var price = Price(amount: 1.1, currency: "NOK")
    }

    struct Address: Codable, Equatable {
        var street: String
        var town: Town?
        var floors: Set<Int> = []
    }

    struct Town: Codable, Equatable {
        var name: String
        var zip: Int
    }

    struct Price: Codable, Equatable {
        var amount: Float
        var currency: String
    }

    let hotels: Repository<Hotel>

    init() throws {
        hotels = try Database(inMemoryNamed: "hotels").repository(of: Hotel.self)
        try hotels.save([
            Hotel(
                name: "A",
                address: Address(street: "Kaigaten", town: Town(name: "Bergen", zip: 5003)),
                branches: [Address(street: "Torget"), Address(street: "Kaigaten 2")],
                names: ["nb": "Havnehuset", "en": "Harbour House"]),
            Hotel(
                name: "B", address: Address(street: "Kaigaten"), former: Address(street: "Torget"),
                price: Price(amount: 2, currency: "NOK")),
        ])
    }

    private func names(
        _ condition: (QueryField<Hotel, Hotel>) -> QueryCondition<Hotel>
    ) throws -> [String] {
        try hotels.filter(condition).all().map(\.name)
    }

    @Test func `a property equals a value with the same contents`() throws {
        let home = Address(street: "Kaigaten", town: Town(name: "Bergen", zip: 5003))
        #expect(try names { $0.address == home } == ["A"])
        #expect(try names { $0.address != home } == ["B"])
        #expect(try names { !($0.address == home) } == ["B"])
        #expect(try names { $0.address.town == Town(name: "Bergen", zip: 5003) } == ["A"])
        #expect(try names { $0.address.town != Town(name: "Bergen", zip: 5003) } == ["B"])
        #expect(try names { $0.former == Address(street: "Torget") } == ["B"])
        #expect(try names { $0.former == nil } == ["A"])
        #expect(try names { $0.former != Address(street: "Torget") } == ["A"])
        #expect(try names { $0.price == Price(amount: 1.1, currency: "NOK") } == ["A"])
        #expect(try names { $0.address == home && $0.name == "A" } == ["A"])
        #expect(try names { $0.address == Address(street: "Kaigaten", floors: [3]) } == [])
    }

    @Test func `a list of values and an array property are searched by contents`() throws {
        #expect(try names { $0.address.in([Address(street: "Kaigaten")]) } == ["B"])
        #expect(try names { $0.former.in([Address(street: "Torget"), nil]) } == ["A", "B"])
        #expect(try names { $0.branches.contains(Address(street: "Torget")) } == ["A"])
        #expect(try names { $0.branches.any { $0 == Address(street: "Kaigaten 2") } } == ["A"])
        let branches = [Address(street: "Torget"), Address(street: "Kaigaten 2")]
        #expect(try names { $0.branches == branches } == ["A"])
        #expect(try names { $0.branches == branches.reversed() } == [])
        #expect(try names { $0.branches != branches } == ["B"])
    }

    @Test func `a dictionary property equals a dictionary`() throws {
        #expect(try names { $0.names == ["en": "Harbour House", "nb": "Havnehuset"] } == ["A"])
        #expect(try names { $0.names == [:] } == ["B"])
        #expect(try names { $0.names != ["nb": "Havnehuset"] } == ["A", "B"])
    }

    @Test func `a predicate compares contents`() throws {
        let address = Address(street: "Kaigaten")
        let found = hotels.filter(
            #Predicate<Hotel> { $0.address == address && $0.names != ["nb": "Havnehuset"] })
        #expect(try found.all().map(\.name) == ["B"])
    }

    @Test func `a comparison that is not supported throws an error with the reason`() throws {
        let unordered = #expect(throws: QuireError.self) {
            try names { $0.address == Address(street: "Kaigaten", floors: [1, 2]) }
        }
        #expect(unordered?.code == .invalidQuery)
        #expect(unordered?.message.contains("undefined order") == true)
        let whole = #expect(throws: QuireError.self) {
            try names { $0 == Hotel(name: "A", address: Address(street: "Kaigaten")) }
        }
        #expect(whole?.code == .invalidQuery && whole?.message.contains("its properties") == true)
        #expect(throws: QuireError.self) { try names { $0.address < Address(street: "Kaigaten") } }
    }
}
