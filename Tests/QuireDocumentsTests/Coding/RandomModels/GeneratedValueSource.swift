import Foundation
import QuireTestSupport

@testable import QuireDocuments

/// A type that generates its own values.
protocol Sampled {
    static func sample(_ source: GeneratedValueSource) throws -> Self
}

/// A generator of values of any decodable type from a seed.
final class GeneratedValueSource {
    var random: SplitMix64
    private(set) var depth = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Returns the number of members of a collection.
    func count() -> Int { depth > 5 ? 0 : random.next(below: 4) }

    func isPresent() -> Bool { depth <= 5 && random.next(below: 3) > 0 }

    func value<T: Decodable>(_ type: T.Type) throws -> T {
        depth += 1
        defer { depth -= 1 }
        if let leaf = leaf(type) as? T { return leaf }
        if let sampled = type as? any Sampled.Type, let value = try sampled.sample(self) as? T {
            return value
        }
        if let cases = type as? any CaseIterable.Type, let value = oneCase(cases) as? T {
            return value
        }
        return try type.init(from: GeneratingDecoder(source: self))
    }

    private func oneCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
        let all = Array(type.allCases)
        return all.isEmpty ? nil : all[random.next(below: all.count)]
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type) -> T {
        switch random.next(below: 6) {
        case 0: return 0
        case 1: return type.bitWidth > 64 ? T(truncatingIfNeeded: Int64.max) : .max
        case 2:
            return T.isSigned ? (type.bitWidth > 64 ? T(truncatingIfNeeded: Int64.min) : .min) : 1
        case 3: return T(truncatingIfNeeded: random.next(below: 2048)) & T(truncatingIfNeeded: 127)
        default:
            return T(truncatingIfNeeded: random.next() >> UInt64(random.next(below: 64)))
        }
    }

    func double() -> Double {
        switch random.next(below: 6) {
        case 0: return 0
        case 1: return Double(integer(Int.self))
        case 2: return Double(Float(random.next(below: 1000)) / 8)
        case 3:
            return [.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1, 1e-300][
                random.next(below: 4)]
        default:
            let value = Double(bitPattern: random.next())
            return value.isFinite ? value : 0.1
        }
    }

    func string() -> String {
        let pieces = [
            "a", "quay", "Ærø", "🏨", "\"", "\\", "\n", "\0", " ", "e\u{301}", "日本", "room rate",
            "2026-11-21T07:48:00.250Z", "0123456789abcdef", "null", "\u{FFFD}", "\u{10FFFF}",
        ]
        return (0..<random.next(below: 4)).map { _ in pieces[random.next(below: pieces.count)] }
            .joined()
    }

    func date() -> Date {
        let milliseconds = Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
        return Date(timeIntervalSince1970: 0) + Double(milliseconds / 1000)
    }

    private func leaf(_ type: Any.Type) -> Any? {
        if type == Bool.self { return random.next(below: 2) == 0 }
        if type == String.self { return string() }
        if type == Double.self { return double() }
        if type == Float.self {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            return value.isFinite ? value : Float(0.25)
        }
        if let integers = type as? any FixedWidthInteger.Type { return integer(integers) }
        if type == Date.self { return date() }
        if type == Data.self {
            return Data((0..<random.next(below: 20)).map { UInt8($0 * 13 & 255) })
        }
        if type == URL.self {
            return URL(string: "https://quire.example/\(random.next(below: 99))?q=a%20b")
        }
        if type == UUID.self {
            let (high, low) = (random.next(), random.next())
            return withUnsafeBytes(of: (high, low)) {
                UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
            }
        }
        if type == Decimal.self {
            return Decimal(integer(Int64.self)) / pow(10, random.next(below: 12))
        }
        return nil
    }
}
