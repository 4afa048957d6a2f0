import Foundation
import Quire
import QuireTesting
import Testing

/// Indexes as a new user writes them.
@Suite struct ModelIndexTests {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var address = Address()
        var roomRate = 100.0
        var email: String?

        enum CodingKeys: String, CodingKey {
            case id, name, address, roomRate = "room_rate", email
        }
    }

    struct Address: Codable { var city = "Bergen" }

    struct Guest: IndexedModel {
        @DocumentID var id: String?
        var email: String
        var city: String

        static var indexes: [ModelIndex<Guest>] {
            [ModelIndex(on: \.city), ModelIndex(on: \.email, options: .unique)]
        }
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
    }

    @Test func `key paths make an index that filters use`() throws {
        try hotels.createIndex(on: \.address.city, \.roomRate)
        try hotels.save((0..<50).map { Hotel(name: "\($0)", address: Address(city: "\($0)")) })
        let selection = hotels.filter { $0.address.city == "7" && $0.roomRate < 150 }
        #expect(try selection.all().map(\.name) == ["7"])
        expectIndexed(selection, by: "hotel(address.city, room_rate)")
        #expect(try hotels.store.indexes() == ["hotel(address.city, room_rate)"])
        try hotels.createIndex(on: \.address.city, \.roomRate)
        #expect(try hotels.store.indexes().count == 1)
        try hotels.deleteIndex(on: \.address.city, \.roomRate)
        #expect(try hotels.store.indexes().isEmpty)
    }

    @Test func `alternatives for one property use an index`() throws {
        try hotels.createIndex(on: \.address.city, \.roomRate)
        try hotels.save((0..<50).map { Hotel(name: "\($0)", address: Address(city: "\($0)")) })
        let either = hotels.filter { $0.address.city == "7" || $0.address.city == "8" }
        let three = hotels.filter {
            $0.address.city == "7" || ["8", "9"].contains($0.address.city)
                || $0.address.city == "9" && $0.roomRate < 150
        }
        let predicate = hotels.filter(
            #Predicate<Hotel> { $0.address.city == "7" || $0.address.city == "8" })
        expectIndexed(either, by: "hotel(address.city, room_rate)")
        expectIndexed(predicate, by: "hotel(address.city, room_rate)")
        #expect(try either.all().map(\.name).sorted() == ["7", "8"])
        #expect(try predicate.all().map(\.name).sorted() == ["7", "8"])
        #expect(try three.all().map(\.name).sorted() == ["7", "8", "9"])
        #expect(
            try hotels.filter { !($0.address.city == "7" || $0.address.city == "8") }.count() == 48)
        #expect(
            try hotels.filter { ($0.email == "x" || $0.email == "y") == false }.count() == 50)
        #expect(
            try hotels.filter { $0.email == "x" || $0.email == "y" || $0.email == nil }.count()
                == 50)
    }

    @Test func `an array index serves a search for an item`() throws {
        struct Tagged: DocumentModel {
            @DocumentID var id: String?
            var tags: [String]
            var marks: Set<Int>?
        }
        let tagged = try database.repository(of: Tagged.self)
        try tagged.save((0..<50).map { Tagged(id: "\($0)", tags: ["a", "\($0)"], marks: [$0]) })
        for path in ["tags", "marks"] {
            try database.defaultCollection().createIndex(
                withName: path, config: ArrayIndexConfiguration(path: path))
        }
        let seven = tagged.filter { $0.tags.contains("7") }
        let marked = tagged.filter { $0.marks.contains(8) && $0.tags.contains("a") }
        expectIndexed(seven, by: "tags")
        expectIndexed(marked, by: "marks")
        #expect(try seven.all().map(\.id) == ["7"])
        #expect(try marked.all().map(\.id) == ["8"])
        #expect(try tagged.filter { !$0.tags.contains("7") }.count() == 49)
    }

    @Test func `an index with a collation is deleted by its properties and collation`() throws {
        let collation = QueryCollation.ascii.ignoringCase
        try hotels.createIndex(on: \.name)
        try hotels.createIndex(on: \.name, collation: collation)
        #expect(try hotels.store.indexes().count == 2)
        try hotels.deleteIndex(on: \.name, collation: collation)
        #expect(try hotels.store.indexes() == ["hotel(name)"])
        try hotels.createIndex(on: \.name, \.roomRate, collation: collation)
        try hotels.deleteIndex(on: \.name, \.roomRate, collation: collation)
        #expect(try hotels.store.indexes() == ["hotel(name)"])
    }

    @Test func `an index can have a name`() throws {
        try hotels.createIndex(on: \.name, named: "byName")
        #expect(try hotels.store.indexes() == ["byName"])
    }

    @Test func `a duplicate in a unique index names both documents`() throws {
        try hotels.createIndex(on: \.email, options: .unique)
        try hotels.save(Hotel(id: "a", name: "A", email: "it's@example.com"))
        let error = #expect(throws: QuireError.self) {
            try hotels.save(Hotel(id: "b", name: "B", email: "it's@example.com"))
        }
        #expect(error?.code == .duplicateValue)
        let message = try #require(error?.message)
        #expect(message.contains("\"a\"") && message.contains("\"b\"") && message.contains("email"))
        #expect(try hotels.count() == 1)
    }

    @Test func `models without a value are exempt from a unique index`() throws {
        try hotels.createIndex(on: \.email, options: .unique)
        try hotels.save([Hotel(name: "A"), Hotel(name: "B")])
        #expect(try hotels.count() == 2)
    }

    @Test func `the indexes of a model are planned and created in one call`() throws {
        let guests = try database.repository(of: Guest.self)
        try hotels.createIndex(on: \.name)
        #expect(try "\(guests.indexPlan())" == "create guest(city)\ncreate guest(email)")
        #expect(try !guests.createIndexes().isEmpty)
        #expect(try guests.createIndexes().isEmpty)
        #expect(try guests.store.indexes() == ["guest(city)", "guest(email)", "hotel(name)"])
        try guests.save(Guest(email: "x", city: "Oslo"))
        let error = #expect(throws: QuireError.self) {
            try guests.save(Guest(email: "x", city: "Oslo"))
        }
        #expect(error?.code == .duplicateValue)
    }

    @Test func `indexes are created asynchronously under the same names`() async throws {
        try await hotels.createIndex(on: \.email, options: .unique)
        #expect(try hotels.store.indexes() == ["hotel(email)"])
        try await hotels.deleteIndex(on: \.email)
        try await hotels.createIndex(on: \.email, collation: .ascii)
        try await hotels.deleteIndex(on: \.email, collation: .ascii)
        #expect(try hotels.store.indexes().isEmpty)
        let guests = try database.repository(of: Guest.self)
        try await guests.createIndexes()
        #expect(try await guests.indexPlan().isEmpty)
        try await guests.indexPlan(keepingOthers: false).apply()
    }

    @Test func `creating an index on an engine without indexes throws an error`() throws {
        let hotels = try InMemoryDatabase().repository(of: Hotel.self)
        let error = #expect(throws: QuireError.self) { try hotels.createIndex(on: \.name) }
        #expect(error?.code == .unsupportedOperation && error?.message.contains("indexes") == true)
        let unique = #expect(throws: QuireError.self) {
            try hotels.createIndex(on: \.email, options: .unique)
        }
        #expect(unique?.code == .unsupportedOperation)
    }
}
