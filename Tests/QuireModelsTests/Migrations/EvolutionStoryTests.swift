import Foundation
import Quire
import QuireTestSupport
import Testing

/// Three versions of one app open one database, in any order.
@Suite struct EvolutionStoryTests {
    /// The first version.
    enum First {
        struct Hotel: DocumentModel, DefaultsProviding, Equatable {
            @DocumentID var id: String?
            var title = ""
            var stars: Int?

            static var defaults: Hotel { Hotel() }
        }
    }

    /// The second one has more properties and a nested object.
    enum Second {
        struct Hotel: DocumentModel, DefaultsProviding, Equatable {
            @DocumentID var id: String?
            var title = ""
            var stars: Int?
            var address: Address?
            var breakfast = false

            struct Address: Codable, Equatable, Sendable {
                var street: String?
                var city: String
            }

            static var defaults: Hotel { Hotel() }
        }
    }

    /// The third one renames the title and the street, and narrows the type of the stars.
    enum Third {
        struct Hotel: DocumentModel, VersionedModel, DefaultsProviding, Equatable {
            @DocumentID var id: String?
            var name = ""
            var stars: UInt8
            var address: Address?
            var breakfast = false
            var rooms: [Int] = []

            struct Address: Codable, Equatable, Sendable {
                var line: String?
                var city: String
            }

            static var defaults: Hotel { Hotel(stars: 0) }
            static var requiredKeys: Set<String> { ["stars", "name"] }

            static let migrations = Migrations<Hotel>()
                .migrate(to: 2) {
                    $0.rename("title", to: "name")
                    $0.rename("address.street", to: "line")
                    $0.setDefault("stars", to: 0)
                    $0.convert("stars", from: Int.self) { UInt8(clamping: $0) }
                }
        }
    }

    /// An operation of an app version on the database.
    struct App: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let record: @Sendable (Database) throws -> SchemaDifference
        /// Loads all hotels and saves them with one more star.
        let promote: @Sendable (Database) throws -> Void
        /// The names and the stars of all hotels.
        let read: @Sendable (Database) throws -> [String]
    }

    static let apps = [
        App(
            testDescription: "first",
            record: { try $0.repository(of: First.Hotel.self).recordSchema() },
            promote: { database in
                let hotels = try database.repository(of: First.Hotel.self)
                for var hotel in try hotels.all() {
                    hotel.stars = (hotel.stars ?? 0) + 1
                    try hotels.save(hotel)
                }
            },
            read: { database in
                try database.repository(of: First.Hotel.self).sorted(by: \.id).all()
                    .map { "\($0.title) \($0.stars ?? 0)" }
            }),
        App(
            testDescription: "second",
            record: { try $0.repository(of: Second.Hotel.self).recordSchema() },
            promote: { database in
                let hotels = try database.repository(of: Second.Hotel.self)
                for var hotel in try hotels.all() {
                    hotel.stars = (hotel.stars ?? 0) + 1
                    try hotels.save(hotel)
                }
            },
            read: { database in
                try database.repository(of: Second.Hotel.self).sorted(by: \.id).all()
                    .map { "\($0.title) \($0.stars ?? 0)" }
            }),
        App(
            testDescription: "third",
            record: { try $0.repository(of: Third.Hotel.self).recordSchema() },
            promote: { database in
                let hotels = try database.repository(of: Third.Hotel.self)
                for var hotel in try hotels.all() {
                    hotel.stars += 1
                    try hotels.save(hotel)
                }
            },
            read: { database in
                try database.repository(of: Third.Hotel.self).sorted(by: \.id).all()
                    .map { "\($0.name) \($0.stars)" }
            }),
    ]

    static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    /// The folder of the database, which every app opens and closes.
    let folder: TemporaryFolder

    /// Saves a hotel with each version.
    init() throws {
        folder = try TemporaryFolder()
        try open {
            try $0.repository(of: First.Hotel.self)
                .save(First.Hotel(id: "1", title: "One", stars: 1))
        }
        try open {
            try $0.repository(of: Second.Hotel.self).save(
                Second.Hotel(
                    id: "2", title: "Two", stars: nil,
                    address: Second.Hotel.Address(street: "Quay", city: "Bergen"), breakfast: true))
        }
        try open {
            try $0.repository(of: Third.Hotel.self).save(
                Third.Hotel(
                    id: "3", name: "Three", stars: 3,
                    address: Third.Hotel.Address(line: "Pier", city: "Oslo"), rooms: [1, 2]))
        }
    }

    @discardableResult
    private func open<R>(_ use: (Database) throws -> R) throws -> R {
        var configuration = DatabaseConfiguration()
        configuration.directory = folder.path
        let database = try Database(name: "hotels", config: configuration)
        let result = try use(database)
        try database.close()
        return result
    }

    @Test(arguments: orders)
    func `nothing is lost, in whatever order the versions save`(order: [Int]) throws {
        for index in order { try open(Self.apps[index].promote) }
        // Finally, the newest version reads all fields that any version has stored.
        let found = try open { try $0.repository(of: Third.Hotel.self).sorted(by: \.id).all() }
        #expect(found.map(\.stars) == [4, 3, 6])
        #expect(found.map(\.name) == ["One", "Two", "Three"])
        #expect(
            found.map(\.address) == [
                nil, Third.Hotel.Address(line: "Quay", city: "Bergen"),
                Third.Hotel.Address(line: "Pier", city: "Oslo"),
            ])
        #expect(found.map(\.breakfast) == [false, true, false])
        #expect(found.map(\.rooms) == [[], [], [1, 2]])
    }

    @Test func `each version reads the fields that it can`() throws {
        let read = try Self.apps.map { try open($0.read) }
        #expect(
            read == [
                ["One 1", "Two 0", " 3"], ["One 1", "Two 0", " 3"], ["One 1", "Two 0", "Three 3"],
            ])
    }

    @Test func `an older version does not lower a document's version`() throws {
        try open(Self.apps[0].promote)
        try open(Self.apps[1].promote)
        let body = try #require(try open { try $0.defaultCollection().body(id: "3") })
        #expect(body["modelVersion"]?.int64 == 2 && body["name"]?.string == "Three")
    }

    @Test func `a sweep migrates everything to the newest version`() throws {
        let report = try open { try $0.repository(of: Third.Hotel.self).sweep() }
        #expect(report.migrated == 2 && report.failures.isEmpty)
        #expect(
            try open { try $0.defaultCollection().body(id: "2")?.value.json(.canonical) }
                == #"{"address":{"city":"Bergen","line":"Quay"},"breakfast":true,"modelVersion":2,"name":"Two","rooms":[],"stars":0,"type":"hotel"}"#
        )
    }

    @Test func `the differences name every change`() throws {
        let differences = try Self.apps.map { try open($0.record) }
        #expect(differences[0].isEmpty && differences[1].isAdditive)
        #expect(
            differences[1].changes.map(\.description) == [
                "address: added, object, optional", "breakfast: added, boolean, with a default",
            ])
        #expect(
            differences[2].changes.map(\.description)
                == [
                    "address.line: renamed, from address.street", "name: renamed, from title",
                    "rooms: added, array, with a default",
                    "stars: narrowed, int64 to uint8",
                    "stars: narrowed, required, filled by a migration",
                ].sorted())
    }

    @Test(arguments: orders)
    func `every version's schema stays recorded, in any order`(order: [Int]) throws {
        for index in order + order { try open(Self.apps[index].record) }
        let recorded = try open { try $0.repository(of: First.Hotel.self).recordedSchemas() }
        let own = [
            try ModelSchema(of: First.Hotel.self), try ModelSchema(of: Second.Hotel.self),
            try ModelSchema(of: Third.Hotel.self),
        ]
        #expect(recorded == order.map { own[$0] })
    }
}
