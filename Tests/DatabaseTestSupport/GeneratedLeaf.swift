package import Foundation
package import QuireTestSupport

/// A type of property values that tests generate.
package protocol GeneratedLeaf: Codable, Hashable, Sendable {
    /// The values whose order and equality are the hardest.
    static var extremes: [Self] { get }
    /// Returns any other value.
    static func generate(_ random: inout SplitMix64) -> Self
}

extension GeneratedLeaf {
    /// Returns a value that other models have too, or a rare one.
    package static func value(_ random: inout SplitMix64) -> Self {
        random.once(in: 2)
            ? extremes[random.next(below: extremes.count)] : generate(&random)
    }
}

extension FixedWidthInteger where Self: Codable & Sendable {
    package static var extremes: [Self] { [.min, .min + 1, 0, 1, .max - 1, .max] }
    package static func generate(_ random: inout SplitMix64) -> Self {
        Self(truncatingIfNeeded: random.next() >> UInt64(random.next(below: 64)))
    }
}

extension Int: GeneratedLeaf {}
extension Int8: GeneratedLeaf {}
extension Int16: GeneratedLeaf {}
extension Int32: GeneratedLeaf {}
extension Int64: GeneratedLeaf {}
extension UInt: GeneratedLeaf {}
extension UInt8: GeneratedLeaf {}
extension UInt16: GeneratedLeaf {}
extension UInt32: GeneratedLeaf {}
extension UInt64: GeneratedLeaf {}

extension Double: GeneratedLeaf {
    package static var extremes: [Double] {
        [
            -.greatestFiniteMagnitude, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -1, 0.1,
            9_007_199_254_740_992, 9_007_199_254_740_994, 9_223_372_036_854_775_808,
        ]
    }

    package static func generate(_ random: inout SplitMix64) -> Double {
        Double(Int64(truncatingIfNeeded: random.next()) >> 20) / 1024
    }
}

extension Float: GeneratedLeaf {
    package static var extremes: [Float] {
        [
            -.greatestFiniteMagnitude, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -1, 0.1,
            16_777_216,
        ]
    }

    package static func generate(_ random: inout SplitMix64) -> Float {
        Float(Int64(truncatingIfNeeded: random.next()) >> 44) / 16
    }
}

extension Decimal: GeneratedLeaf {
    package static var extremes: [Decimal] {
        [
            -Decimal.greatestFiniteMagnitude, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0,
            Decimal(10) / 3, Decimal(-1) / 3, Decimal(UInt64.max), -1, Decimal(Int64.max),
            Decimal(Int64.min), Decimal(1 << 63 as UInt64), 2.5, 5,
        ]
    }

    package static func generate(_ random: inout SplitMix64) -> Decimal {
        Decimal(Int64(truncatingIfNeeded: random.next()) >> UInt64(random.next(below: 64)))
            / Decimal(1 + random.next(below: 40))
    }
}

extension Bool: GeneratedLeaf {
    package static var extremes: [Bool] { [false, true] }
    package static func generate(_ random: inout SplitMix64) -> Bool { random.once(in: 2) }
}

extension String: GeneratedLeaf {
    package static var extremes: [String] {
        ["", " ", "a", "A", "ab", "é", "Z", "\u{FFFD}", "\u{1F600}", "0", "null", "'", "%", "\\"]
    }

    package static func generate(_ random: inout SplitMix64) -> String {
        let letters = Array("abAB_% 0é")
        return String(
            (0..<random.next(below: 6)).map { _ in
                letters[random.next(below: letters.count)]
            })
    }
}

extension Date: GeneratedLeaf {
    package static var extremes: [Date] {
        [-62_135_596_800, -1, 0, 0.001, 1_700_000_000.5, 253_402_300_799.999].map {
            Date(timeIntervalSince1970: $0)
        }
    }

    package static func generate(_ random: inout SplitMix64) -> Date {
        Date(timeIntervalSince1970: Double(random.next(below: 4_000_000_000)) / 1000)
    }
}

extension UUID: GeneratedLeaf {
    package static var extremes: [UUID] {
        [UUID(uuid: uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))]
    }

    package static func generate(_ random: inout SplitMix64) -> UUID {
        let text = String(random.next(), radix: 16, uppercase: true)
        let digits = String(repeating: "A", count: 32 - text.count) + text
        let groups = [8, 4, 4, 4, 12].reduce(into: (rest: digits[...], parts: [String]())) {
            $0.parts.append(String($0.rest.prefix($1)))
            $0.rest = $0.rest.dropFirst($1)
        }
        return UUID(uuidString: groups.parts.joined(separator: "-")) ?? UUID()
    }
}

extension URL: GeneratedLeaf {
    package static var extremes: [URL] {
        ["https://example.com", "https://example.com/", "mailto:a@b.c", "file:///tmp/x"]
            .compactMap { URL(string: $0) }
    }

    package static func generate(_ random: inout SplitMix64) -> URL {
        URL(string: "https://example.com/\(random.next(below: 9))?q=%20") ?? extremes[0]
    }
}

extension Data: GeneratedLeaf {
    package static var extremes: [Data] { [Data(), Data([0]), Data([255]), Data([1, 2, 3])] }

    package static func generate(_ random: inout SplitMix64) -> Data {
        Data((0..<random.next(below: 20)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
}

/// An enumeration that is stored as its raw value.
package enum GeneratedLevel: Int, Codable, Comparable, CaseIterable, GeneratedLeaf {
    case low = -5
    case middle = 0
    case high = 1_000

    package static var extremes: [GeneratedLevel] { allCases }
    package static func generate(_ random: inout SplitMix64) -> GeneratedLevel {
        allCases[random.next(below: 3)]
    }
    package static func < (left: GeneratedLevel, right: GeneratedLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An enumeration with associated values, which is stored as an object.
package enum GeneratedPayment: Codable, GeneratedLeaf {
    case none
    case cash(Int)
    case card(number: String, GeneratedLevel?)

    package static var extremes: [GeneratedPayment] {
        [.none, .cash(.max), .cash(0), .card(number: "", nil), .card(number: "é", .low)]
    }
    package static func generate(_ random: inout SplitMix64) -> GeneratedPayment {
        switch random.next(below: 3) {
        case 0: .none
        case 1: .cash(.value(&random))
        default: .card(number: .value(&random), random.once(in: 2) ? nil : .value(&random))
        }
    }
}
