import Fleece
import Foundation
import Testing

@testable import QuireDocuments

@Suite struct RoundTripTests {
    struct Everything: Codable, Equatable {
        var boolean = true
        var small: Int8 = -128
        var large = UInt64.max
        var least = Int.min
        var float: Float = 0.1
        var double = 1.0
        var text = "Ærø 🏨"
        var date = Date(timeIntervalSince1970: 1_795_247_280.25)
        var data = Data([0, 255, 7])
        var url = URL(string: "https://quire.example/a?b=c")
        var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var decimal = Decimal(string: "12345678901234567890.123456789")
        var price = Decimal(string: "9.95")
        var nothing: Int?
        var dates = [Date(timeIntervalSince1970: 0)]
        var byDay = ["first": [Date(timeIntervalSince1970: 1)]]
        var byNumber = [7: "seven"]
        var kind = Kind.second
        var place: Place? = Place(lat: 60.39, lon: 5.32)
        var tree = Tree(name: "root", children: [Tree(name: "leaf", children: [])])
        var tags: Set = ["a"]
        @ExplicitNull var phone: String? = nil
    }

    enum Kind: String, Codable { case first, second }

    struct Place: Codable, Equatable {
        var lat: Double
        var lon: Double
    }

    struct Tree: Codable, Equatable {
        var name: String
        var children: [Tree]
    }

    @Test func `a value survives a round trip through the stored bytes`() throws {
        let value = Everything()
        let root = try #require(DocumentEncoder().encodeToFleece(value).root)
        #expect(try DocumentDecoder().decode(Everything.self, from: root) == value)
    }

    @Test func `a value survives a round trip through JSON`() throws {
        let value = Everything()
        let json = try DocumentEncoder().encodeToJSON(value)
        #expect(try DocumentDecoder().decode(Everything.self, fromJSON: json) == value)
    }

    @Test func `two encodings of a value have the same bytes`() throws {
        let encoder = DocumentEncoder()
        let bytes = try (0..<2).map { _ in
            try encoder.encodeToFleece(Everything()).withUnsafeBytes { Array($0) }
        }
        #expect(bytes[0] == bytes[1])
    }

    struct StoredForm: CustomTestStringConvertible, Sendable {
        let value: any Encodable & Sendable
        let json: String
        var testDescription: String { json }
    }

    static let storedForms = [
        StoredForm(value: Date(timeIntervalSince1970: 0.5), json: "\"1970-01-01T00:00:00.500Z\""),
        StoredForm(value: [Date?.none], json: "[null]"),
        StoredForm(value: 1.0, json: "1.0"),
        StoredForm(value: 1, json: "1"),
        StoredForm(value: Float(0.1), json: "0.10000000149011612"),
        StoredForm(value: Data([1, 2, 3]), json: "\"AQID\""),
        StoredForm(value: Decimal(3), json: "3"),
        StoredForm(value: Decimal(string: "0.25"), json: "0.25"),
        StoredForm(
            value: Decimal(string: "0.12345678901234567890"), json: "\"0.1234567890123456789\""),
        StoredForm(value: Kind.first, json: "\"first\""),
        StoredForm(value: ["k": ["a": 1]], json: #"{"k":{"a":1}}"#),
        StoredForm(value: Empty(), json: "{}"),
        StoredForm(value: [Empty()], json: "[{}]"),
        StoredForm(value: Document(id: "x", name: "n"), json: #"{"name":"n"}"#),
        StoredForm(value: [Document(id: "x", name: "n")], json: #"[{"id":"x","name":"n"}]"#),
        StoredForm(value: Late(), json: #"{"items":[1,{"x":2},3],"late":{"a":1,"b":2}}"#),
        StoredForm(value: Sub(), json: #"{"own":2,"super":{"inherited":1}}"#),
    ]

    struct Empty: Codable {}

    struct Document: Codable {
        @DocumentID var id: String?
        var name: String
    }

    /// A type that retains containers and requests one of them twice.
    struct Late: Encodable {
        enum Key: String, CodingKey { case items, late, a, b, x }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var items = container.nestedUnkeyedContainer(forKey: .items)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .late)
            try items.encode(1)
            var inner = items.nestedContainer(keyedBy: Key.self)
            try first.encode(1, forKey: .a)
            try items.encode(3)
            try inner.encode(2, forKey: .x)
            var second = container.nestedContainer(keyedBy: Key.self, forKey: .late)
            try second.encode(2, forKey: .b)
        }
    }

    class Base: Encodable, @unchecked Sendable {  // It never changes: no lock is needed.
        let inherited = 1
    }

    final class Sub: Base, @unchecked Sendable {  // It never changes: no lock is needed.
        enum Key: String, CodingKey { case own }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: .own)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test(arguments: storedForms)
    func `a value has a defined encoding`(form: StoredForm) throws {
        func json(_ value: some Encodable) throws -> String {
            try DocumentEncoder().encodeToJSON(value, format: .canonical)
        }
        #expect(try json(form.value) == form.json)
    }
}
