import Foundation
import Quire
import Testing

/// The examples in the documentation of repositories that declare types.
@Suite struct RepositoryTypeExamples {
    let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "types")
    }

    @Test func middleware() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
        }
        struct ClosedError: Error {}
        func isSunday() -> Bool { true }
        struct ReadOnlyOnSundays<Model: DocumentModel>: RepositoryMiddleware {
            func perform(
                _ operation: WriteOperation<Model>,
                next: (WriteOperation<Model>) throws -> WriteOutcome<Model>
            ) throws -> WriteOutcome<Model> {
                if isSunday() { throw ClosedError() }
                return try next(operation)
            }
        }

        let hotels = try database.repository(of: Hotel.self).using(ReadOnlyOnSundays())
        #expect(throws: ClosedError.self) { try hotels.insert(Hotel(name: "Grand")) }
    }

    @Test func families() throws {
        struct Circle: Codable, Sendable {
            @DocumentID var id: String?
            var radius: Double
        }
        struct Square: Codable, Sendable {
            @DocumentID var id: String?
            var side: Double
        }
        enum Shape: DocumentFamily {
            case circle(Circle)
            case square(Square)
            case unknown(UnknownDocument)

            static let members: [FamilyMember<Shape>] = [
                FamilyMember("circle", aliases: ["disc"], Shape.circle),
                FamilyMember("square", Shape.square),
                .unknown(Shape.unknown),
            ]

            var member: any Codable & Sendable {
                switch self {
                case .circle(let circle): circle
                case .square(let square): square
                case .unknown(let document): document
                }
            }
        }

        let shapes = try database.repository(of: Shape.self)
        let large = try shapes.filter(Circle.self) { $0.radius > 2 }.all()
        #expect(large.isEmpty)
        try shapes.save(.circle(Circle(radius: 3)))
        #expect(try shapes.filter(Circle.self) { $0.radius > 2 }.count() == 1)
    }

    protocol Vehicle: Codable, Sendable {}

    struct Car: Vehicle {
        @DocumentID var id: String?
        var seats: Int
    }

    struct Ship: Vehicle {
        @DocumentID var id: String?
        var cabins: Int
    }

    @Test func protocols() throws {
        struct AnyVehicle: DocumentFamily {
            var vehicle: any Vehicle
            var member: any Codable & Sendable { vehicle }
            static let members: [FamilyMember<AnyVehicle>] = [
                FamilyMember("car") { (car: Car) in AnyVehicle(vehicle: car) },
                FamilyMember("ship") { (ship: Ship) in AnyVehicle(vehicle: ship) },
            ]
        }
        let vehicles = try database.repository(of: AnyVehicle.self)
        try vehicles.save(AnyVehicle(vehicle: Car(seats: 5)))
        #expect(try vehicles.all(Car.self).map(\.seats) == [5])
    }

    @Test func selecting() throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
            var address: Address
        }
        struct Address: Codable {
            var city: String
        }
        let hotels = try database.repository(of: Hotel.self)
        try hotels.insert(Hotel(name: "Grand", address: Address(city: "Oslo")))
        for (name, city) in try hotels.select({ ($0.name, $0.address.city) }).all() {
            print(name, city)
        }
        #expect(try hotels.count() == 1)
    }

    @MainActor @Test func observing() async throws {
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var name: String
            var roomRate: Double
            var stars: Int
        }
        let hotels = try database.repository(of: Hotel.self)
        @Sendable func show(_ models: [Stored<Hotel>]) {}
        let task = Task {
            for try await change in hotels.filter({ $0.stars >= 4 }).changes() {
                show(change.models)
            }
        }
        task.cancel()
        try await hotels.insert(Hotel(name: "Harbour House", roomRate: 121, stars: 4))
        let cheap = ObservedSelection(hotels.filter { $0.roomRate < 150 }, loadingImmediately: true)
        print(cheap.models.map(\.name))  // ["Harbour House"]
        // In a view that reads `cheap.models`, SwiftUI draws again whenever they have changed.
        #expect(cheap.models.map(\.name) == ["Harbour House"])
        cheap.selection = hotels.filter { $0.roomRate < 200 }.sorted(by: \.name)
        #expect(!cheap.isLoaded)
        cheap.selection = hotels.filter { $0.roomRate < 100 }
        cheap.load()
        print(cheap.models.count)
        #expect(cheap.models.isEmpty)
    }

    @Test func migrating() throws {
        struct HotelV2: Codable, Sendable {
            var name: String
            var address: Address
        }
        struct Address: Codable, Sendable {
            var city: String
        }
        struct Hotel: VersionedModel {
            var name: String
            var city: String

            static let migrations = Migrations<Hotel>()
                .migrate(to: 2) {
                    $0.rename("title", to: "name")
                    $0.move("city", to: "address.city")
                }
                .migrate(to: 3, from: HotelV2.self) { old in
                    Hotel(name: old.name, city: old.address.city)
                }
        }
        let collection = try database.defaultCollection()
        let json = #"{"type":"hotel","title":"Grand","city":"Oslo"}"#
        try collection.save(document: MutableDocument(id: "hotel-1", json: json))
        let hotel = try database.repository(of: Hotel.self).require("hotel-1")
        #expect(hotel.name == "Grand")
        #expect(hotel.city == "Oslo")
    }

    @Test func unknownFields() throws {
        struct Room: Codable {
            var number: Int
        }
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var rooms: [Room]

            static var unknownFields: UnknownFields {
                .keep.matching(\Hotel.rooms, by: \.number)
            }
        }
        let collection = try database.defaultCollection()
        let json = #"{"type":"hotel","rooms":[{"number":1,"beds":2}]}"#
        try collection.save(document: MutableDocument(id: "hotel-1", json: json))
        let hotels = try database.repository(of: Hotel.self)
        try hotels.update("hotel-1") { $0.rooms.insert(Room(number: 2), at: 0) }
        #expect(try hotels.json("hotel-1")?.contains(#""beds":2"#) == true)
    }

    @Test func references() throws {
        struct City: DocumentModel {
            @DocumentID var id: String?
            var name: String
        }
        let cities = try database.repository(of: City.self)
        try cities.insert(City(id: "bergen", name: "Bergen"))
        struct Hotel: DocumentModel {
            @DocumentID var id: String?
            var city: Reference<City>
            var partners: [Reference<Hotel>] = []
        }

        let hotels = try database.repository(of: Hotel.self)
        let hotel = try hotels.save(Hotel(city: "bergen"))
        let city = try hotel.city.resolve(in: cities)
        let inBergen = try hotels.filter { $0.city == "bergen" }.all()
        #expect(city.name == "Bergen")
        #expect(inBergen.count == 1)
    }

    @Test func resolving() throws {
        struct City: DocumentModel {
            @DocumentID var id: String?
            var name: String
        }
        struct Hotel: DocumentModel {
            var name: String
            var city: Reference<City>
        }
        let cityRepository = try database.repository(of: City.self)
        try cityRepository.insert(City(id: "bergen", name: "Bergen"))
        let hotels = [Hotel(name: "Harbour House", city: "bergen")]
        let cities = try cityRepository.resolve(hotels, \.city)
        for hotel in hotels { print(hotel.name, cities[hotel.city]?.name ?? "nowhere") }
        #expect(cities["bergen"]?.name == "Bergen")
    }
}
