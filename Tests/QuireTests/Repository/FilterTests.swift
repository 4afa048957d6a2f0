import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import Quire

/// Every filter is asked three ways: of the repository, in SQL++ and of the models in memory.
@Suite struct FilterTests {
    private let hotels: Repository<Hotel>
    private let folder: TemporaryFolder

    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var stars: Int
        var rate: Double
        var city: String?
        @ExplicitNull var phone: String?
        var open: Bool
        var kind: Kind
        var opened: Date
        var address: Address

        enum CodingKeys: String, CodingKey {
            case id, name, stars, rate = "room_rate", city, phone, open, kind, opened, address
        }
    }

    struct Address: Codable, Equatable {
        var street: String?
        var zip: Int
    }

    enum Kind: String, Codable, CaseIterable { case hostel, hotel, palace }

    static let models: [Hotel] = (0..<60).map { index -> Hotel in
        let cities: [String?] = ["Bergen", "Porto", nil]
        let rate = Double(index * 37 % 200) + 0.5
        let street: String? = index % 5 == 0 ? nil : "Street \(index)"
        return Hotel(
            id: "h\(index)", name: "Hotel \(index % 7)", stars: index % 5, rate: rate,
            city: cities[index % 3], phone: index % 4 == 0 ? nil : "+\(index)",
            open: index % 2 == 0, kind: Kind.allCases[index % 3],
            opened: Date(timeIntervalSince1970: Double(index) * 1e7),
            address: Address(street: street, zip: 1000 + index))
    }

    init() throws {
        folder = try TemporaryFolder()
        var configuration = DatabaseConfiguration()
        configuration.directory = folder.path
        let database = try Database(name: "filters", config: configuration)
        hotels = try database.repository(of: Hotel.self)
        try database.inBatch {
            for model in Self.models { try hotels.save(model) }
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let sql: String
        let typed: @Sendable (QueryField<Hotel, Hotel>) -> QueryCondition<Hotel>
        let inMemory: @Sendable (Hotel) -> Bool
        var testDescription: String { sql }
    }

    static let date = Date(timeIntervalSince1970: 3e8)

    static let cases = [
        Case(sql: "room_rate < 100", typed: { $0.rate < 100 }, inMemory: { $0.rate < 100 }),
        Case(sql: "room_rate <= 74.5", typed: { $0.rate <= 74.5 }, inMemory: { $0.rate <= 74.5 }),
        Case(sql: "stars > 2", typed: { $0.stars > 2 }, inMemory: { $0.stars > 2 }),
        Case(sql: "stars >= 2", typed: { $0.stars >= 2 }, inMemory: { $0.stars >= 2 }),
        Case(
            sql: "name = 'Hotel 3'", typed: { $0.name == "Hotel 3" },
            inMemory: { $0.name == "Hotel 3" }),
        Case(
            sql: "city IS NOT 'Bergen'", typed: { $0.city != "Bergen" },
            inMemory: { $0.city != "Bergen" }),
        Case(
            sql: "city = 'Porto'", typed: { $0.city == "Porto" }, inMemory: { $0.city == "Porto" }),
        Case(sql: "city IS NOT VALUED", typed: { $0.city == nil }, inMemory: { $0.city == nil }),
        Case(sql: "phone IS VALUED", typed: { $0.phone != nil }, inMemory: { $0.phone != nil }),
        Case(sql: "phone IS NULL", typed: { $0.phone == nil }, inMemory: { $0.phone == nil }),
        Case(
            sql: "phone > '+3' AND phone < NULL", typed: { $0.phone > "+3" },
            inMemory: { $0.phone.map { $0 > "+3" } ?? false }),
        Case(sql: "open", typed: { $0.open == true }, inMemory: \.open),
        Case(sql: "NOT open", typed: { !($0.open == true) }, inMemory: { !$0.open }),
        Case(
            sql: "kind = 'palace'", typed: { $0.kind == .palace }, inMemory: { $0.kind == .palace }),
        Case(
            sql: "opened < '1979-07-05T05:20:00.000Z'", typed: { $0.opened < date },
            inMemory: { $0.opened < date }),
        Case(
            sql: "address.zip >= 1030 AND address.street IS VALUED",
            typed: { $0.address.zip >= 1030 && $0.address.street != nil },
            inMemory: { $0.address.zip >= 1030 && $0.address.street != nil }),
        Case(
            sql: "NOT (city IS 'Bergen' OR stars = 1)",
            typed: { !($0.city == "Bergen" || $0.stars == 1) },
            inMemory: { !($0.city == "Bergen" || $0.stars == 1) }),
        Case(sql: "META().id = 'h12'", typed: { $0.id == "h12" }, inMemory: { $0.id == "h12" }),
        Case(
            sql: "stars = 1 AND open AND room_rate < 190 AND room_rate > 5 AND kind != 'hostel'",
            typed: {
                $0.stars == 1 && $0.open == true && $0.rate < 190 && $0.rate > 5
                    && $0.kind != .hostel
            },
            inMemory: {
                $0.stars == 1 && $0.open && $0.rate < 190 && $0.rate > 5 && $0.kind != .hostel
            }),
    ]

    @Test(arguments: cases)
    func `a typed filter, SQL++ and Swift agree`(filter: Case) throws {
        let expected = Self.models.filter(filter.inMemory).compactMap(\.id)
        let typed = try hotels.filter(filter.typed).all().compactMap(\.id)
        let query = try hotels.collection.database.createQuery(
            "SELECT META().id FROM _ WHERE type = 'hotel' AND (\(filter.sql))")
        let text = try query.execute().compactMap { $0["id"]?.string }
        #expect(typed == expected)
        #expect(text == expected)
        #expect(try hotels.filter(filter.typed).count() == expected.count)
    }

    @Test func `a selection is sorted and limited`() throws {
        let found = try hotels.filter { $0.stars == 3 }
            .sorted(by: \.rate, .descending).offset(2).limit(3).all()
        let expected = Self.models.filter { $0.stars == 3 }.sorted { $0.rate > $1.rate }
            .dropFirst(2).prefix(3)
        #expect(found == Array(expected))
    }

    static let limits = [(nil, nil), (0, nil), (5, nil), (-1, nil), (5, 57), (5, 100), (nil, 3)]

    @Test(arguments: limits)
    func `a count keeps to the limit`(limit: Int?, offset: Int?) throws {
        var selection = hotels.filter { $0.stars >= 0 }
        if let limit { selection = selection.limit(limit) }
        if let offset { selection = selection.offset(offset) }
        #expect(try selection.count() == selection.all().count)
    }

    @Test func `first is the first of all`() throws {
        let sorted = hotels.filter { $0.open == true }.sorted(by: \.opened, .descending)
        #expect(try sorted.first() == sorted.all().first)
        #expect(try hotels.filter { $0.stars > 9 }.first() == nil)
    }

    @Test func `a property that is not stored is an error when it is read`() {
        let selection = hotels.filter { $0.name.count > 3 }
        #expect { try selection.all() } throws: { QuireError.Code.invalidQuery ~= $0 }
    }
}
