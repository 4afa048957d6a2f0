import Foundation
import Quire

/// The models of the database that has every feature.
///
/// The stored documents follow them, so a change here needs a new fixture.
enum FeatureModels {
    enum Level: String, Codable, Sendable { case simple, fine }

    enum Payment: Codable, Equatable, Sendable {
        case cash
        case card(number: String, year: Int)
    }

    struct Address: Codable, Equatable, Sendable {
        var street: String?
        var city: String
        var position: [Double]
    }

    struct Inn: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var stars: Int
        var rate: Double
        var score: Float
        var price: Decimal
        var opened: Date
        var address: Address
        var tags: Set<String>
        var level: Level
        var payments: [Payment]
        var bytes: Data
        var website: URL
        var token: UUID
        @ExplicitNull var note: String?
        var photo: Blob?
        var owner: Reference<Person>?
        var seasons: [String: Double]
        var beds: [Int: Int]
        var largest: UInt64
    }

    /// A model whose `id` is a UUID.
    struct Person: DocumentModel, Identifiable, Equatable {
        var id: UUID
        var name: String
        var friends: [Reference<Person>] = []
    }

    /// A model whose `id` is an integer.
    struct Room: DocumentModel, Identifiable, Equatable {
        var id: Int
        var beds: Int
    }

    /// A model without identity.
    struct Memo: DocumentModel, Equatable {
        var text: String
    }

    /// A model with defaults for missing keys.
    struct Setting: DocumentModel, DefaultsProviding, Equatable {
        @DocumentID var id: String?
        var volume = 7
        var theme = "light"

        static var defaults: Setting { Setting() }
    }

    /// A model with timestamps and soft deletion.
    struct Job: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title: String
        var created: Date?
        var updated: Date?
        var deleted: Date?
    }

    /// The first version of a house.
    struct FirstHouse: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title: String
        var city: String

        static var documentType: String { "house" }
    }

    /// The current version of a house.
    struct House: DocumentModel, VersionedModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var address: Place
        var floors: Int

        struct Place: Codable, Equatable, Sendable { var city: String }

        static let migrations = Migrations<House>()
            .migrate(to: 2) {
                $0.rename("title", to: "name")
                $0.move("city", to: "address.city")
            }
            .migrate(to: 3) { $0.setDefault("floors", to: 1) }
    }

    struct Truck: Codable, Equatable, Sendable {
        @DocumentID var id: String?
        var axles: Int
    }

    struct Boat: Codable, Equatable, Sendable {
        @DocumentID var id: String?
        var sails: [String]
    }

    /// Polymorphic models.
    enum Vehicle: DocumentFamily, Equatable {
        case truck(Truck)
        case boat(Boat)
        case unknown(UnknownDocument)

        static let members: [FamilyMember<Vehicle>] = [
            FamilyMember("truck", aliases: ["lorry"], Vehicle.truck),
            FamilyMember("boat", Vehicle.boat),
            .unknown(Vehicle.unknown),
        ]

        static var typeKey: String { "kind" }

        var member: any Codable & Sendable {
            switch self {
            case .truck(let truck): truck
            case .boat(let boat): boat
            case .unknown(let document): document
            }
        }
    }
}
