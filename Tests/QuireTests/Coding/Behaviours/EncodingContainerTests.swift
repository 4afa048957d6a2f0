import Foundation
import Testing

@testable import Quire

// Behaviours of an Encoder: containers.

@Suite struct EncodingContainerTests {
    @Test func `a keyed container asked for twice is one object`() throws {
        let value = Written { encoder in
            var first = encoder.container(keyedBy: Letter.self)
            try first.encode(1, forKey: .a)
            var second = encoder.container(keyedBy: Letter.self)
            try second.encode(2, forKey: .b)
            var other = encoder.container(keyedBy: Name.self)
            try other.encode(3, forKey: "d")
            try first.encode(4, forKey: .c)
        }
        #expect(try json(value) == #"{"a":1,"b":2,"c":4,"d":3}"#)
        #expect(try json([value]) == #"[{"a":1,"b":2,"c":4,"d":3}]"#)
    }

    @Test func `an unkeyed container asked for twice is one array in the order of the calls`()
        throws
    {
        let value = Written { encoder in
            var first = encoder.unkeyedContainer()
            try first.encode(1)
            var second = encoder.unkeyedContainer()
            try second.encode(2)
            try first.encode(3)
            #expect(second.count == 3)
        }
        #expect(try json(value) == "[1,2,3]")
    }

    @Test func `a nested container asked for twice under one key is one object`() throws {
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            var first = container.nestedContainer(keyedBy: Letter.self, forKey: .a)
            try first.encode(1, forKey: .a)
            var second = container.nestedContainer(keyedBy: Name.self, forKey: .a)
            try second.encode(2, forKey: "x")
            var items = container.nestedUnkeyedContainer(forKey: .b)
            try items.encode(1)
            var more = container.nestedUnkeyedContainer(forKey: .b)
            try more.encode(2)
            try first.encode(3, forKey: .b)
        }
        #expect(try json(value) == #"{"a":{"a":1,"b":3,"x":2},"b":[1,2]}"#)
    }

    @Test func `a nested container amends an object encoded before under its key`() throws {
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            try container.encode(["x": 1, "a long key of its own": 2], forKey: .a)
            try container.encode([1, 2], forKey: .b)
            try container.encode([String: Int](), forKey: .c)
            var object = container.nestedContainer(keyedBy: Name.self, forKey: .a)
            try object.encode(3, forKey: "y")
            var items = container.nestedUnkeyedContainer(forKey: .b)
            try items.encode("three")
            var empty = container.nestedContainer(keyedBy: Name.self, forKey: .c)
            try empty.encode(true, forKey: "z")
        }
        let expected =
            #"{"a":{"a long key of its own":2,"x":1,"y":3},"b":[1,2,"three"],"c":{"z":true}}"#
        #expect(try json(value) == expected)
    }

    @Test func `of several values of a key the last one counts`() throws {
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .a)
            var nested = container.nestedContainer(keyedBy: Letter.self, forKey: .b)
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
            _ = encoder.container(keyedBy: Letter.self)
        },
        { encoder in
            _ = encoder.container(keyedBy: Letter.self)
            _ = encoder.unkeyedContainer()
        },
        { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            _ = encoder.container(keyedBy: Letter.self)
        },
        { encoder in
            _ = encoder.container(keyedBy: Letter.self)
            var container = encoder.singleValueContainer()
            try container.encode(1)
        },
        { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            try container.encode(1, forKey: .a)
            _ = container.nestedContainer(keyedBy: Letter.self, forKey: .a)
        },
        { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            _ = container.nestedUnkeyedContainer(forKey: .a)
            _ = container.nestedContainer(keyedBy: Letter.self, forKey: .a)
        },
    ]

    @Test(arguments: misuses.indices)
    func `a container in the place of another kind of value is an error at the end`(
        index: Int
    ) throws {
        let value = Written { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(0)
            try container.encode(Written(Self.misuses[index]))
        }
        let error = thrown { _ = try json(value) }
        #expect(error is EncodingError)
        #expect(path(error)?.hasPrefix("1") == true)
    }

    @Test func `a dictionary encoded as the single value is amended by a container`() throws {
        let value = Written { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["a": 1])
            var container = encoder.container(keyedBy: Letter.self)
            try container.encode(2, forKey: .b)
        }
        #expect(try json(value) == #"{"a":1,"b":2}"#)
    }

    @Test func `super encoders write under super or their key in every kind of container`() throws {
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            try 1.encode(to: container.superEncoder())
            try 2.encode(to: container.superEncoder(forKey: .a))
            var items = container.nestedUnkeyedContainer(forKey: .b)
            try 3.encode(to: items.superEncoder())
            try items.encode(4)
        }
        #expect(try json(value) == #"{"a":2,"b":[3,4],"super":1}"#)
    }

    @Test func `an unkeyed super encoder has the index of its request`() throws {
        let value = Written { encoder in
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
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Name.self)
            _ = container.superEncoder()
            _ = container.nestedContainer(keyedBy: Letter.self, forKey: "keyed")
            var items = container.nestedUnkeyedContainer(forKey: "unkeyed")
            _ = items.nestedContainer(keyedBy: Letter.self)
            _ = items.nestedUnkeyedContainer()
            _ = items.superEncoder()
        }
        #expect(try json(value) == #"{"keyed":{},"super":{},"unkeyed":[{},[],{}]}"#)
    }

    @Test func `a super encoder that is kept is written to later`() throws {
        var kept: (any Encoder)?
        let inner = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            kept = container.superEncoder(forKey: .a)
            try container.encode(1, forKey: .b)
        }
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            try container.encode(inner, forKey: .a)
            try container.encode(2, forKey: .b)
            if let kept { try "late".encode(to: kept) }
        }
        #expect(try json(value) == #"{"a":{"a":"late","b":1},"b":2}"#)
    }

    @Test
    func `encoders and containers that are kept are written to until the document is complete`()
        throws
    {
        var encoders: [any Encoder] = []
        var keyed: [KeyedEncodingContainer<Letter>] = []
        var unkeyed: [any UnkeyedEncodingContainer] = []
        let values = [
            Written { encoders.append($0) },
            Written { keyed.append($0.container(keyedBy: Letter.self)) },
            Written { unkeyed.append($0.unkeyedContainer()) },
        ]
        func writeAll() throws {
            for encoder in encoders {
                var container = encoder.container(keyedBy: Letter.self)
                try container.encode(1, forKey: .a)
            }
            for index in keyed.indices { try keyed[index].encode(2, forKey: .a) }
            for index in unkeyed.indices { try unkeyed[index].encode(3) }
        }
        for _ in 0..<3 {
            let whole = Written { encoder in
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

    @Test func `what a kept container gets after the end is an error`() throws {
        var keyed: [KeyedEncodingContainer<Letter>] = []
        var single: [any SingleValueEncodingContainer] = []
        let value = Written { encoder in
            keyed.append(encoder.container(keyedBy: Letter.self))
            try keyed[0].encode(1, forKey: .a)
            try keyed[0].encode(Written { single.append($0.singleValueContainer()) }, forKey: .b)
        }
        #expect(try json(value) == #"{"a":1,"b":{}}"#)
        #expect(throws: EncodingError.self) { try keyed[0].encode(2, forKey: .b) }
        #expect(throws: EncodingError.self) { try keyed[0].encode(["x": [2]], forKey: .b) }
        _ = keyed[0].nestedUnkeyedContainer(forKey: .c)
        _ = try? single[0].encode(1)
        #expect(try json(["x": 1]) == #"{"x":1}"#)
    }

    @Test func `a type that encodes nothing is an empty object`() throws {
        let nothing = Written { _ in }
        #expect(try json([nothing]) == "[{}]")
        #expect(try json(["a": nothing]) == #"{"a":{}}"#)
        #expect(try json(nothing) == "{}")
    }

    @Test func `the count of an unkeyed container counts every kind of element`() throws {
        let value = Written { encoder in
            var container = encoder.unkeyedContainer()
            #expect(container.count == 0)
            try container.encodeNil()
            try container.encode(Int?.none)
            _ = container.nestedContainer(keyedBy: Letter.self)
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

    @Test func `a conditional value is encoded as any other`() throws {
        let value = Written { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            try container.encodeConditional(Shared(), forKey: .a)
        }
        #expect(try json(value) == #"{"a":{"name":"shared"}}"#)
    }

    @Test func `an object that is shared is encoded twice`() throws {
        let shared = Shared()
        #expect(try json([shared, shared]) == #"[{"name":"shared"},{"name":"shared"}]"#)
    }
}
