import Foundation
import Quire

/// Models of many kinds that lose nothing.
enum Sound {
    struct Everything: DocumentModel, Equatable {
        @DocumentID var id: String?
        @ExplicitNull var phone: String?
        var name: String
        var integers: [Int64]
        var small: UInt8?
        var rate: Double
        var share: Float
        var price: Decimal
        var date: Date
        var site: URL
        var token: UUID
        var bytes: Data
        var isOpen: Bool
        var names: [String: String]
        var nested: [[String: Int]]
        var tags: Set<String>
    }

    enum Season: String, Codable { case spring, summer, autumn, winter }

    enum Level: Int, Codable, CaseIterable { case low = 1, high = 9 }

    struct ByKey: DocumentModel, Equatable {
        var bySeason: [Season: Int]
        var byLevel: [Level: [Season: Date]]
        var byNumber: [Int: String]
        var byID: [UUID: Bool]
    }

    enum Shape: Codable, Equatable, Sendable {
        case circle(radius: Double)
        case rectangle(width: Double, height: Double)
        case empty
        indirect case group([Shape], around: Shape)
    }

    struct Drawing: DocumentModel, Equatable {
        var title: String?
        var shapes: [Shape]
    }

    /// A recursive type, with optional and array properties.
    final class Node: Codable {
        let name: String
        let next: Node?
        let children: [Node]
    }

    struct Tree: DocumentModel {
        struct Branch: Codable {
            var leaves: [String]
            var branches: [Branch]
        }

        var root: Branch
    }

    /// A type that accepts only certain strings and numbers.
    struct Validated: DocumentModel, Equatable {
        struct Percent: Codable, Equatable {
            private(set) var value: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                value = try container.decode(Int.self)
                guard 0...100 ~= value else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "it is no percentage")
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }

        struct Email: Codable, Equatable {
            let text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                text = try container.decode(String.self)
                guard text.contains("@") else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "it is no address")
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }

        var share: Percent
        var email: Email
        var open: ClosedRange<Int>
    }

    /// An enumeration that determines its case by trial decoding.
    enum Loose: Codable, Equatable, Sendable {
        case number(Int)
        case text(String)
        case list([Loose])

        init(from decoder: any Decoder) throws {
            if let list = try? [Loose](from: decoder) {
                self = .list(list)
                return
            }
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            case .list(let list): try container.encode(list)
            }
        }
    }

    struct Settings: DocumentModel, Equatable { var values: [String: Loose] }

    /// A model whose properties are stored in nested objects, and in a shared object.
    struct Flattened: DocumentModel, Equatable {
        struct Owner: Codable, Equatable { var email: String }

        var name: String
        var city: String
        var owner: Owner

        enum CodingKeys: String, CodingKey { case name, address, city }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            city = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .address)
                .decode(String.self, forKey: .city)
            owner = try Owner(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try owner.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            var address = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .address)
            try address.encode(city, forKey: .city)
        }
    }

    /// A model that reads an old key written by an earlier version.
    struct Renamed: DocumentModel, Equatable {
        var title: String
        var stars = 3

        enum CodingKeys: String, CodingKey { case title, name, stars }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title =
                try container.decodeIfPresent(String.self, forKey: .title)
                ?? container.decode(String.self, forKey: .name)
            stars = try container.decodeIfPresent(Int.self, forKey: .stars) ?? 3
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
            try container.encode(stars, forKey: .stars)
        }
    }

    class Animal: Codable {
        var name: String
    }

    final class Dog: Animal {
        var isLoud: Bool

        enum CodingKeys: String, CodingKey { case isLoud }

        required init(from decoder: any Decoder) throws {
            isLoud = try decoder.container(keyedBy: CodingKeys.self).decode(
                Bool.self, forKey: .isLoud)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(isLoud, forKey: .isLoud)
        }
    }

    struct Photo: DocumentModel, Equatable {
        var caption: String?
        var image: Blob
        var thumbnails: [Blob]
    }

    /// A model that encodes its type and has an `id` in the body.
    struct Landmark: DocumentModel, Identifiable, Equatable {
        let id: String
        let type = "landmark"
        var place: Point

        struct Point: Codable, Equatable {
            let x: Double
            let y: Double
        }

        enum CodingKeys: String, CodingKey { case id, type, place }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            place = try container.decode(Point.self, forKey: .place)
        }
    }

    struct Page<Item: Codable & Equatable & Sendable>: DocumentModel, Equatable {
        var items: [Item]
        var next: Item?
        var interval: DateInterval
        var zone: TimeZone
    }
}
