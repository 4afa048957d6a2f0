import Foundation

@testable import QuireDocuments

// Every type with a special encoding: alone, wrapped, in collections, in generic models.

extension RandomModels {
    struct Box<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
    }

    struct Maybe<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value?
        @ExplicitNull var explicit: Value?
    }

    struct Several<Value: Codable & Hashable>: Codable, Equatable {
        var list: [Value]
        var unique: Set<Value>
        var named: [String: Value]
        var optional: [Value?]
        var nested: [[Value]]
    }

    struct Both<Left: Codable & Equatable, Right: Codable & Equatable>: Codable, Equatable {
        var left: Left
        var right: Right
    }

    /// A value coded with a single-value container.
    struct Bare<Value: Codable & Equatable & Hashable>: Codable, Hashable {
        var value: Value

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    struct EveryScalar: Codable, Equatable {
        var aBool: Bool
        var aString: String
        var aDouble: Double
        var aFloat: Float
        var aInt: Int
        var aInt8: Int8
        var aInt16: Int16
        var aInt32: Int32
        var aInt64: Int64
        var aUInt: UInt
        var aUInt8: UInt8
        var aUInt16: UInt16
        var aUInt32: UInt32
        var aUInt64: UInt64
        var aDate: Date
        var aData: Data
        var aURL: URL
        var aUUID: UUID
        var aDecimal: Decimal
    }

    struct EveryOptional: Codable, Equatable {
        var aBool: Bool?
        var aString: String?
        var aDouble: Double?
        var aFloat: Float?
        var aInt: Int?
        var aInt8: Int8?
        var aInt16: Int16?
        var aInt32: Int32?
        var aInt64: Int64?
        var aUInt: UInt?
        var aUInt8: UInt8?
        var aUInt16: UInt16?
        var aUInt32: UInt32?
        var aUInt64: UInt64?
        var aDate: Date?
        var aData: Data?
        var aURL: URL?
        var aUUID: UUID?
        var aDecimal: Decimal?
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct WideIntegers: Codable, Equatable {
        var aInt128: Int128
        var aUInt128: UInt128
        var anOptionalInt128: Int128?
        var anOptionalUInt128: UInt128?
    }
}

extension Set: Sampled where Element: Decodable {
    static func sample(_ source: GeneratedValueSource) throws -> Self {
        Set(try (0..<source.count()).map { _ in try source.value(Element.self) })
    }
}

extension Dictionary: Sampled where Key: Decodable, Value: Decodable {
    static func sample(_ source: GeneratedValueSource) throws -> Self {
        var dictionary: Self = [:]
        for _ in 0..<source.count() {
            dictionary[try source.value(Key.self)] = try source.value(Value.self)
        }
        return dictionary
    }
}
