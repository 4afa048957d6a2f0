import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Numbers in JSON texts, which models read from their decimal digits.
@Suite struct JSONNumberTests: CodingSuite {
    /// Texts of numbers of all lengths, many of them next to the numbers that a type represents.
    static let texts: [String] = {
        var random = SplitMix64(seed: 20)
        let edges = [
            "9007199254740992", "9223372036854775808", "18446744073709551616", "99999999999999.99",
            "0",
        ]
        return (0..<10_000).map { _ in
            let sign = Bool.random(using: &random) ? "-" : ""
            let edge = edges.randomElement(using: &random) ?? ""
            let integer = edge.contains(".") ? nil : Decimal(string: edge)
            let near = "\((integer ?? 7) + Decimal(Int.random(in: 0...9, using: &random)))"
            let count = Int.random(in: 1...18, using: &random)
            let digits = (0..<count).map { _ in "\(Int.random(in: 1...9, using: &random))" }
                .joined()
            let fraction = Bool.random(using: &random) ? ".\(digits)" : ".0"
            let exponent = "e\(Int.random(in: -30...20, using: &random))"
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return sign + near
            case 1: return sign + near + fraction
            case 2: return sign + digits + exponent
            case 3: return sign + digits + fraction + exponent
            case 4: return sign + edge
            // The middle of two floats, cut after 15 digits.
            default:
                let float = Float.random(in: 0.001...1000, using: &random)
                let middle = (Double(float) + Double(float.nextUp)) / 2
                return sign + String(format: "%.15g", middle)
            }
        }
    }()

    @Test func `a floating-point number or decimal in JSON is that of Foundation`() {
        func different<T: Codable & Equatable>(_ type: T.Type) -> [String] {
            Self.texts.filter { text in
                let json = "[\(text)]"
                let own = try? DocumentDecoder().decode([T].self, fromJSON: json)
                let other = try? JSONDecoder().decode([T].self, from: Data(json.utf8))
                return own != other
            }
        }
        #expect(
            different(Double.self) == [] && different(Float.self) == []
                && different(Decimal.self) == [])
    }

    // Foundation reads 9007199254740999.2 as an integer, because the nearest double is one.
    @Test func `an integer in JSON is equal to the number of the text`() {
        #expect(Self.different(Int.self) == [] && Self.different(Int8.self) == [])
        #expect(Self.different(UInt64.self) == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `a 128-bit integer in JSON is equal to the number of the text`() {
        #expect(Self.different(Int128.self) == [])
    }

    private static func different<T: FixedWidthInteger & Codable & SendableMetatype>(
        _ type: T.Type
    ) -> [String] {
        texts.filter { text in
            let own = try? DocumentDecoder().decode([T].self, fromJSON: "[\(text)]")
            return own?.first != Decimal(string: text).flatMap { T($0.description) }
        }
    }

    @Test(arguments: [
        "0.1234567890123456789012345678901234567890123456789",
        "340282366920938463463374607431768211456",
        "1e128", "1e-129",
    ])
    func `a number that a decimal would round is an error`(text: String) {
        #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode([Decimal].self, fromJSON: "[\(text)]")
        }
    }

    @Test func `a number beyond the range of a double is an error where a double is read`() {
        let error = thrown {
            _ = try DocumentDecoder().decode([String: Double].self, fromJSON: #"{"a":1e400}"#)
        }
        #expect("\(error as Any)".contains("1e400 does not fit in Double"))
    }

    @Test(arguments: ["12345678901234567890.5", "1e400"])
    func `a long number is no data`(text: String) {
        #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode([Data].self, fromJSON: "[\(text)]")
        }
    }

    @Test func `a line of JSON is read as exactly as a text`() throws {
        var lines = JSONLines("[99999999999999.99]\n[9007199254740993.0]")
        let numbers = [
            try lines.decodeNext([Decimal].self), try lines.decodeNext([Decimal].self),
        ]
        #expect(
            numbers.description
                == "[Optional([99999999999999.99]), Optional([9007199254740993])]")
    }
}
