import Foundation
import Quire

/// Models that lose data, each because of a realistic mistake.
enum Broken {
    /// Two properties are stored under one key.
    struct KeyCollision: DocumentModel, Equatable {
        struct Owner: Codable, Equatable {
            var name: String
            var email: String
        }

        var name: String
        var owner: Owner

        enum CodingKeys: String, CodingKey { case name }

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(
                String.self, forKey: .name)
            owner = try Owner(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try owner.encode(to: encoder)
        }
    }

    /// A date is stored in whole seconds, which is visible only for new values.
    struct LossyDate: DocumentModel, Equatable {
        var arrival: Date

        enum CodingKeys: String, CodingKey { case arrival }

        init(from decoder: any Decoder) throws {
            let seconds = try decoder.container(keyedBy: CodingKeys.self).decode(
                Int32.self, forKey: .arrival)
            arrival = Date(timeIntervalSince1970: Double(seconds))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(
                Int32(clamping: Int64(arrival.timeIntervalSince1970)), forKey: .arrival)
        }
    }

    /// A property is missing in the coding keys.
    struct DroppedField: DocumentModel {
        var name: String
        var note = ""

        enum CodingKeys: String, CodingKey { case name }
    }

    /// A value is written to one object and read from another.
    struct AsymmetricCoding: DocumentModel, Equatable {
        var name: String
        var city: String?

        enum CodingKeys: String, CodingKey { case name, city, address }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            city = try container.decodeIfPresent(String.self, forKey: .city)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            var address = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .address)
            try address.encodeIfPresent(city, forKey: .city)
        }
    }

    /// A case is written with its new name and read with its old one.
    struct EnumRename: DocumentModel {
        enum State: String, Codable {
            case open, closed

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self == .closed ? "shut" : rawValue)
            }
        }

        var state: State
    }

    /// A price is rounded.
    struct LossyNumber: DocumentModel {
        var price: Double

        enum CodingKeys: String, CodingKey { case price }

        init(price: Double) { self.price = price }

        init(from decoder: any Decoder) throws {
            price = try decoder.container(keyedBy: CodingKeys.self).decode(
                Double.self, forKey: .price)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Float(price), forKey: .price)
        }
    }

    /// The order of the stops depends on the order of the keys.
    struct OrderDependentCoding: DocumentModel, Equatable {
        struct Stop: Codable, Equatable {
            var city: String
            var nights: Int
        }

        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var stops: [Stop]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            stops = try container.allKeys.filter { $0.stringValue != "type" }.map {
                Stop(city: $0.stringValue, nights: try container.decode(Int.self, forKey: $0))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for stop in stops {
                try container.encode(stop.nights, forKey: Key(stringValue: stop.city))
            }
        }
    }

    /// A key is written in one case and read in another.
    struct KeyOfAnotherCase: DocumentModel, Equatable {
        var name: String
        var roomRate: Double?

        enum CodingKeys: String, CodingKey { case name, roomRate }
        enum StoredKeys: String, CodingKey { case roomrate }

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(
                String.self, forKey: .name)
            roomRate = try decoder.container(keyedBy: StoredKeys.self).decodeIfPresent(
                Double.self, forKey: .roomrate)
        }
    }

    /// A default replaces the stored value, because decoding uses another key.
    struct DefaultForMissingKey: DocumentModel, Equatable {
        var stars: Int

        enum CodingKeys: String, CodingKey { case stars, rating }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            stars = (try? container.decode(Int.self, forKey: .rating)) ?? 3
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(stars, forKey: .stars)
        }
    }

    /// Guests with the same name are merged into one.
    struct SetAsDictionary: DocumentModel, Equatable {
        struct Guest: Codable, Hashable {
            var name: String
            var room: Int
        }

        var guests: Set<Guest>

        enum CodingKeys: String, CodingKey { case guests }

        init(from decoder: any Decoder) throws {
            let rooms = try decoder.container(keyedBy: CodingKeys.self).decode(
                [String: Int].self, forKey: .guests)
            guests = Set(rooms.map { Guest(name: $0.key, room: $0.value) })
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let rooms = Dictionary(guests.map { ($0.name, $0.room) }) { max($0, $1) }
            try container.encode(rooms, forKey: .guests)
        }
    }
}

extension Broken {
    /// A model whose document ID is in an object that each decoding creates.
    struct LostIdentity: DocumentModel, Equatable {
        final class Content: Codable, @unchecked Sendable {
            // Accessed by one test at a time.
            @DocumentID var id: String?
            let name: String

            init(name: String) { self.name = name }
        }

        enum CodingKeys: String, CodingKey { case name }

        var content: Content

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            content = Content(name: try container.decode(String.self, forKey: .name))
        }

        func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }

        static func == (left: Self, right: Self) -> Bool {
            left.content.name == right.content.name
        }
    }

    /// A model with an `id` that cannot identify a document.
    struct NumberIdentifier: DocumentModel, Identifiable, Equatable {
        var id: Double
    }

    /// A model with a property for a reserved key.
    struct ReservedKey: DocumentModel, Equatable {
        var revision: String

        enum CodingKeys: String, CodingKey { case revision = "_rev" }
    }

    /// A model with two properties declared as the document ID.
    struct TwoIdentities: DocumentModel, Equatable {
        @DocumentID var id: String?
        @DocumentID var other: String?
        var name: String
    }
}
