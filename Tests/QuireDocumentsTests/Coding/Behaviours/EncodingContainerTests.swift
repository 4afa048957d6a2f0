import Foundation
import Testing

@testable import QuireDocuments

// Behavior of an Encoder: containers.

@Suite struct EncodingContainerTests: CodingSuite {
    @Test func `a keyed container requested twice is one object`() throws {
        let value = ScriptedValue { encoder in
            var first = encoder.container(keyedBy: LetterKey.self)
            try first.encode(1, forKey: .a)
            var second = encoder.container(keyedBy: LetterKey.self)
            try second.encode(2, forKey: .b)
            var other = encoder.container(keyedBy: AnyName.self)
            try other.encode(3, forKey: "d")
            try first.encode(4, forKey: .c)
        }
        #expect(try json(value) == #"{"a":1,"b":2,"c":4,"d":3}"#)
        #expect(try json([value]) == #"[{"a":1,"b":2,"c":4,"d":3}]"#)
    }

    @Test func `an unkeyed container requested twice is one array in the order of the calls`()
        throws
    {
        let value = ScriptedValue { encoder in
            var first = encoder.unkeyedContainer()
            try first.encode(1)
            var second = encoder.unkeyedContainer()
            try second.encode(2)
            try first.encode(3)
            #expect(second.count == 3)
        }
        #expect(try json(value) == "[1,2,3]")
    }

    @Test func `a nested container requested twice for one key is one object`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            var first = container.nestedContainer(keyedBy: LetterKey.self, forKey: .a)
            try first.encode(1, forKey: .a)
            var second = container.nestedContainer(keyedBy: AnyName.self, forKey: .a)
            try second.encode(2, forKey: "x")
            var items = container.nestedUnkeyedContainer(forKey: .b)
            try items.encode(1)
            var more = container.nestedUnkeyedContainer(forKey: .b)
            try more.encode(2)
            try first.encode(3, forKey: .b)
        }
        #expect(try json(value) == #"{"a":{"a":1,"b":3,"x":2},"b":[1,2]}"#)
    }

    @Test func `a nested container extends an object encoded before for its key`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(["x": 1, "a long key of its own": 2], forKey: .a)
            try container.encode([1, 2], forKey: .b)
            try container.encode([String: Int](), forKey: .c)
            var object = container.nestedContainer(keyedBy: AnyName.self, forKey: .a)
            try object.encode(3, forKey: "y")
            var items = container.nestedUnkeyedContainer(forKey: .b)
            try items.encode("three")
            var empty = container.nestedContainer(keyedBy: AnyName.self, forKey: .c)
            try empty.encode(true, forKey: "z")
        }
        let expected =
            #"{"a":{"a long key of its own":2,"x":1,"y":3},"b":[1,2,"three"],"c":{"z":true}}"#
        #expect(try json(value) == expected)
    }

    @Test func `of several values for one key, the last is encoded`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .a)
            var nested = container.nestedContainer(keyedBy: LetterKey.self, forKey: .b)
            try nested.encode(1, forKey: .a)
            try container.encode("value", forKey: .b)
            try nested.encode(2, forKey: .b)
            try container.encode(1, forKey: .c)
            try ["super"].encode(to: container.superEncoder(forKey: .c))
        }
        #expect(try json(value) == #"{"a":2,"b":"value","c":["super"]}"#)
    }

    static let misuses: [@Sendable (any Encoder) throws -> Void] = [
        { encoder in
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: LetterKey.self)
        },
        { encoder in
            _ = encoder.container(keyedBy: LetterKey.self)
            _ = encoder.unkeyedContainer()
        },
        { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            _ = encoder.container(keyedBy: LetterKey.self)
        },
        { encoder in
            _ = encoder.container(keyedBy: LetterKey.self)
            var container = encoder.singleValueContainer()
            try container.encode(1)
        },
        { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(1, forKey: .a)
            _ = container.nestedContainer(keyedBy: LetterKey.self, forKey: .a)
        },
        { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            _ = container.nestedUnkeyedContainer(forKey: .a)
            _ = container.nestedContainer(keyedBy: LetterKey.self, forKey: .a)
        },
    ]

    @Test(arguments: misuses.indices)
    func `a container that conflicts with another kind of value is an error at the end`(
        index: Int
    ) throws {
        let value = ScriptedValue { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(0)
            try container.encode(ScriptedValue(Self.misuses[index]))
        }
        let error = thrown { _ = try json(value) }
        #expect(error is EncodingError)
        #expect(path(error)?.hasPrefix("1") == true)
    }

    @Test func `a container extends a dictionary encoded as the single value`() throws {
        let value = ScriptedValue { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["a": 1])
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(2, forKey: .b)
        }
        #expect(try json(value) == #"{"a":1,"b":2}"#)
    }

    @Test func `super encoders write to super or their key in every kind of container`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try 1.encode(to: container.superEncoder())
            try 2.encode(to: container.superEncoder(forKey: .a))
            var items = container.nestedUnkeyedContainer(forKey: .b)
            try 3.encode(to: items.superEncoder())
            try items.encode(4)
        }
        #expect(try json(value) == #"{"a":2,"b":[3,4],"super":1}"#)
    }

    @Test func `an unkeyed super encoder has the index of its request`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.unkeyedContainer()
            let first = container.superEncoder()
            try container.encode(2)
            let third = container.superEncoder()
            try 3.encode(to: third)
            try 1.encode(to: first)
            #expect(container.count == 3)
        }
        #expect(try json(value) == "[1,2,3]")
    }

    @Test func `unused super encoders and containers are empty`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            _ = container.superEncoder()
            _ = container.nestedContainer(keyedBy: LetterKey.self, forKey: "keyed")
            var items = container.nestedUnkeyedContainer(forKey: "unkeyed")
            _ = items.nestedContainer(keyedBy: LetterKey.self)
            _ = items.nestedUnkeyedContainer()
            _ = items.superEncoder()
        }
        #expect(try json(value) == #"{"keyed":{},"super":{},"unkeyed":[{},[],{}]}"#)
    }

    @Test func `a retained super encoder can be written to later`() throws {
        var kept: (any Encoder)?
        let inner = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            kept = container.superEncoder(forKey: .a)
            try container.encode(1, forKey: .b)
        }
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(inner, forKey: .a)
            try container.encode(2, forKey: .b)
            if let kept { try "late".encode(to: kept) }
        }
        #expect(try json(value) == #"{"a":{"a":"late","b":1},"b":2}"#)
    }

    @Test
    func `retained encoders and containers can be written to until the document is complete`()
        throws
    {
        var encoders: [any Encoder] = []
        var keyed: [KeyedEncodingContainer<LetterKey>] = []
        var unkeyed: [any UnkeyedEncodingContainer] = []
        let values = [
            ScriptedValue { encoders.append($0) },
            ScriptedValue { keyed.append($0.container(keyedBy: LetterKey.self)) },
            ScriptedValue { unkeyed.append($0.unkeyedContainer()) },
        ]
        func writeAll() throws {
            for encoder in encoders {
                var container = encoder.container(keyedBy: LetterKey.self)
                try container.encode(1, forKey: .a)
            }
            for index in keyed.indices { try keyed[index].encode(2, forKey: .a) }
            for index in unkeyed.indices { try unkeyed[index].encode(3) }
        }
        for _ in 0..<3 {
            let whole = ScriptedValue { encoder in
                var container = encoder.unkeyedContainer()
                try container.encode(contentsOf: values)
                try container.encode(values)
                try writeAll()
            }
            #expect(try json(whole) == #"[{"a":1},{"a":2},[3],[{"a":1},{"a":2},[3]]]"#)
            #expect(throws: EncodingError.self) { try writeAll() }
            (encoders, keyed, unkeyed) = ([], [], [])
        }
    }

    @Test func `writing to a retained container after the end is an error`() throws {
        var keyed: [KeyedEncodingContainer<LetterKey>] = []
        var single: [any SingleValueEncodingContainer] = []
        let value = ScriptedValue { encoder in
            keyed.append(encoder.container(keyedBy: LetterKey.self))
            try keyed[0].encode(1, forKey: .a)
            try keyed[0].encode(
                ScriptedValue { single.append($0.singleValueContainer()) }, forKey: .b)
        }
        #expect(try json(value) == #"{"a":1,"b":{}}"#)
        #expect(throws: EncodingError.self) { try keyed[0].encode(2, forKey: .b) }
        #expect(throws: EncodingError.self) { try keyed[0].encode(["x": [2]], forKey: .b) }
        _ = keyed[0].nestedUnkeyedContainer(forKey: .c)
        _ = try? single[0].encode(1)
        #expect(try json(["x": 1]) == #"{"x":1}"#)
    }

    @Test func `a type that encodes nothing is an empty object`() throws {
        let nothing = ScriptedValue { _ in }
        #expect(try json([nothing]) == "[{}]")
        #expect(try json(["a": nothing]) == #"{"a":{}}"#)
        #expect(try json(nothing) == "{}")
    }

    @Test func `the count of an unkeyed container counts every kind of element`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.unkeyedContainer()
            #expect(container.count == 0)
            try container.encodeNil()
            try container.encode(Int?.none)
            _ = container.nestedContainer(keyedBy: LetterKey.self)
            _ = container.nestedUnkeyedContainer()
            _ = container.superEncoder()
            #expect(container.count == 5)
            try container.encode(contentsOf: [1, 2])
            try container.encode(contentsOf: ["x"])
            #expect(container.count == 8)
            try container.encodeConditional(Shared())
            #expect(container.count == 9)
        }
        #expect(try json(value) == #"[null,null,{},[],{},1,2,"x",{"name":"shared"}]"#)
    }

    final class Shared: Codable {
        var name = "shared"
    }

    @Test func `a conditional object is encoded like any other`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encodeConditional(Shared(), forKey: .a)
        }
        #expect(try json(value) == #"{"a":{"name":"shared"}}"#)
    }

    @Test func `a shared object is encoded twice`() throws {
        let shared = Shared()
        #expect(try json([shared, shared]) == #"[{"name":"shared"},{"name":"shared"}]"#)
    }
}
