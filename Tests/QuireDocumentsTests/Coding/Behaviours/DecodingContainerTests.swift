import Foundation
import QuirePlatform
import Testing

@testable import QuireDocuments

// Behavior of a Decoder: containers.

@Suite struct DecodingContainerTests: CodingSuite {
    @Test func `decodeIfPresent distinguishes missing, null and invalid values`() throws {
        try ScriptedReading.from(#"{"a":null,"b":"text","n":[null,"x",7]}"#) { decoder in
            let container = try decoder.container(keyedBy: AnyName.self)
            #expect(try container.decodeIfPresent(Int.self, forKey: "missing") == nil)
            #expect(try container.decodeIfPresent([Int].self, forKey: "missing") == nil)
            #expect(try container.decodeIfPresent(Int.self, forKey: "a") == nil)
            #expect(try container.decodeIfPresent(Date.self, forKey: "a") == nil)
            #expect(
                summary(thrown { _ = try container.decodeIfPresent(Int.self, forKey: "b") })
                    == "typeMismatch b")
            #expect(
                summary(thrown { _ = try container.decodeIfPresent([Int].self, forKey: "b") })
                    == "typeMismatch b")
            var items = try container.nestedUnkeyedContainer(forKey: "n")
            #expect(try items.decodeIfPresent(Int.self) == nil)
            #expect(items.currentIndex == 1)
            #expect(
                summary(thrown { _ = try items.decodeIfPresent(Int.self) }) == "typeMismatch n.1")
            #expect(items.currentIndex == 1)
            #expect(try items.decodeIfPresent(String.self) == "x")
            #expect(try items.decodeIfPresent(Int8.self) == 7)
            #expect(try items.decodeIfPresent(Int8.self) == nil)
            #expect(items.isAtEnd)
        }
    }

    @Test func `a failed decode does not advance`() throws {
        try ScriptedReading.from("[1]") { decoder in
            var container = try decoder.unkeyedContainer()
            #expect(throws: DecodingError.self) { try container.decode(String.self) }
            #expect(throws: DecodingError.self) { try container.decode([Int].self) }
            #expect(throws: DecodingError.self) {
                try container.nestedContainer(keyedBy: LetterKey.self)
            }
            #expect(throws: DecodingError.self) { try container.nestedUnkeyedContainer() }
            #expect(throws: Refusal()) { try container.decode(Refused.self) }
            #expect(try !container.decodeNil())
            #expect(try !container.decodeNil())
            #expect(container.currentIndex == 0)
            #expect(try container.decode(Int.self) == 1)
            #expect(container.currentIndex == 1)
        }
    }

    struct Refused: Decodable {
        init(from decoder: any Decoder) throws { throw Refusal() }
    }

    @Test func `decodeNil advances past null only, and requires a key`() throws {
        try ScriptedReading.from(#"[null,null,0]"#) { decoder in
            var container = try decoder.unkeyedContainer()
            #expect(try container.decodeNil())
            #expect(try container.decodeNil())
            #expect(try !container.decodeNil())
            #expect(container.currentIndex == 2)
        }
        try ScriptedReading.from(#"{"a":null,"b":0}"#) { decoder in
            let container = try decoder.container(keyedBy: LetterKey.self)
            #expect(try container.decodeNil(forKey: .a))
            #expect(try !container.decodeNil(forKey: .b))
            #expect(
                summary(thrown { _ = try container.decodeNil(forKey: .c) }) == "keyNotFound ")
        }
    }

    @Test func `counts and indices are exact, and there is no value past the end`() throws {
        try ScriptedReading.from(#"{"a":[1,2]}"#) { decoder in
            let outer = try decoder.container(keyedBy: LetterKey.self)
            var container = try outer.nestedUnkeyedContainer(forKey: .a)
            #expect(container.count == 2)
            var copy = container
            #expect(try copy.decode(Int.self) == 1)
            #expect(container.currentIndex == 0)
            #expect(try container.decode(Int.self) == 1)
            #expect(try container.decode(Int.self) == 2)
            #expect(container.isAtEnd)
            #expect(summary(thrown { _ = try container.decode(Int.self) }) == "valueNotFound a.2")
            #expect(summary(thrown { _ = try container.decodeNil() }) == "valueNotFound a.2")
            #expect(
                summary(thrown { _ = try container.superDecoder() }) == "valueNotFound a.2")
            #expect(
                summary(thrown { _ = try container.decode([Int].self) }) == "valueNotFound a.2")
            #expect(container.currentIndex == 2)
        }
    }

    @Test func `containers can outlive the initializer that created them`() throws {
        final class Kept: @unchecked Sendable {  // One thread uses it.
            var keyed: [KeyedDecodingContainer<LetterKey>] = []
            var unkeyed: [any UnkeyedDecodingContainer] = []
            var decoders: [any Decoder] = []
            var supers: [any Decoder] = []
        }
        let kept = Kept()
        for round in 0..<200 {
            let json = #"{"a":[\#(round),{"b":"\#(round)"}],"b":{"a":\#(round)},"c":"text"}"#
            try ScriptedReading.from(json) { decoder in
                let container = try decoder.container(keyedBy: LetterKey.self)
                kept.keyed.append(container)
                kept.unkeyed.append(try container.nestedUnkeyedContainer(forKey: .a))
                kept.decoders.append(decoder)
                kept.supers.append(try container.superDecoder(forKey: .b))
                kept.keyed.append(
                    try container.nestedContainer(keyedBy: LetterKey.self, forKey: .b))
                var items = try container.nestedUnkeyedContainer(forKey: .a)
                _ = try items.decode(Int.self)
                kept.keyed.append(try items.nestedContainer(keyedBy: LetterKey.self))
            }
        }
        for round in 0..<200 {
            let whole = kept.keyed[3 * round]
            #expect(try whole.decode(String.self, forKey: .c) == "text")
            #expect(try whole.decode([String: Int].self, forKey: .b) == ["a": round])
            #expect(try kept.unkeyed[round].decode(Int.self) == round)
            let nested = kept.keyed[3 * round + 1]
            #expect(try nested.decode(Int.self, forKey: .a) == round)
            #expect(
                summary(thrown { _ = try nested.decode(Bool.self, forKey: .a) })
                    == "typeMismatch b.a")
            let item = kept.keyed[3 * round + 2]
            #expect(try item.decode(String.self, forKey: .b) == "\(round)")
            #expect(text(item.codingPath) == "a.1")
            let other = try kept.decoders[round].container(keyedBy: AnyName.self)
            #expect(other.allKeys.count == 3)
            #expect(try [String: Int](from: kept.supers[round]) == ["a": round])
            #expect(text(kept.supers[round].codingPath) == "b")
        }
    }

    @Test func `several containers can be read alternately`() throws {
        struct Lazy: Decodable {
            let container: KeyedDecodingContainer<LetterKey>
            init(from decoder: any Decoder) throws {
                container = try decoder.container(keyedBy: LetterKey.self)
            }
        }
        for _ in 0..<50 {
            let json = #"[{"a":1},{"a":2},{"a":3,"b":[{"a":4}]}]"#
            let all = try DocumentDecoder().decode([Lazy].self, fromJSON: json)
            #expect(try all.map { try $0.container.decode(Int.self, forKey: .a) } == [1, 2, 3])
            let inner = try all[2].container.decode([Lazy].self, forKey: .b)
            #expect(try inner[0].container.decode(Int.self, forKey: .a) == 4)
            #expect(text(inner[0].container.codingPath) == "2.b.0")
        }
    }

    @Test func `contains is true for null, and keys are those that the type accepts`() throws {
        try ScriptedReading.from(#"{"a":null,"x":1,"b":2}"#) { decoder in
            let container = try decoder.container(keyedBy: LetterKey.self)
            #expect(container.contains(.a))
            #expect(container.contains(.b))
            #expect(!container.contains(.c))
            #expect(Set(container.allKeys) == [.a, .b])
            for _ in 0..<3 {
                #expect(try container.decode(Int.self, forKey: .b) == 2)
                #expect(try container.decode(Double.self, forKey: .b) == 2)
                #expect(try container.decodeIfPresent(Int.self, forKey: .a) == nil)
            }
        }
    }

    @Test func `a decoder can be probed for every kind of container`() throws {
        try ScriptedReading.from(#"[{"a":1},[2],3]"#) { decoder in
            var items = try decoder.unkeyedContainer()
            while !items.isAtEnd {
                let decoder = try items.superDecoder()
                let index = items.currentIndex - 1
                let keyed = try? decoder.container(keyedBy: LetterKey.self)
                var unkeyed = try? decoder.unkeyedContainer()
                let single = try decoder.singleValueContainer()
                #expect((keyed != nil) == (index == 0))
                #expect((unkeyed != nil) == (index == 1))
                #expect(((try? single.decode(Int.self)) != nil) == (index == 2))
                #expect(try keyed?.decode(Int.self, forKey: .a) == (index == 0 ? 1 : nil))
                #expect(try unkeyed?.decode(Int.self) == (index == 1 ? 2 : nil))
                if index > 0 {
                    let error = thrown { _ = try decoder.container(keyedBy: LetterKey.self) }
                    #expect(summary(error) == "typeMismatch \(index)")
                }
            }
        }
    }

    @Test func `the super decoder of a missing key has a null value`() throws {
        try ScriptedReading.from(#"{"a":{"b":1}}"#) { decoder in
            let container = try decoder.container(keyedBy: LetterKey.self)
            let missing = try container.superDecoder()
            #expect(try missing.singleValueContainer().decodeNil())
            #expect(
                summary(thrown { _ = try missing.container(keyedBy: LetterKey.self) })
                    == "valueNotFound super")
            let other = try container.superDecoder(forKey: .c)
            #expect(summary(thrown { _ = try other.unkeyedContainer() }) == "valueNotFound c")
            let there = try container.superDecoder(forKey: .a)
            #expect(try there.container(keyedBy: LetterKey.self).decode(Int.self, forKey: .b) == 1)
        }
    }

    class Person: Decodable {
        let name: String
    }

    final class Employee: Person {
        let rank: Int
        enum Keys: CodingKey { case rank }
        required init(from decoder: any Decoder) throws {
            rank = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .rank)
            try super.init(from: decoder)
        }
    }

    @Test func `the dynamic type is decoded`() throws {
        let type: Person.Type = Employee.self
        let json = #"{"name":"Ada","rank":1}"#
        let person = try DocumentDecoder().decode(type, fromJSON: json)
        #expect((person as? Employee)?.rank == 1)
        try ScriptedReading.from("[\(json),\(json)]") { decoder in
            var items = try decoder.unkeyedContainer()
            #expect(try (items.decode(type) as? Employee)?.rank == 1)
            #expect(try !(items.decode(Person.self) is Employee))
        }
    }

    @Test func `userInfo is the same at all levels`() throws {
        struct Deep: Decodable {
            init(from decoder: any Decoder) throws {
                #expect(decoder.userInfo.count == 1)
                let container = try decoder.container(keyedBy: LetterKey.self)
                #expect(try container.superDecoder().userInfo.count == 1)
                if container.contains(.a) { _ = try container.decode([Deep].self, forKey: .a) }
            }
        }
        var decoder = DocumentDecoder()
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "k"))] = 1
        _ = try decoder.decode(Deep.self, fromJSON: #"{"a":[{"a":[{}]}]}"#)
    }
}
