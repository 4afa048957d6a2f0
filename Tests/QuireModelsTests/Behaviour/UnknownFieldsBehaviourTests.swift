import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// Documents of another app version, with fields that the models do not contain.
@Suite struct UnknownFieldsBehaviourTests {
    struct House: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var nick: String?
        var address: Address?
        var rooms: [Room] = []
        var prices: [String: Price] = [:]
        var owner: Owner = .none
        var photo: Blob?

        struct Address: Codable, Sendable {
            var street: String?
            var place: Place?
        }

        struct Place: Codable, Sendable {
            var city: String
        }

        struct Room: Codable, Sendable {
            var number: Int
            var beds: Int?
        }

        struct Price: Codable, Sendable {
            var amount: Int
        }

        enum Owner: Codable, Sendable {
            case none
            case person(name: String)
        }

        static var unknownFields: UnknownFields {
            .keep.matching(\House.rooms, by: \.number)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stored: String
        let change: @Sendable (inout House) -> Void
        let expected: String

        init(
            _ description: String, _ stored: String, _ expected: String,
            _ change: @escaping @Sendable (inout House) -> Void = { $0.name = "B" }
        ) {
            testDescription = description
            self.stored = stored
            self.change = change
            self.expected = expected
        }
    }

    /// Every body begins with these keys, followed by those of the table.
    static let rest = #""owner":{"none":{}},"prices":{},"rooms":[]"#

    static let cases = [
        Case("nothing unknown", #"{"name":"A",\#(rest)}"#, #"{"name":"B",\#(rest)}"#),
        Case(
            "unknown keys of every kind", #"{"name":"A","a":1,"b":[{"c":null}],"d":{},\#(rest)}"#,
            #"{"name":"B","a":1,"b":[{"c":null}],"d":{},\#(rest)}"#),
        Case(
            "a known key that is nil goes", #"{"name":"A","nick":"a","x":1,\#(rest)}"#,
            #"{"name":"A","x":1,\#(rest)}"#
        ) { $0.nick = nil },
        Case(
            "a known key that is nil goes, alone", #"{"name":"A","nick":"a",\#(rest)}"#,
            #"{"name":"A",\#(rest)}"#
        ) { $0.nick = nil },
        Case(
            "in nested objects",
            #"{"name":"A","address":{"street":"s","floor":3,"place":{"city":"c","zip":1}},\#(rest)}"#,
            #"{"name":"A","address":{"floor":3,"place":{"city":"d","zip":1}},\#(rest)}"#
        ) {
            $0.address?.street = nil
            $0.address?.place?.city = "d"
        },
        Case(
            "a nested object set to nil is removed completely",
            #"{"name":"A","address":{"street":"s","place":{"city":"c","zip":1}},\#(rest)}"#,
            #"{"name":"A","address":{"street":"s"},\#(rest)}"#
        ) { $0.address?.place = nil },
        Case(
            "in elements that are matched",
            #"""
            {"name":"A","owner":{"none":{}},"prices":{},
             "rooms":[{"number":1,"beds":2,"view":"sea"},{"number":2,"view":"yard"},{"number":3}]}
            """#,
            #"""
            {"name":"A","owner":{"none":{}},"prices":{},
             "rooms":[{"number":4},{"number":2,"view":"yard"},{"number":1,"view":"sea"}]}
            """#
        ) {
            $0.rooms = [4, 2, 1].map { House.Room(number: $0) }
        },
        Case(
            "an element with a duplicate number is matched once",
            #"""
            {"name":"A","owner":{"none":{}},"prices":{},"rooms":[{"number":1,"a":1},{"number":1,"b":2}]}
            """#,
            #"""
            {"name":"A","owner":{"none":{}},"prices":{},"rooms":[{"number":1,"a":1},{"number":1}]}
            """#
        ) { _ in },
        Case(
            "in the values of a dictionary, whose own keys are all known",
            #"{"name":"A","owner":{"none":{}},"prices":{"low":{"amount":1,"tax":2},"high":{"amount":3}},"rooms":[]}"#,
            #"{"name":"A","owner":{"none":{}},"prices":{"low":{"amount":9,"tax":2}},"rooms":[]}"#
        ) {
            $0.prices["low"]?.amount = 9
            $0.prices["high"] = nil
        },
        Case(
            "another case of an enumeration removes the unknown fields",
            #"{"name":"A","owner":{"person":{"name":"n","age":1}},"prices":{},"rooms":[]}"#,
            #"{"name":"A",\#(rest)}"#
        ) { $0.owner = .none },
        Case(
            "unknown values of an enumeration stay with its case",
            #"{"name":"A","owner":{"person":{"name":"n","age":1}},"prices":{},"rooms":[]}"#,
            #"{"name":"A","owner":{"person":{"name":"m","age":1}},"prices":{},"rooms":[]}"#
        ) { $0.owner = .person(name: "m") },
        Case(
            "an ID in the body that does not belong to the model",
            #"{"name":"A","id":10025,\#(rest)}"#, #"{"name":"B","id":10025,\#(rest)}"#),
        Case(
            "a blob is a single value",
            #"""
            {"name":"A","photo":{"@type":"blob","digest":"sha1-+s+KReJN0f5hgzl+Kub/0AjTXSI=",
             "length":1,"stub":true},\#(rest)}
            """#,
            #"""
            {"name":"B","photo":{"@type":"blob","digest":"sha1-+s+KReJN0f5hgzl+Kub/0AjTXSI=",
             "length":1},\#(rest)}
            """#),
        Case(
            "a value of another type is replaced",
            #"{"name":"A","address":{"street":"s","place":{"city":"c"}},"x":1,\#(rest)}"#,
            #"{"name":"A","address":{},"x":1,\#(rest)}"#
        ) { $0.address = .init() },
    ]

    private func canonical(_ json: String) throws -> String? {
        let storage = try FleeceStorage(json: json)
        return try storage.root?.json(.canonical)
    }

    @Test(arguments: TestStore.all, cases)
    func `unknown fields survive saving a model`(kind: TestStore, example: Case) throws {
        func typed(_ json: String) -> String { #"{"type":"house","# + json.dropFirst() }
        let store = try kind.open()
        let houses = try store.repository(of: House.self)
        let expected = try canonical(typed(example.expected))

        try store.put("a", typed(example.stored))
        var house = try houses.require("a")
        example.change(&house)
        try houses.save(house)
        #expect(try store.body("a") == expected)

        try store.put("b", typed(example.stored))
        try houses.update("b") { example.change(&$0) }
        #expect(try store.body("b") == expected)

        try store.put("c", typed(example.stored))
        var stored = try #require(try houses.findStored("c"))
        example.change(&stored.value)
        try houses.save(stored)
        #expect(try store.body("c") == expected)
    }

    @Test(arguments: TestStore.all)
    func `an overwriting save preserves them too, an insert has none to preserve`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let seats = try store.repository(of: Seat.self)
        try store.put("1", #"{"type":"seat","id":1,"row":1,"window":true}"#)
        try seats.save(Seat(id: 1, row: 2))
        #expect(try store.body("1") == #"{"id":1,"row":2,"type":"seat","window":true}"#)
        try seats.delete(id: "1")
        try seats.save(Seat(id: 1, row: 3))
        #expect(try store.body("1") == #"{"id":1,"row":3,"type":"seat"}"#)
    }

    @Test(arguments: TestStore.all)
    func `a document without a type gets it and keeps its other fields`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("1", #"{"a":1}"#)
        try store.repository(of: Seat.self).save(Seat(id: 1, row: 2))
        #expect(try store.body("1") == #"{"a":1,"id":1,"row":2,"type":"seat"}"#)
    }

    @Test(arguments: TestStore.all)
    func `a model can discard unknown fields`(kind: TestStore) throws {
        struct Plain: DocumentModel {
            @DocumentID var id: String?
            var name: String
            static var unknownFields: UnknownFields { .discard }
        }
        let store = try kind.open()
        try store.put("a", #"{"type":"plain","name":"A","x":1}"#)
        try store.repository(of: Plain.self).update("a") { $0.name = "B" }
        #expect(try store.body("a") == #"{"name":"B","type":"plain"}"#)
    }

    // MARK: Keys that could be any text

    struct TextKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A model that determines its keys when it is decoded.
    struct Open: DocumentModel {
        @DocumentID var id: String?
        var name: String?

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TextKey.self)
            _id = try container.decode(DocumentID.self, forKey: TextKey(stringValue: "id"))
            name = try container.decodeIfPresent(
                String.self, forKey: TextKey(stringValue: "name"))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(_id, forKey: TextKey(stringValue: "id"))
            try container.encodeIfPresent(name, forKey: TextKey(stringValue: "name"))
        }
    }

    /// A model that accepts any key.
    struct Catcher: DocumentModel {
        @DocumentID var id: String?
        var values: [String: Int] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TextKey.self)
            _id = try container.decode(DocumentID.self, forKey: TextKey(stringValue: "id"))
            for key in container.allKeys {
                values[key.stringValue] = try? container.decode(Int.self, forKey: key)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(_id, forKey: TextKey(stringValue: "id"))
            for (key, value) in values {
                try container.encode(value, forKey: TextKey(stringValue: key))
            }
        }
    }

    /// A model that decodes from few values only, so that its keys cannot be determined.
    struct Fussy: DocumentModel {
        @DocumentID var id: String?
        var name: String?

        struct Refusal: Error {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TextKey.self)
            _id = try container.decode(DocumentID.self, forKey: TextKey(stringValue: "id"))
            guard try container.decode(Int.self, forKey: TextKey(stringValue: "version")) == 77
            else { throw Refusal() }
            name = try container.decodeIfPresent(
                String.self, forKey: TextKey(stringValue: "name"))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(_id, forKey: TextKey(stringValue: "id"))
            try container.encode(77, forKey: TextKey(stringValue: "version"))
            try container.encodeIfPresent(name, forKey: TextKey(stringValue: "name"))
        }
    }

    @Test(arguments: TestStore.all)
    func `keys with any characters are determined by decoding`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"open","name":"A","x":1}"#)
        try store.repository(of: Open.self).update("a") { $0.name = nil }
        #expect(try store.body("a") == #"{"type":"open","x":1}"#)
    }

    @Test(arguments: TestStore.all)
    func `a model that accepts any key has no unknown fields`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"catcher","x":1,"y":2}"#)
        try store.repository(of: Catcher.self).update("a") { $0.values["x"] = nil }
        #expect(try store.body("a") == #"{"type":"catcher","y":2}"#)
    }

    @Test(arguments: TestStore.all)
    func `if the keys cannot be determined, an error is thrown instead of removing fields`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let models = try store.repository(of: Fussy.self)
        try store.put("a", #"{"type":"fussy","version":77,"name":"A"}"#)
        try models.update("a") { $0.name = "B" }
        let error = #expect(throws: QuireError.self) { try models.update("a") { $0.name = nil } }
        #expect(error?.code == .unsupportedOperation)
        #expect(error?.message.contains("\"name\"") == true)
        #expect(try store.body("a") == #"{"name":"B","type":"fussy","version":77}"#)
    }

    @Test(arguments: TestStore.all)
    func `keys can be declared`(kind: TestStore) throws {
        struct Named: DocumentModel {
            var fussy: Fussy
            static var documentType: String { "fussy" }
            static var unknownFields: UnknownFields { .keep(knownKeys: ["name", "version"]) }
            init(from decoder: any Decoder) throws { fussy = try Fussy(from: decoder) }
            func encode(to encoder: any Encoder) throws { try fussy.encode(to: encoder) }
        }
        let store = try kind.open()
        try store.put("a", #"{"type":"fussy","version":77,"name":"A","x":1}"#)
        try store.repository(of: Named.self).update("a") { $0.fussy.name = nil }
        #expect(try store.body("a") == #"{"type":"fussy","version":77,"x":1}"#)
    }

    @Test func `a rule for a property that is not stored is an error`() throws {
        struct Broken: DocumentModel {
            @DocumentID var id: String?
            var items: [Item] = []
            var name = ""
            struct Item: Codable, Sendable {
                var number: Int
                var twice: Int { number * 2 }
            }
            static var unknownFields: UnknownFields { .keep.matching(\Broken.items, by: \.twice) }
        }
        let store = try TestStore.memory.open()
        try store.put("a", #"{"type":"broken","name":"A","items":[]}"#)
        #expect { try store.repository(of: Broken.self).update("a") { $0.name = "B" } } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }
}
