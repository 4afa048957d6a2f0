import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import QuireDocuments

/// Values coded in place of others with single-value containers.
@Suite struct SamePlaceTests: CodingSuite {
    /// A wrapper around items, stored as their array.
    struct Wrapper: Codable, Sendable {
        var items: [Wrapper]

        init(from decoder: any Decoder) throws {
            items = try decoder.singleValueContainer().decode([Wrapper].self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(items)
        }
    }

    /// A value stored as the value nested several levels inside of it.
    struct Outer<Value: Codable & Sendable>: Codable, Sendable {
        struct Inner: Codable, Sendable {
            var value: Value

            init(from decoder: any Decoder) throws {
                value = try decoder.singleValueContainer().decode(Value.self)
            }

            func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }

        var inner: Inner

        init(from decoder: any Decoder) throws {
            inner = try decoder.singleValueContainer().decode(Inner.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(inner)
        }
    }

    /// A recursive type with two wrappers around each array.
    struct Ring: Codable, Sendable {
        var items: Outer<[Ring]>

        init(from decoder: any Decoder) throws {
            items = try decoder.singleValueContainer().decode(Outer<[Ring]>.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(items)
        }
    }

    struct Keyed: Codable, Sendable {
        var a: AnyJSON?
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let opening: String
        let core: String
        let closing: String
        let recode: @Sendable (String) throws -> String

        init<T: Codable & SendableMetatype>(
            _ type: T.Type, _ opening: String, _ core: String, _ closing: String
        ) {
            testDescription = "\(type) \(opening)\(core)\(closing)"
            (self.opening, self.core, self.closing) = (opening, core, closing)
            recode = { json in
                let value = try DocumentDecoder().decode(T.self, fromJSON: json)
                return try DocumentEncoder().encodeToJSON(value, format: .canonical)
            }
        }

        /// Returns the JSON of a value with a number of levels.
        func json(levels: Int) -> String {
            let parts = levels / opening.filter { "[{".contains($0) }.count
            return String(repeating: opening, count: parts) + core
                + String(repeating: closing, count: parts)
        }
    }

    static let cases = [
        Case(AnyJSON.self, "[", "", "]"),
        Case(AnyJSON.self, "[", "1", "]"),
        Case(AnyJSON.self, "[null,", "true", ",\"x\"]"),
        Case(AnyJSON.self, #"{"a":"#, "1.5", "}"),
        Case(AnyJSON.self, #"{"a":["#, "null", "]}"),
        Case(AnyJSON.self, #"[1,{"a":"#, "\"é\"", "}]"),
        Case(Keyed.self, #"{"a":"#, "1", "}"),
        Case(Outer<Outer<Outer<AnyJSON>>>.self, "[", "1", "]"),
        Case([Outer<AnyJSON>?].self, "[", "1", "]"),
        Case(Wrapper.self, "[", "", "]"),
        Case(Ring.self, "[", "", "]"),
        Case(RandomModels.Loose.self, #"[{"a":"#, "1", "}]"),
    ]

    @Test(arguments: cases, [1, 2, 100, 150, 200, 250, 257, 400, 510, 512])
    func `a value that replaces another adds no level`(example: Case, levels: Int) throws {
        let json = example.json(levels: levels)
        // In a debug build, 512 levels need more stack than a secondary thread of macOS has.
        let again = try onThread(stackSize: 64 << 20) { try example.recode(json) }
        #expect(again == json)
    }

    @Test func `both coders reject a model of 513 levels`() throws {
        let writer = FleeceWriter()
        var slot = writer.encodeArray([])
        for _ in 0..<512 { slot = writer.encodeArray([slot]) }
        writer.write(slot)
        let storage = FleeceStorage(try writer.finish())
        let errors = try onThread(stackSize: 64 << 20) { [self] in
            let root = try #require(storage.root)
            let value = (0..<513).reduce(AnyJSON.null) { value, _ in .array([value]) }
            let empty = (0..<512).reduce(AnyJSON.object([:])) { value, _ in .array([value]) }
            return [
                thrown { _ = try DocumentDecoder().decode(Wrapper.self, from: root) },
                thrown { _ = try DocumentEncoder().encodeToFleece(value) },
                thrown { _ = try DocumentEncoder().encodeToFleece(empty) },
            ].map { String(describing: $0) }
        }
        let message = "nested more than 512 levels deep"
        #expect(errors.map { $0.contains(message) } == [true, true, true])
    }

    /// A type that encodes nothing, or only empty containers.
    struct Hollow: Encodable, Sendable {
        let body: @Sendable (any Encoder) -> Void
        func encode(to encoder: any Encoder) throws { body(encoder) }
    }

    static let hollows = [
        Hollow { _ in }, Hollow { _ = $0.unkeyedContainer() },
        Hollow { _ = $0.container(keyedBy: LetterKey.self) },
    ]

    @Test(arguments: hollows.indices)
    func `an empty collection counts as a level`(index: Int) throws {
        func nested(_ levels: Int) -> ScriptedValue {
            ScriptedValue { encoder in
                var container = encoder.unkeyedContainer()
                levels == 0
                    ? try container.encode(Self.hollows[index])
                    : try container.encode(nested(levels - 1))
            }
        }
        let outcomes = [510, 511].map { levels in
            thrown { _ = try DocumentEncoder().encodeToFleece(nested(levels)) } == nil
        }
        #expect(outcomes == [true, false])
    }
}
