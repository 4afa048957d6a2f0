import Foundation
import Testing

@testable import QuireDocuments

@Suite struct CodingErrorTests {
    struct Hotel: Codable {
        var name: String
        var stars: Int8
        var rooms: [Room]
        var opened: Date?
    }

    struct Room: Codable {
        var beds: Int
        var size: Float?
    }

    struct BadText: CustomTestStringConvertible, Sendable {
        let json: String
        let error: String
        var testDescription: String { json }
    }

    static let badTexts = [
        BadText(
            json: #"{"stars":1,"rooms":[]}"#, error: "keyNotFound at : key \"name\" is missing"),
        BadText(
            json: #"{"name":7,"stars":1,"rooms":[]}"#,
            error: "typeMismatch at name: expected String, found 7"),
        BadText(
            json: #"{"name":null,"stars":1,"rooms":[]}"#,
            error: "valueNotFound at name: expected String, found null"),
        BadText(
            json: #"{"name":"","stars":300,"rooms":[]}"#,
            error: "dataCorrupted at stars: 300 does not fit in Int8"),
        BadText(
            json: #"{"name":"","stars":3.5,"rooms":[]}"#,
            error: "dataCorrupted at stars: 3.5 does not fit in Int8"),
        BadText(
            json: #"{"name":"","stars":true,"rooms":[]}"#,
            error: "typeMismatch at stars: expected Int8, found true"),
        BadText(
            json: #"{"name":"","stars":1,"rooms":[{"beds":1},{"beds":"2"}]}"#,
            error: "typeMismatch at rooms.[1].beds: expected Int, found the string \"2\""),
        BadText(
            json: #"{"name":"","stars":1,"rooms":[{"beds":1,"size":1e300}]}"#,
            error: "dataCorrupted at rooms.[0].size: 1e300 does not fit in Float"),
        BadText(
            json: #"{"name":"","stars":1,"rooms":[],"opened":"soon"}"#,
            error: "dataCorrupted at opened: expected an ISO 8601 date, such as "
                + "2026-11-21T07:48:00Z, found the string \"soon\""),
        BadText(
            json: #"{"name":"","stars":1,"rooms":[],"opened":1795247280}"#,
            error: "typeMismatch at opened: expected an ISO 8601 date, such as "
                + "2026-11-21T07:48:00Z, found 1795247280"),
        BadText(
            json: #"{"name":"","stars":1,"rooms":{}}"#,
            error: "typeMismatch at rooms: expected Array<Any>, found a dictionary"),
        BadText(
            json: "[]",
            error: "typeMismatch at : expected Dictionary<String, Any>, found an array"),
        BadText(
            json: "[1,]",
            error: "dataCorrupted at : the text is not JSON: expected a value, found \"]\" "
                + "at line 1, column 4"),
    ]

    @Test(arguments: badTexts)
    func `a decoding error contains location and cause`(text: BadText) throws {
        let error = #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode(Hotel.self, fromJSON: text.json)
        }
        #expect(error.map(Self.summary) == text.error)
    }

    private static func summary(_ error: DecodingError) -> String {
        let (kind, context) =
            switch error {
            case .keyNotFound(_, let context): ("keyNotFound", context)
            case .valueNotFound(_, let context): ("valueNotFound", context)
            case .typeMismatch(_, let context): ("typeMismatch", context)
            case .dataCorrupted(let context): ("dataCorrupted", context)
            @unknown default:
                ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        return "\(kind) at \(path.joined(separator: ".")): \(context.debugDescription)"
    }

    struct BadValue: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let value: any Encodable & Sendable
        let path: [String]
    }

    static let badValues: [BadValue] =
        [
            BadValue(
                testDescription: "NaN", value: ["a": [1, Double.nan]],
                path: ["a", "Index 1"]),
            BadValue(
                testDescription: "an infinite float", value: ["a": Float.infinity], path: ["a"]),
            BadValue(
                testDescription: "a year of five digits",
                value: ["a": Date(timeIntervalSince1970: 1e12)], path: ["a"]),
            BadValue(testDescription: "two containers", value: TwoContainers(), path: []),
            BadValue(testDescription: "a value and a container", value: ["a": Both()], path: ["a"]),
        ] + wideIntegers

    private static var wideIntegers: [BadValue] {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            [BadValue(testDescription: "129 bits", value: ["a": Int128.max], path: ["a"])]
        } else {
            []
        }
    }

    struct TwoContainers: Encodable {
        func encode(to encoder: any Encoder) throws {
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: Both.Key.self)
        }
    }

    struct Both: Encodable {
        enum Key: CodingKey { case a }

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            try single.encode(1)
            _ = encoder.container(keyedBy: Key.self)
        }
    }

    @Test(arguments: badValues)
    func `a value without a stored form is an error with its path`(value: BadValue) throws {
        func encode(_ value: some Encodable) throws {
            _ = try DocumentEncoder().encodeToFleece(value)
        }
        let error = #expect(throws: EncodingError.self) { try encode(value.value) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == value.path)
    }

    final class Endless: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(self)
        }
    }

    final class HandedOn: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    @Test func `a value that contains itself is an error`() {
        #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(Endless()) }
        #expect(throws: EncodingError.self) { try DocumentEncoder().encodeToFleece(HandedOn()) }
    }
}
