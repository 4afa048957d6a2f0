import Foundation

@testable import QuireDocuments

// Inheritance, wide models, and types with synthesized coding.

extension RandomModels {
    class Animal: Codable, Equatable {
        var name: String

        func isEqual(_ other: Animal) -> Bool { name == other.name }

        static func == (left: Animal, right: Animal) -> Bool {
            type(of: left) == type(of: right) && left.isEqual(right)
        }
    }

    /// A class whose superclass is stored in the same object.
    final class Dog: Animal {
        var breed: String

        private enum Keys: CodingKey { case breed }

        required init(from decoder: any Decoder) throws {
            breed = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .breed)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(breed, forKey: .breed)
        }

        override func isEqual(_ other: Animal) -> Bool {
            super.isEqual(other) && (other as? Dog)?.breed == breed
        }
    }

    /// A class whose superclass is stored for the key `super`.
    class Cat: Animal {
        var lives: Int

        private enum Keys: CodingKey { case lives }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(lives, forKey: .lives)
            try super.encode(to: container.superEncoder())
        }

        override func isEqual(_ other: Animal) -> Bool {
            super.isEqual(other) && (other as? Cat)?.lives == lives
        }
    }

    /// A class whose superclasses are stored for keys and in arrays.
    final class Lion: Cat {
        var prides: [String]

        private enum Keys: CodingKey { case prides, cat }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            prides = try container.decode([String].self, forKey: .prides)
            try super.init(from: container.superDecoder(forKey: .cat))
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try super.encode(to: container.superEncoder(forKey: .cat))
            try container.encode(prides, forKey: .prides)
        }

        override func isEqual(_ other: Animal) -> Bool {
            super.isEqual(other) && (other as? Lion)?.prides == prides
        }
    }

    /// A class whose superclass is the first item of an array.
    final class Listed: Animal {
        var count: Int

        required init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            let parent = try container.superDecoder()
            count = try container.decode(Int.self)
            try super.init(from: parent)
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            let parent = container.superEncoder()
            try container.encode(count)
            try super.encode(to: parent)
        }

        override func isEqual(_ other: Animal) -> Bool {
            super.isEqual(other) && (other as? Listed)?.count == count
        }
    }

    struct Wide: Codable, Equatable {
        var field00: Int
        var field01: String
        var field02: Double
        var field03: Bool
        var field04: Date?
        var field05: [Int]
        var field06: Int
        var field07: String
        var field08: Double
        var field09: Bool
        var field10: Date?
        var field11: [Int]
        var field12: Int
        var field13: String
        var field14: Double
        var field15: Bool
        var field16: Date?
        var field17: [Int]
        var field18: Int
        var field19: String
        var field20: Double
        var field21: Bool
        var field22: Date?
        var field23: [Int]
        var field24: Int
        var field25: String
        var field26: Double
        var field27: Bool
        var field28: Date?
        var field29: [Int]
        var field30: Int
        var field31: String
        var field32: Double
        var field33: Bool
        var field34: Date?
        var field35: [Int]
        var field36: Int
        var field37: String
        var field38: Double
        var field39: Bool
        var field40: Date?
        var field41: [Int]
        var field42: Int
        var field43: String
        var field44: Double
        var field45: Bool
        var field46: Date?
        var field47: [Int]
        var field48: Int
        var field49: String
        var field50: Double
        var field51: Bool
        var field52: Date?
        var field53: [Int]
        var field54: Int
        var field55: String
        var field56: Double
        var field57: Bool
        var field58: Date?
        var field59: [Int]
    }

    struct LibraryTypes: Codable, Equatable {
        var contiguous: ContiguousArray<Int>
        var nested: [[String: [Int?]]]
        var index: IndexPathLike
        var interval: Interval

        struct IndexPathLike: Codable, Equatable { var parts: [Int] }

        struct Interval: Codable, Equatable {
            var range: ClosedRange<Int>?
            var half: Range<Double>?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                range = try? container.decodeIfPresent(ClosedRange<Int>.self, forKey: .range)
                half = try? container.decodeIfPresent(Range<Double>.self, forKey: .half)
            }
        }
    }

    struct Booking: Codable, Equatable {
        var guest: String
        var nights: ClosedDays
        var price: Decimal
        var paid: Bool
        var extras: [Season: [String]]
        var shape: Shape?

        struct ClosedDays: Codable, Equatable {
            var from: Date
            var to: Date?
        }
    }
}
