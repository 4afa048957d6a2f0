import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireDocuments

/// The default values inside the stored form of a type.
@Suite struct ValueDefaultsTests {
    struct Price: Codable, Hashable, DefaultsProviding {
        var amount: Int
        var currency = "EUR"

        static let defaults = Price(amount: 0)
        static let requiredKeys: Set = ["amount"]
    }

    /// An array whose items have different meanings.
    struct Pair: Codable {
        var name: String
        var price: Price

        init(from decoder: any Decoder) throws {
            var items = try decoder.unkeyedContainer()
            name = try items.decode(String.self)
            price = try items.decode(Price.self)
        }

        func encode(to encoder: any Encoder) throws {
            var items = encoder.unkeyedContainer()
            try items.encode(name)
            try items.encode(price)
        }
    }

    /// An array of a header and items.
    struct Table: Codable {
        struct Row: Codable, DefaultsProviding {
            var amount = 1

            static let defaults = Row()
        }

        var header: Price
        var rows: [Row] = []

        init(from decoder: any Decoder) throws {
            var items = try decoder.unkeyedContainer()
            header = try items.decode(Price.self)
            while !items.isAtEnd { rows.append(try items.decode(Row.self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var items = encoder.unkeyedContainer()
            try items.encode(header)
            for row in rows { try items.encode(row) }
        }
    }

    struct Owner: Codable {
        var name: String
        var price: Price?
    }

    struct Everything: Codable, DefaultsProviding {
        var large = UInt64.max
        var data = Data([1])

        static var defaults: Everything { Everything() }
    }

    struct Node: Codable, DefaultsProviding {
        var name = "root"
        var children: [Node] = []

        static let defaults = Node()
    }

    /// A reference to a value, which is stored as the value.
    final class Box: Codable, Sendable {
        let value: Linked

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Linked.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    struct Linked: Codable, DefaultsProviding {
        var note = "x"
        var next: Box?
        var byName: [String: Linked] = [:]

        static let defaults = Linked()
        static let requiredKeys: Set = ["byName"]
    }

    enum Payment: Codable {
        case cash
        case paid(Price)
        case shared(first: Price, others: [Payment])
    }

    indirect enum Expression: Codable {
        case sum(Expression, Expression)
        case price(Price)
    }

    /// The name of a case is that of another one with a digit.
    enum Numbered: Codable {
        case one(Price)
        case one2(Points)
    }

    struct Points: Codable, DefaultsProviding {
        var unit = "pt"

        static let defaults = Points()
    }

    struct Empty: Codable, Sendable {
        var children: [Empty]
    }

    struct Cat: Codable, Sendable, DefaultsProviding {
        var lives = 9
        static let defaults = Cat()
    }

    struct Dog: Codable, Sendable {
        var price: Price
    }

    enum Pet: DocumentFamily {
        case cat(Cat)
        case dog(Dog)

        static let typeKey = "species"
        static let members: [FamilyMember<Pet>] = [
            FamilyMember("cat", Pet.cat), FamilyMember("dog", aliases: ["hound"], Pet.dog),
        ]

        var member: any Codable & Sendable {
            switch self {
            case .cat(let cat): cat
            case .dog(let dog): dog
            }
        }
    }

    static let price = #"{"object":{"currency":{"default":"EUR"}}}"#

    static var types: [(any Codable.Type, String?)] {
        [
            (Price.self, price), (Price?.self, price), (Int.self, nil), ([String].self, nil),
            ([String: Int].self, nil), ([Price].self, #"{"items":\#(price)}"#),
            (Set<Price>.self, #"{"items":\#(price)}"#),
            ([[Price]].self, #"{"items":{"items":\#(price)}}"#),
            ([String: Price].self, #"{"values":\#(price)}"#),
            ([Int: Price?].self, #"{"values":\#(price)}"#),
            ([String: [Price]].self, #"{"values":{"items":\#(price)}}"#),
            (Pair.self, #"{"positions":{"1":\#(price)}}"#),
            (Table.self, #"{"positions":{"0":\#(price)}}"#),
            (Owner.self, #"{"object":{"price":{"inside":\#(price)}}}"#),
            (Everything.self, #"{"object":{"large":{"default":18446744073709551615}}}"#),
            (
                Node.self,
                #"{"object":{"children":{"default":[],"inside":{"items":{"outer":2}}},"#
                    + #""name":{"default":"root"}}}"#
            ),
            (
                Linked.self,
                #"{"object":{"byName":{"inside":{"values":{"outer":2}}},"next":{"inside":"#
                    + #"{"outer":1}},"note":{"default":"x"}}}"#
            ),
            (
                Payment.self,
                #"{"object":{"paid":{"inside":{"object":{"_0":{"inside":\#(price)}}}},"shared":"#
                    + #"{"inside":{"object":{"first":{"inside":\#(price)},"#
                    + #""others":{"inside":{"items":{"outer":3}}}}}}}}"#
            ),
            (
                Expression.self,
                #"{"object":{"price":{"inside":{"object":{"_0":{"inside":\#(price)}}}},"sum":"#
                    + #"{"inside":{"object":{"_0":{"inside":{"outer":2}},"_1":{"inside":"#
                    + #"{"outer":2}}}}}}}"#
            ),
            (Empty.self, nil),
            (
                [Pet].self,
                #"{"items":{"aliases":{"hound":"dog"},"key":"species","types":{"cat":{"object":"#
                    + #"{"lives":{"default":9}}},"dog":{"object":{"price":{"inside":\#(price)}}}}}}"#
            ),
            (
                Numbered.self,
                #"{"object":{"one":{"inside":{"object":{"_0":{"inside":\#(price)}}}},"one2":"#
                    + #"{"inside":{"object":{"_0":{"inside":{"object":{"unit":{"default":"pt"}}}}}}}}}"#
            ),
        ]
    }

    @Test(arguments: 0..<22)
    func `the defaults of a type are found in its samples`(index: Int) throws {
        let (type, expected) = Self.types[index]
        let defaults = ModelShape.of(type, isRoot: false).valueDefaults(in: type)
        #expect(defaults?.json == expected)
    }

    @Test func `the defaults are read from their JSON`() throws {
        let texts = Self.types.compactMap(\.1)
        let read = try texts.map { try ValueDefaults(FleeceStorage(json: $0).root)?.json }
        #expect(read == texts)
    }

    static let values = [
        (#"{"items":\#(price)}"#, "[1,{},null,{\"currency\":null},[{}]]"),
        (#"{"positions":{"1":\#(price),"9":\#(price)}}"#, "[{},{},{}]"),
        (#"{"values":\#(price)}"#, #"{"a":{},"b":{"currency":"NOK"},"c":[{}]}"#),
        (#"{"object":{"price":{"inside":\#(price)}}}"#, #"{"other":1}"#),
        (#"{"object":{"price":{"inside":\#(price),"default":7}}}"#, #"{"other":1}"#),
        (
            #"{"object":{"a":{"default":1},"b":{"inside":{"items":{"outer":2}}}}}"#,
            #"{"b":[{"b":[{"b":[{}]}]}]}"#
        ),
        (
            #"{"key":"k","types":{"x":{"object":{"a":{"default":1},"b":{"inside":{"outer":2}}}}}}"#,
            #"{"b":{"k":"x"},"k":"x"}"#
        ),
        (#"{"key":"k","types":{"x":\#(price)}}"#, #"{"k":"y"}"#),
        (#"{"key":"k","types":{"x":\#(price)}}"#, #"{"k":7}"#),
        (#"{"key":"k","types":{"x":\#(price)},"aliases":{"z":"x"}}"#, #"{"k":"z"}"#),
        (#"{"key":"k","types":{},"aliases":{"z":"x"}}"#, #"{"a":{},"k":"z"}"#),
        (#"{"outer":1}"#, "{}"), (#"{"object":{"a":{"inside":{"outer":9}}}}"#, #"{"a":{}}"#),
    ]

    static let completed = [
        #"[1,{"currency":"EUR"},null,{"currency":null},[{}]]"#,
        #"[{},{"currency":"EUR"},{}]"#,
        #"{"a":{"currency":"EUR"},"b":{"currency":"NOK"},"c":[{}]}"#,
        #"{"other":1}"#, #"{"other":1,"price":7}"#,
        #"{"a":1,"b":[{"a":1,"b":[{"a":1,"b":[{"a":1}]}]}]}"#,
        #"{"a":1,"b":{"a":1,"k":"x"},"k":"x"}"#, #"{"k":"y"}"#, #"{"k":7}"#,
        #"{"currency":"EUR","k":"x"}"#, #"{"a":{},"k":"x"}"#, "{}", #"{"a":{}}"#,
    ]

    @Test(arguments: zip(values, completed))
    func `missing keys get their default values and nothing else changes`(
        value: (defaults: String, json: String), completed: String
    ) throws {
        let defaults = try #require(try ValueDefaults(FleeceStorage(json: value.defaults).root))
        let root = try #require(try FleeceStorage(json: value.json).root)
        let writer = FleeceWriter()
        writer.write(defaults.encode(completing: root, into: writer))
        let result = try FleeceStorage(writer.finish()).root
        #expect(try result?.json(.canonical) == completed)
        #expect(try defaults.isComplete(root) == (root.json(.canonical) == completed))
        #expect(try defaults.isComplete(#require(result)))
    }

    @Test(arguments: [
        "", "1", "{}", #"{"items":1}"#, #"{"object":[]}"#, #"{"outer":1.5}"#, #"{"key":"a"}"#,
        String(repeating: #"{"items":"#, count: 2000) + String(repeating: "}", count: 2000),
    ])
    func `WITH_DEFAULTS with JSON that contains no defaults is null`(json: String) throws {
        let database = try Database(inMemoryNamed: "defaults")
        try database.defaultCollection().save(document: MutableDocument(id: "a"))
        let query = QuerySource(verbatim: "SELECT WITH_DEFAULTS({'x': {}}, '\(json)') AS y FROM _")
        #expect(try database.createQuery(query).json() == [#"{"y":null}"#])
    }
}
