import Foundation

@testable import QuireDocuments

// Structures: recursion, unusual keys, many keys, wrappers, handwritten conformances.

extension RandomModels {
    struct Empty: Codable, Equatable {}

    struct OneKey: Codable, Equatable { var only: String }

    struct Branch: Codable, Equatable {
        var name: String
        var branches: [Branch]
        var byName: [String: Branch]
        var leaf: [Branch]?
    }

    final class Chained: Codable, Equatable {
        let name: String
        let next: Chained?

        static func == (left: Chained, right: Chained) -> Bool {
            left.name == right.name && left.next == right.next
        }
    }

    struct OddKeys: Codable, Equatable {
        var empty: Int
        var dotted: Int
        var attribute: Int
        var hidden: Int
        var quoted: Int
        var long: Int
        var unicode: Int
        var blank: Int

        enum CodingKeys: String, CodingKey {
            case empty = ""
            case dotted = "a.b"
            case attribute = "@type"
            case hidden = "_id"
            case quoted = "\"\\"
            case long = "a key that is longer than any shared key can be, and then some more"
            case unicode = "nøkkel 🔑"
            case blank = " "
        }
    }

    /// Swapped names, which a coder that guesses would confuse.
    struct Swapped: Codable, Equatable {
        var first: String
        var second: String

        enum CodingKeys: String, CodingKey {
            case first = "second"
            case second = "first"
        }
    }

    struct IntegerKeys: Codable, Equatable {
        var one: String
        var two: [Int]

        enum CodingKeys: Int, CodingKey { case one = 1, two = 2 }
    }

    struct Identified: Codable, Equatable, Identifiable {
        let id: UUID
        var name: String
    }

    struct WithDocumentID: Codable, Equatable {
        var name: String
        var parts: [Part]

        struct Part: Codable, Equatable {
            @DocumentID var id: String?
            var size: Int
        }
    }

    @propertyWrapper struct Clamped: Codable, Equatable {
        var wrappedValue: Int

        init(wrappedValue: Int) { self.wrappedValue = min(100, max(0, wrappedValue)) }
        init(from decoder: any Decoder) throws {
            self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }

    @propertyWrapper struct Enclosed<Value: Codable & Equatable>: Codable, Equatable {
        var wrappedValue: Value
    }

    struct Wrappers: Codable, Equatable {
        @Clamped var clamped: Int
        @Enclosed var wrapped: [Point]
        @Enclosed var optional: String?
        @ExplicitNull var null: Date?
        @ExplicitNull var model: Point?
    }

    /// A flat body for a nested model.
    struct Flattened: Codable, Equatable {
        var name: String
        var inner: Point
        private enum Keys: String, CodingKey { case name, x, y, geo }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            let geo = try container.nestedContainer(keyedBy: Keys.self, forKey: .geo)
            inner = Point(
                x: try geo.decode(Int.self, forKey: .x), y: try geo.decode(Int.self, forKey: .y))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var geo = container.nestedContainer(keyedBy: Keys.self, forKey: .geo)
            try geo.encode(inner.x, forKey: .x)
            try container.encode(name, forKey: .name)
            try geo.encode(inner.y, forKey: .y)
        }
    }

    /// An array of mixed kinds.
    struct Row: Codable, Equatable {
        var name: String
        var count: Int
        var point: Point?

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            name = try container.decodeIfPresent(String.self) ?? ""
            count = try container.decodeIfPresent(Int.self) ?? 0
            point = try container.decodeIfPresent(Point.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(name)
            try container.encode(count)
            if let point { try container.encode(point) } else { try container.encodeNil() }
        }
    }

    /// Two containers for one object.
    struct TwoParts: Codable, Equatable {
        var first: OneKey
        var point: Point

        init(from decoder: any Decoder) throws {
            first = try OneKey(from: decoder)
            point = try Point(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try first.encode(to: encoder)
            try point.encode(to: encoder)
        }
    }

    /// A model with arbitrary keys.
    struct Open: Codable, Equatable {
        var values: [String: Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyName.self)
            values = [:]
            for key in container.allKeys {
                values[key.stringValue] = try container.decode(Int.self, forKey: key)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyName.self)
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                try container.encode(value, forKey: AnyName(stringValue: key))
            }
        }
    }

    /// A model that retains its container and reads from it when compared.
    struct LateReader: Codable, Equatable, Sampled {
        private let container: KeyedDecodingContainer<LetterKey>?
        private let written: Int

        var a: Int? { container == nil ? written : try? container?.decode(Int.self, forKey: .a) }

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: LetterKey.self)
            written = 0
        }

        private init(written: Int) {
            container = nil
            self.written = written
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(a, forKey: .a)
        }

        static func == (left: Self, right: Self) -> Bool { left.a == right.a }

        static func sample(_ source: GeneratedValueSource) -> Self {
            LateReader(written: source.integer(Int.self))
        }
    }

    /// A model that rejects invalid values.
    struct Validated: Codable, Equatable, Sampled {
        var even: Int

        init(even: Int) { self.even = even }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            even = try container.decode(Int.self, forKey: .even)
            guard even.isMultiple(of: 2) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .even, in: container, debugDescription: "\(even) is odd")
            }
        }

        static func sample(_ source: GeneratedValueSource) -> Self {
            Validated(even: source.integer(Int.self) & ~1)
        }
    }
}
