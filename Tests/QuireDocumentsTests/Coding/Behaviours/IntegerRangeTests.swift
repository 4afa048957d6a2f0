import Fleece
import Foundation
import Testing

@testable import QuireDocuments

/// Integers and numbers next to the limits of all integer types.
@Suite struct IntegerRangeTests: CodingSuite {
    typealias Integer = FixedWidthInteger & Codable & SendableMetatype

    static let types: [any Integer.Type] = {
        var types: [any Integer.Type] = [
            Int8.self, Int16.self, Int32.self, Int64.self, Int.self,
            UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt.self,
        ]
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            types += [Int128.self, UInt128.self]
        }
        return types
    }()

    /// The limits of types of up to 64 bits and of integers that doubles represent exactly, and
    /// their
    /// neighbors up to twice the distance of adjacent doubles.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    static let integers: [Int128] = {
        let powers = [7, 8, 15, 16, 31, 32, 53, 63, 64].map { Int128(1) << $0 }
        let ends = [0] + powers + powers.map { -$0 }
        let distances: [Int128] = [0, 1, 2, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049]
        return ends.flatMap { end in
            distances.map { end - $0 } + distances.map { end + $0 }
        }
    }()

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: types.indices)
    func `an integer in JSON is decoded exactly or rejected`(index: Int) throws {
        func wrong<T: Integer>(_ type: T.Type) -> [Int128] {
            Self.integers.filter { integer in
                let expected = T(exactly: integer)
                let decoder = DocumentDecoder()
                return (try? decoder.decode(T.self, fromJSON: "\(integer)")) != expected
                    || (try? decoder.decode([String: T].self, fromJSON: "{\"a\":\(integer)}"))
                        != expected.map { ["a": $0] }
                    || (try? decoder.decode([T?].self, fromJSON: "[\(integer)]"))
                        != expected.map { [$0] }
            }
        }
        #expect(wrong(Self.types[index]) == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    static let doubles: [Double] =
        integers.map(Double.init).flatMap { [$0, $0.nextUp, $0.nextDown] }
        + [0.5, -0.5, -0.0, 1e19, -1e19, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity]

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: types.indices)
    func `an integer stored as a double is decoded exactly or rejected`(index: Int) throws {
        func wrong<T: Integer>(_ type: T.Type) throws -> [Double] {
            try Self.doubles.filter { double in
                let writer = FleeceWriter()
                writer.write(double)
                let root = try #require(FleeceStorage(writer.finish()).root)
                let decoded = try? DocumentDecoder().decode(T.self, from: root)
                let isStored = double > -0x1p63 && double < 0x1p64
                return decoded != (isStored ? T(exactly: double) : nil)
            }
        }
        #expect(try wrong(Self.types[index]) == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: types.indices)
    func `a 64-bit integer survives a round trip`(index: Int) throws {
        func wrong<T: Integer>(_ type: T.Type) throws -> [String] {
            let values = Self.integers.compactMap { T(exactly: $0) }
            return try values.filter { value in
                guard Int64(exactly: value) != nil || UInt64(exactly: value) != nil else {
                    return summary(thrown { _ = try json([value]) }) != "invalidValue 0"
                }
                let text = try json([value])
                return try text != "[\(value)]"
                    || DocumentDecoder().decode([T].self, fromJSON: text) != [value]
            }
            .map(\.description)
        }
        #expect(try wrong(Self.types[index]) == [])
    }

    @Test func `an integer is rounded once to a floating-point number`() throws {
        // The nearest double is halfway between two floats.
        let integer: Int64 = 1 << 62 + 1 << 38 + 1
        let root = try #require(DocumentEncoder().encodeToFleece([integer, -integer]).root)
        #expect(
            try DocumentDecoder().decode([Float].self, from: root)
                == [Float(integer), Float(-integer)])
    }

    static let outOfRange = [
        "-9223372036854775809", "-9223372036854776832", "-9223372036854776833",
        "9223372036854775808", "18446744073709551616", "1e19", "-1e19", "1e300",
    ]

    @Test(arguments: outOfRange)
    func `an integer out of range is an error with its path`(text: String) {
        let error = thrown {
            _ = try DocumentDecoder().decode([Int64].self, fromJSON: "[1,\(text)]")
        }
        #expect(summary(error) == "dataCorrupted 1")
    }
}
