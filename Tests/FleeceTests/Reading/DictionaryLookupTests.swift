import Fleece
import Testing
import QuireTestSupport

@Suite struct DictionaryLookupTests {
    /// Dictionaries and the results of lookups; keys without a value are missing.
    static let lookups: [(hex: String, expected: [String: Int64?])] = [
        // Sorted: by bytes, prefixes first
        (
            "7004 4000 0000 4161 0001 4162 0002 4163 0003 8009",
            ["": 0, "a": 1, "b": 2, "c": 3, "d": nil, "A": nil, "aa": nil]
        ),
        // 0: "aa", 4: "ab": a key that is a prefix of another
        (
            "42616100 42616200 7004 4161 0001 8007 0002 8007 0003 4162 0004 8009",
            ["a": 1, "aa": 2, "ab": 3, "b": 4, "": nil, "aaa": nil, "ac": nil]
        ),
        // Unsorted
        (
            "7004 4163 0003 4161 0001 4164 0004 4162 0002 8009",
            ["a": 1, "b": 2, "c": 3, "d": 4, "e": nil, "": nil]
        ),
        // In descending order
        ("7003 4163 0003 4162 0002 4161 0001 8007", ["a": 1, "b": 2, "c": 3, "d": nil]),
        // A shared key without a table, between strings
        ("7003 4162 0002 0005 0005 4161 0001 8007", ["a": 1, "b": 2, "c": nil]),
        // A key that is neither a string nor a number, before and after others
        ("7003 3800 0009 4161 0001 4162 0002 8007", ["a": 1, "b": 2, "c": nil]),
        ("7003 4161 0001 4162 0002 3800 0009 8007", ["a": 1, "b": 2, "c": nil]),
        // A key whose pointer is out of bounds
        ("7002 9000 0009 4162 0002 8005", ["b": 2, "a": nil]),
        // A key that is not UTF-8, which no string equals
        ("7002 4161 0001 41FF 0002 8005", ["a": 1, "\u{FF}": nil]),
        // Undefined values are treated as missing.
        ("7002 4161 3C00 4162 0002 8005", ["a": nil, "b": 2]),
        ("7000", ["": nil, "a": nil]),
    ]

    @Test(arguments: lookups)
    func `a key is found at every position`(hex: String, expected: [String: Int64?]) throws {
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        let found = expected.map { ($0.key, dictionary[$0.key].map { $0.int64 ?? -1 }) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    }

    @Test(arguments: lookups)
    func `a prepared key finds the same value as its string`(
        hex: String, expected: [String: Int64?]
    ) throws {
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        let found = expected.map { ($0.key, dictionary[FleeceKey($0.key)].map { $0.int64 ?? -1 }) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    }

    @Test(arguments: ["7002 4161 0001 4161 0002 8005", "7002 4161 0002 4161 0001 8005"])
    func `a lookup finds one of two pairs with the same key`(hex: String) throws {
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        let found = try #require(dictionary["a"]?.int64)
        #expect([1, 2].contains(found))
    }

    @Test func `iteration returns both of two pairs with the same key`() throws {
        let hex = "7002 4161 0001 4161 0002 8005"
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(dictionary.map(\.value.int64) == [1, 2])
    }

    @Test func `iteration returns pairs in stored order`() throws {
        let hex = "7003 4163 0003 4161 0001 4162 0002 8007"
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(dictionary.keys == ["c", "a", "b"])
    }

    /// Contains an undefined value, an invalid key, and a key that is not UTF-8.
    @Test func `an unreadable pair is omitted`() throws {
        let hex = "7005 3800 0009 4161 3C00 4162 0002 41FF 0003 4164 9000 800B"
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(dictionary.keys == ["b"])
    }

    @Test func `keys are compared by bytes, not by Unicode equivalence`() throws {
        let writer = FleeceWriter()
        writer.beginDictionary()
        writer.writeKey("\u{E9}")
        writer.write(Int64(1))
        writer.writeKey("e\u{301}")
        writer.write(Int64(2))
        writer.endDictionary()
        let dictionary = try #require(FleeceStorage(try writer.finish()).root?.dictionary)
        #expect(["\u{E9}", "e\u{301}"].map { dictionary[$0].map { $0.int64 ?? -1 } } == [1, 2])
    }

    @Test(arguments: [1, 2, 3, 64, 1000], [false, true])
    func `every key of a dictionary is found, and no key in between`(
        count: Int, isShuffled: Bool
    ) throws {
        var generator = SplitMix64(seed: 7)
        let keys = (0..<count).map { "key \(2 * $0 + 10000)" }
        var document = RawFleece()
        let pairs = (isShuffled ? keys.shuffled(using: &generator) : keys).map { key in
            let position = document.add([0x40 | UInt8(key.utf8.count)] + key.utf8)
            return (RawFleece.Slot.pointer(position), RawFleece.Slot.pointer(position))
        }
        let root = document.addDictionary(pairs)
        let dictionary = try #require(
            FleeceStorage(document.document(root: root)).root?.dictionary)
        let missing = (0...count).map { "key \(2 * $0 + 9999)" }
        #expect((keys + missing).compactMap { dictionary[$0]?.string } == keys)
    }
}
