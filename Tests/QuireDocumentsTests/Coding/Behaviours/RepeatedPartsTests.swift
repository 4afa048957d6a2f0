import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Documents of a few kilobytes that contain very many pointers to one large value.
@Suite(.timeLimit(.minutes(10))) struct RepeatedPartsTests: CodingSuite {
    struct Named: Codable { var name: String }

    struct Sparse: Codable { var missing: Int? }

    struct Listing: Codable {
        var keys: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyName.self)
            keys = container.allKeys.map(\.stringValue)
            // The error is reported with the next value.
            _ = try container.decodeIfPresent(AnyJSON.self, forKey: "small")
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let item: @Sendable (FleeceWriter) -> FleeceSlot
        let decode: @Sendable (FleeceValue) throws -> Void

        init<T: Decodable & SendableMetatype>(
            _ name: String, _ type: T.Type, _ item: @escaping @Sendable (FleeceWriter) -> FleeceSlot
        ) {
            testDescription = name
            self.item = item
            decode = { _ = try DocumentDecoder().decode(type, from: $0) }
        }

        /// An array of pointers to the item.
        func root(_ count: Int) throws -> FleeceValue {
            let writer = FleeceWriter()
            let slot = item(writer)
            writer.write(writer.encodeArray(Array(repeating: slot, count: count)))
            return try #require(FleeceStorage(writer.finish()).root)
        }
    }

    private static let long = String(repeating: "long ", count: 4000)

    private static func dictionary(_ writer: FleeceWriter, _ key: String) -> FleeceSlot {
        let small = [writer.encodeKey("small"), writer.encode(1 as Int64)]
        return writer.encodeDictionary([writer.encodeKey(key), writer.encode(long)] + small)
    }

    private static func wide(_ writer: FleeceWriter) -> FleeceSlot {
        writer.encodeDictionary(
            (0..<300).flatMap { [writer.encodeKey("\($0)"), writer.encode(Int64($0 & 7))] })
    }

    static let cases = [
        Case("a string", [String].self) { $0.encode(long) },
        Case("an optional string", [String?].self) { $0.encode(long) },
        Case("a string of any type", [AnyJSON].self) { $0.encode(long) },
        Case("a URL", [URL].self) { $0.encode("https://example.com/" + long) },
        Case("data", [Data].self) { writer in
            Array(long.utf8).withUnsafeBytes { writer.encode(data: $0) }
        },
        Case("a string in a model", [Named].self) { dictionary($0, "name") },
        Case("a string in a dictionary", [[String: AnyJSON]].self) { dictionary($0, "name") },
        Case("a long key", [[String: AnyJSON]].self) { dictionary($0, long) },
        Case("a long key in a list of keys", [Listing].self) { dictionary($0, long) },
        Case("a dictionary", [[String: Int]].self) { wide($0) },
        Case("a model with a key that is missing", [Sparse].self) { wide($0) },
    ]

    @Test(arguments: cases)
    func `a large value that is repeated very often is an error`(example: Case) throws {
        let root = try example.root(3000)
        let error = thrown { try example.decode(root) }
        #expect(summary(error).hasPrefix("dataCorrupted"), "\(String(describing: error))")
    }

    @Test(arguments: cases)
    func `a large value can be repeated several times`(example: Case) throws {
        let root = try example.root(20)
        let error = thrown { try example.decode(root) }
        #expect(error == nil)
    }

    /// A model that decodes its string on each access.
    final class Lazy: Decodable {
        private let container: KeyedDecodingContainer<AnyName>

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: AnyName.self)
        }

        func text() throws -> String { try container.decode(String.self, forKey: "name") }
    }

    @Test func `a model that retains its container can read a long string repeatedly`() throws {
        let json = "{\"name\":\"\(Self.long)\"}"
        let model = try DocumentDecoder().decode(Lazy.self, fromJSON: json)
        let counts = try Set((0..<300).map { _ in try model.text().utf8.count })
        #expect(counts == [Self.long.utf8.count])
    }
}
