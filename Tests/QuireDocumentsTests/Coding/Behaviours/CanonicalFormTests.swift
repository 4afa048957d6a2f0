import Fleece
import Foundation
import QuirePlatform
import Testing

@testable import QuireDocuments

// Behavior of an Encoder: canonical encodings, special types, keys of all kinds.

@Suite struct CanonicalFormTests: CodingSuite {
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        try DocumentEncoder().encodeToFleece(value).withUnsafeBytes { Array($0) }
    }

    struct Pair: Codable, Hashable {
        var left: Int
        var right: String
    }

    @Test func `sets and dictionaries with the same members have the same bytes`() throws {
        var (strings, others) = (Set<String>(minimumCapacity: 1000), Set<String>())
        var (numbers, reals) = (Set<Int>(minimumCapacity: 500), Set<Double>(minimumCapacity: 300))
        var pairs = Set<Pair>(minimumCapacity: 1000)
        var byPair = [Pair: Int](minimumCapacity: 1000)
        var byName = [String: Int](minimumCapacity: 1000)
        for index in 0..<100 {
            strings.insert("item \(index)")
            others.insert("item \(99 - index)")
            numbers.insert(index)
            reals.insert(Double(index) / 4)
            pairs.insert(Pair(left: index, right: "x"))
            byPair[Pair(left: index, right: "y")] = index
            byName["key \(index)"] = index
        }
        #expect(try Self.bytes(strings) == Self.bytes(others))
        #expect(try Self.bytes(numbers) == Self.bytes(Set(numbers.reversed())))
        #expect(try Self.bytes(reals) == Self.bytes(Set(Array(reals))))
        #expect(try Self.bytes(pairs) == Self.bytes(Set(Array(pairs))))
        #expect(
            try Self.bytes(byPair)
                == Self.bytes(Dictionary(uniqueKeysWithValues: Array(byPair))))
        #expect(
            try Self.bytes(byName)
                == Self.bytes(Dictionary(uniqueKeysWithValues: Array(byName))))
    }

    /// A tree with branches in sets or as keys, which counts how often each node is encoded.
    struct Branch: Encodable, Hashable {
        static let key = CodingUserInfoKey(rawValue: "count")

        final class Counter: Sendable {
            let count = Mutex(0)
        }

        var name: Int
        var branches: Set<Branch> = []
        var byBranch: [Branch: Int] = [:]

        enum CodingKeys: CodingKey { case name, branches, byBranch }

        func encode(to encoder: any Encoder) throws {
            let counter = Self.key.flatMap { encoder.userInfo[$0] as? Counter }
            counter?.count.withLock { $0 += 1 }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(branches, forKey: .branches)
            try container.encode(byBranch, forKey: .byBranch)
            try container.encode(name, forKey: .name)
        }

        /// Returns two branches per level, one of which is a leaf.
        static func nested(_ levels: Int, isReversed: Bool, areKeys: Bool) -> Branch {
            (1...levels).reduce(Branch(name: 0)) { inner, level in
                let leaf = Branch(name: -level)
                let branches = isReversed ? [leaf, inner] : [inner, leaf]
                return areKeys
                    ? Branch(name: level, byBranch: [branches[0]: 1, branches[1]: 1])
                    : Branch(name: level, branches: Set(branches))
            }
        }
    }

    @Test(arguments: [false, true])
    func `nested sets have the same bytes, and each is encoded only a few times`(
        areKeys: Bool
    ) throws {
        let counter = Branch.Counter()
        var encoder = DocumentEncoder()
        encoder.userInfo[try #require(Branch.key)] = counter
        let forms = try [false, true].map { isReversed in
            let tree = Branch.nested(14, isReversed: isReversed, areKeys: areKeys)
            return try encoder.encodeToFleece(tree).withUnsafeBytes { Array($0) }
        }
        #expect(forms[0] == forms[1])
        // Each node is encoded once per enclosing level, not exponentially often.
        #expect(counter.count.withLock { $0 } < 1000)
    }

    struct Special: Codable, Equatable {
        var date = Date(timeIntervalSince1970: 1.5)
        var data = Data([1, 2])
        var url = URL(string: "https://quire.example")
        var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var decimal = Decimal(string: "1.25")
    }

    static let forms: [(String, any Encodable & Sendable)] = [
        (#""1970-01-01T00:00:01.500Z""#, Special().date), (#""AQI=""#, Special().data),
        (#""https://quire.example""#, Special().url),
        (#""01020304-0506-0708-090A-0B0C0D0E0F10""#, Special().uuid), ("1.25", Special().decimal),
    ]

    struct Generic<Value: Encodable>: Encodable { var value: Value }

    struct Handed<Value: Encodable>: Encodable {
        var value: Value
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    @Test(arguments: forms.indices)
    func `a special type has the same encoding in every position`(index: Int) throws {
        func check<T: Encodable & Sendable>(_ value: T, _ form: String) throws {
            #expect(try json(value) == form)
            #expect(try json([value, value]) == "[\(form),\(form)]")
            #expect(try json(["k": value]) == #"{"k":\#(form)}"#)
            #expect(try json([["k": T?.some(value)]]) == #"[{"k":\#(form)}]"#)
            #expect(try json(Generic(value: value)) == #"{"value":\#(form)}"#)
            #expect(try json(Handed(value: value)) == form)
            #expect(try json([Handed(value: value)]) == "[\(form)]")
            let inSuper = ScriptedValue { encoder in
                var container = encoder.container(keyedBy: LetterKey.self)
                var single = container.superEncoder().singleValueContainer()
                try single.encode(value)
                var items = container.nestedUnkeyedContainer(forKey: .a)
                try items.encode(value)
                var nested = items.nestedContainer(keyedBy: LetterKey.self)
                try nested.encodeIfPresent(value, forKey: .b)
            }
            #expect(try json(inSuper) == #"{"a":[\#(form),{"b":\#(form)}],"super":\#(form)}"#)
        }
        let (form, value) = Self.forms[index]
        try check(value, form)
    }

    enum Plain: String, Codable, Hashable { case first, second }
    enum Represented: String, Codable, Hashable, CodingKeyRepresentable { case first, second }
    enum Numbered: Int, Codable, Hashable { case first = 1, second = 2 }
    struct Tag: RawRepresentable, Codable, Hashable { var rawValue: String }

    @Test func `a dictionary is encoded as an object if its keys can be strings`() throws {
        #expect(try json([1: "a", -20: "b"]) == #"{"-20":"b","1":"a"}"#)
        #expect(try json([UInt8(7): 1]) == #"{"7":1}"#)
        #expect(try json([Represented.second: 1]) == #"{"second":1}"#)
        #expect(try json([Plain.second: 1]) == #"{"second":1}"#)
        #expect(try json([Numbered.second: 1]) == #"{"2":1}"#)
        #expect(try json([Tag(rawValue: "a b"): 1]) == #"{"a b":1}"#)
        #expect(
            try json([Special().uuid: 1]) == #"{"01020304-0506-0708-090A-0B0C0D0E0F10":1}"#)
        #expect(try json([Pair(left: 1, right: "r"): true]) == #"[{"left":1,"right":"r"},true]"#)
        #expect(try json([true: [0.5], false: []]) == "[false,[],true,[0.5]]")
    }

    @Test func `a dictionary decodes from an object and from alternating keys and values`() throws {
        func read<T: Decodable>(_ json: String, _ type: T.Type = T.self) throws -> T {
            try DocumentDecoder().decode(type, fromJSON: json)
        }
        #expect(try read(#"{"-20":"b","1":"a"}"#) == [1: "a", -20: "b"])
        #expect(try read(#"{"second":1}"#) == [Plain.second: 1])
        #expect(try read(#"["second",1]"#) == [Plain.second: 1])
        #expect(try read(#"{"second":1}"#) == [Represented.second: 1])
        #expect(try read(#"{"2":1}"#) == [Numbered.second: 1])
        #expect(try read(#"[2,1]"#) == [Numbered.second: 1])
        #expect(try read(#"{"x":1}"#) == [Tag(rawValue: "x"): 1])
        #expect(try read(#"[{"left":1,"right":"r"},true]"#) == [Pair(left: 1, right: "r"): true])
        #expect(
            summary(thrown { _ = try read(#"{"a":{"01":2}}"#, [String: [Int: Int]].self) })
                == "typeMismatch a.1")
        #expect(
            summary(thrown { _ = try read(#"{"7":"x"}"#, [Int: Int].self) }) == "typeMismatch 7")
        #expect(summary(thrown { _ = try read("[1]", [Bool: Int].self) }) == "dataCorrupted ")
        #expect(summary(thrown { _ = try read("{}", [Bool: Int].self) }) == "typeMismatch ")
    }

    struct NumberedKey: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) { (stringValue, self.intValue) = ("number \(intValue)", intValue) }
    }

    @Test func `a key is encoded as its string, whatever its integer value`() throws {
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: NumberedKey.self)
            try container.encode(1, forKey: NumberedKey(intValue: 5))
        }
        #expect(try json(value) == #"{"number 5":1}"#)
    }

    static let oddKeys = [
        "", ".", "a.b", "\0", "a\0", String(repeating: "k", count: 300), "_id", "@type", "Ærø",
        "e\u{301}", "\u{E9}", " ", "\"", "$", "a key that is no shared key", "exactly16-bytes_",
    ]

    @Test func `keys are compared by their bytes, whatever they contain`() throws {
        let numbered = Dictionary(
            uniqueKeysWithValues: Self.oddKeys.enumerated().map { (FleeceKey($1), $0) })
        #expect(numbered.count == Self.oddKeys.count)
        let value = ScriptedValue { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            for (index, key) in Self.oddKeys.enumerated() {
                try container.encode(index, forKey: AnyName(stringValue: key))
            }
        }
        for keys in [MutableSharedKeys?.none, MutableSharedKeys()] {
            let writer = FleeceWriter(sharedKeys: keys)
            try DocumentEncoder().encode(value, into: writer)
            let bytes = try writer.finish()
            let table = keys?.snapshot ?? .empty
            let root = try #require(FleeceStorage(bytes, sharedKeys: table).root)
            let probe: ScriptedReading.Body = { decoder in
                let container = try decoder.container(keyedBy: AnyName.self)
                #expect(container.allKeys.count == Self.oddKeys.count)
                for (index, key) in Self.oddKeys.enumerated().reversed() {
                    let name = AnyName(stringValue: key)
                    #expect(try container.decode(Int.self, forKey: name) == index)
                    #expect(!container.contains(AnyName(stringValue: key + "?")))
                }
            }
            var decoder = DocumentDecoder()
            decoder.userInfo[try #require(ScriptedReading.key)] = probe
            _ = try decoder.decode(ScriptedReading.self, from: root)
        }
    }

    @Test
    func `millisecond dates survive a round trip, and strings like dates stay strings`() throws {
        for milliseconds in stride(from: -62_167_219_200_000, to: 253_402_300_799_999, by: 7e11) {
            let date = Date(timeIntervalSince1970: milliseconds.rounded() / 1000)
            let once = try DocumentDecoder().decode(Date.self, fromJSON: json(date))
            let twice = try DocumentDecoder().decode(Date.self, fromJSON: json(once))
            #expect(once == twice)
            #expect(abs(once.timeIntervalSince(date)) < 0.0006)
        }
        let text = "2026-11-21T07:48:00.250Z"
        #expect(try DocumentDecoder().decode(String.self, fromJSON: json(text)) == text)
        #expect(
            try DocumentDecoder().decode(Date.self, fromJSON: json(text)).timeIntervalSince1970
                == 1_795_247_280.25)
    }
}
