import Fleece
import Foundation
import Quire
import QuireTestSupport
import QuirePlatform
import Testing

@testable import QuireDocuments

// Behavior of an Encoder: paths, errors, limits, and reentrancy.

@Suite struct EncodingErrorTests: CodingSuite {
    @Test func `every container has its coding path`() throws {
        let value = ScriptedValue { encoder in
            #expect(text(encoder.codingPath) == "")
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(
                ScriptedValue { encoder in
                    #expect(text(encoder.codingPath) == "a")
                    var items = encoder.unkeyedContainer()
                    #expect(text(items.codingPath) == "a")
                    try items.encode(0)
                    var nested = items.nestedContainer(keyedBy: AnyName.self)
                    #expect(text(nested.codingPath) == "a.1")
                    let first = items.superEncoder()
                    #expect(text(first.codingPath) == "a.2")
                    try nested.encode(
                        ScriptedValue { #expect(text($0.codingPath) == "a.1.x") }, forKey: "x")
                    let second = nested.superEncoder()
                    #expect(text(second.codingPath) == "a.1.super")
                    #expect(text(nested.superEncoder(forKey: "s").codingPath) == "a.1.s")
                    var deep = nested.nestedUnkeyedContainer(forKey: "n")
                    #expect(text(deep.codingPath) == "a.1.n")
                    #expect(text(deep.superEncoder().codingPath) == "a.1.n.0")
                    #expect(text(first.singleValueContainer().codingPath) == "a.2")
                }, forKey: .a)
            try container.encode(
                ["k": [ScriptedValue { #expect(text($0.codingPath) == "b.k.0") }]], forKey: .b)
            try container.encode(
                [
                    7: ScriptedValue { encoder in
                        #expect(encoder.codingPath.last?.intValue == 7)
                    }
                ], forKey: .c)
            #expect(text(container.codingPath) == "")
            #expect(encoder.codingPath.isEmpty)
        }
        _ = try json(value)
    }

    @Test func `a coding path is a copy, and contains the model's keys`() throws {
        var kept: [any CodingKey] = []
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(ScriptedValue { kept = $0.codingPath }, forKey: .b)
            try container.encode(1, forKey: .c)
        }
        _ = try json(value)
        #expect(kept.first as? LetterKey == .b)
    }

    @Test func `an error thrown by a model is rethrown unchanged`() throws {
        let value = ["a": [ScriptedValue { _ in throw Refusal() }]]
        #expect(throws: Refusal()) { try json(value) }
    }

    @Test func `elements after a failed one are encoded correctly`() throws {
        let failing = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode(1, forKey: .a)
            _ = container.nestedContainer(keyedBy: LetterKey.self, forKey: .b)
            throw Refusal()
        }
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try? container.encode(failing, forKey: .a)
            try container.encode(2, forKey: .b)
            var items = container.nestedUnkeyedContainer(forKey: .c)
            try? items.encode(failing)
            try? items.encode([1, .nan])
            #expect(items.count == 0)
            try items.encode(3)
            try items.encode(
                ScriptedValue { encoder in
                    var single = encoder.singleValueContainer()
                    try? single.encode(failing)
                    try single.encode("instead")
                })
        }
        #expect(try json(value) == #"{"b":2,"c":[3,"instead"]}"#)
    }

    @Test func `an encoder can be reused after a failure`() throws {
        let encoder = DocumentEncoder()
        for _ in 0..<3 {
            #expect(throws: Refusal()) { try json(ScriptedValue { _ in throw Refusal() }, encoder) }
            #expect(throws: EncodingError.self) { try json(["a": Double.nan], encoder) }
            #expect(try json(["a": 1], encoder) == #"{"a":1}"#)
        }
    }

    @Test func `nil is encoded as null by encode and omitted by encodeIfPresent`() throws {
        struct Model: Encodable {
            var left: Int?
            var text: String?
            @ExplicitNull var right: Int?
        }
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encodeNil(forKey: .a)
            try container.encode(Int?.none, forKey: .b)
            try container.encodeIfPresent(Int?.none, forKey: .c)
        }
        #expect(try json(value) == #"{"a":null,"b":null}"#)
        #expect(try json(Model()) == #"{"right":null}"#)
        #expect(try json([Int?.none, 1]) == "[null,1]")
        var nulls = DocumentEncoder()
        nulls.nilEncodingStrategy = .null
        #expect(try json(Model(), nulls) == #"{"left":null,"right":null,"text":null}"#)
        #expect(try json(value, nulls) == #"{"a":null,"b":null,"c":null}"#)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `an integer of more than 64 bits is an error in every position`() {
        func check(_ value: some Encodable & Sendable) {
            #expect(summary(thrown { _ = try json(value) }) == "invalidValue ")
            #expect(summary(thrown { _ = try json([value]) }) == "invalidValue 0")
            #expect(summary(thrown { _ = try json(["k": value]) }) == "invalidValue k")
        }
        let integers: [any Encodable & Sendable] = [
            Int128.max, Int128.min, Int128(UInt64.max) + 1, Int128(Int64.min) - 1, UInt128.max,
        ]
        for integer in integers { check(integer) }
    }

    @Test func `an error contains the value and a short description`() throws {
        let error = thrown { _ = try json(["a": [1, Double.infinity]]) }
        guard case .invalidValue(let value, let context)? = error as? EncodingError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(value as? Double == .infinity)
        #expect(context.debugDescription.contains("inf"))
    }

    @Test func `userInfo is the same at all levels`() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "test"))
        var encoder = DocumentEncoder()
        encoder.userInfo[key] = "here"
        let reader = ScriptedValue { #expect($0.userInfo[key] as? String == "here") }
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: LetterKey.self)
            try container.encode([reader], forKey: .a)
            #expect(container.superEncoder().userInfo[key] as? String == "here")
            var items = container.nestedUnkeyedContainer(forKey: .b)
            #expect(items.superEncoder().userInfo[key] as? String == "here")
            try container.encode(["x": reader], forKey: .c)
            #expect(encoder.userInfo.count == 1)
        }
        _ = try json(value, encoder)
        _ = try json(ScriptedValue { #expect($0.userInfo.isEmpty) })
    }

    @Test func `eight threads share one encoder and one decoder`() async throws {
        let encoder = DocumentEncoder()
        let decoder = DocumentDecoder()
        let expected = try Self.bytes(encoder, 7)
        let wrong = Mutex(0)
        let threads = (0..<8).map { _ in
            Thread {
                for _ in 0..<200 {
                    let isRight =
                        (try? Self.bytes(encoder, 7)) == expected
                        && FleeceStorage(expected).root.flatMap {
                            try? decoder.decode([Tree].self, from: $0)
                        } == [Tree(depth: 7)]
                    if !isRight { wrong.withLock { $0 += 1 } }
                }
                wrong.withLock { $0 += 1000 }
            }
        }
        for thread in threads { thread.start() }
        while wrong.withLock({ $0 }) < 8000 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(wrong.withLock { $0 } == 8000)
    }

    struct Tree: Codable, Equatable {
        var depth: Int
        var left: [Tree]
        var names: [String: Date]

        init(depth: Int) {
            self.depth = depth
            left = depth == 0 ? [] : [Tree(depth: depth - 1)]
            names = ["at": Date(timeIntervalSince1970: Double(depth))]
        }
    }

    static func bytes(_ encoder: DocumentEncoder, _ depth: Int) throws -> [UInt8] {
        try encoder.encodeToFleece([Tree(depth: depth)]).withUnsafeBytes { Array($0) }
    }

    @Test func `a model can use the same encoder while it is being encoded`() throws {
        let encoder = DocumentEncoder()
        let value = ScriptedValue { outer in
            var container = outer.container(keyedBy: LetterKey.self)
            try container.encode(1, forKey: .a)
            let inner = try json(["a": [Tree(depth: 2)]], encoder)
            #expect(inner.count > 20)
            try container.encode(Tree(depth: 1), forKey: .b)
        }
        #expect(try json(value, encoder).hasPrefix(#"{"a":1,"b":{"depth":1"#))
    }

    @Test func `a model can save to the collection to which it is being saved`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(
            name: "again", config: DatabaseConfiguration(directory: folder.path))
        let collection = try database.defaultCollection()
        let value = ScriptedValue { outer in
            var container = outer.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "outer_first")
            try collection.saveBody(id: "inner") { writer in
                try DocumentEncoder().encode(["inner_key": 2, "outer_first": 3], into: writer)
            }
            _ = try? database.inBatch {
                try collection.saveBody(id: "lost") { writer in
                    try DocumentEncoder().encode(["lost_key": 2], into: writer)
                }
                throw Refusal()
            }
            try container.encode(["lost_key": 4], forKey: "outer_last")
        }
        try collection.saveBody(id: "outer") { writer in
            try DocumentEncoder().encode(value, into: writer)
        }
        let outer = try #require(try collection.body(id: "outer"))
        #expect(
            try outer.value.json(.canonical) == #"{"outer_first":1,"outer_last":{"lost_key":4}}"#)
        let inner = try #require(try collection.body(id: "inner"))
        #expect(try inner.value.json(.canonical) == #"{"inner_key":2,"outer_first":3}"#)
    }

    @Test func `shared keys that were rolled back are not used again`() throws {
        let folder = try TemporaryFolder()
        let database = try Database(
            name: "back", config: DatabaseConfiguration(directory: folder.path))
        let collection = try database.defaultCollection()
        struct First: Codable, Equatable { var lost, kept: Int }
        struct Second: Codable, Equatable { var other, kept: Int }
        func save(_ id: String, _ value: some Encodable) throws {
            try collection.saveBody(id: id) { try DocumentEncoder().encode(value, into: $0) }
        }
        for round in 0..<4 {
            _ = try? database.inBatch {
                try save("first", First(lost: 1, kept: 2))
                throw Refusal()
            }
            try save("second", Second(other: 3, kept: round))
            try save("first", First(lost: round, kept: 5))
            let first = try #require(try collection.body(id: "first"))
            let second = try #require(try collection.body(id: "second"))
            let decoder = DocumentDecoder()
            #expect(try decoder.decode(First.self, from: first) == First(lost: round, kept: 5))
            #expect(try decoder.decode(Second.self, from: second) == Second(other: 3, kept: round))
        }
    }
}
