import Fleece
import Testing
import QuireTestSupport

@Suite struct DictionaryWritingTests {
    /// Keys in the order of writing, and in stored order.
    static let orders: [(written: [String], stored: [String])] = [
        (["b", "a", "c"], ["a", "b", "c"]),
        (["c", "b", "a"], ["a", "b", "c"]),
        // Prefixes first, the empty string before all others
        (["ab", "a", "abc", ""], ["", "a", "ab", "abc"]),
        // By bytes: capitals, then "_", then lowercase letters, then non-ASCII characters
        (["é", "z", "_", "Z", "0"], ["0", "Z", "_", "z", "é"]),
        // U+FF5E is EF BD 9E in UTF-8, U+1F600 is F0 9F 98 80; in UTF-16, the order is reversed.
        (["😀", "～"], ["～", "😀"]),
        // A difference after 16 bytes
        (["a long long key 2", "a long long key 1"], ["a long long key 1", "a long long key 2"]),
        (["key\0", "key"], ["key", "key\0"]),
    ]

    static func keys(_ written: [String], sharedKeys: MutableSharedKeys? = nil) throws -> [String] {
        let writer = FleeceWriter(sharedKeys: sharedKeys)
        writer.beginDictionary()
        for key in written {
            writer.writeKey(key)
            writer.writeNull()
        }
        writer.endDictionary()
        let storage = FleeceStorage(
            try writer.finish(), sharedKeys: sharedKeys?.snapshot ?? .empty)
        return try #require(storage.root?.dictionary).keys
    }

    @Test(arguments: orders)
    func `pairs are sorted by the bytes of their keys`(written: [String], stored: [String]) throws {
        #expect(try Self.keys(written) == stored)
    }

    /// `b` and `a` have the numbers 0 and 1; `@x` and `ä` are not eligible.
    @Test func `numeric keys come first, in ascending order`() throws {
        let keys = try Self.keys(["ä", "b", "@x", "a"], sharedKeys: MutableSharedKeys())
        #expect(keys == ["b", "a", "@x", "ä"])
    }

    /// {1: 1, 0: 2} is stored as {0: 2, 1: 1}.
    @Test func `a shared key is stored as its number in the slot`() throws {
        let writer = FleeceWriter(sharedKeys: MutableSharedKeys(.of("a", "b")))
        writer.beginDictionary()
        writer.writeKey("b")
        writer.write(Int64(1))
        writer.writeKey("a")
        writer.write(Int64(2))
        writer.endDictionary()
        #expect(try writer.finish() == [UInt8](hex: "7002 0000 0002 0001 0001 8005"))
    }

    /// Keys with duplicates, and the values that are kept; the value of a pair is its position.
    static let repeated: [(keys: [String], left: [String: Int64])] = [
        (["a", "a"], ["a": 1]),
        (["a", "b", "a"], ["a": 2, "b": 1]),
        (["b", "a", "a", "b"], ["a": 2, "b": 3]),
        (["", "", ""], ["": 2]),
        (
            ["a long long long key", "b", "a long long long key"],
            ["a long long long key": 2, "b": 1]
        ),
        (["@x", "a", "@x", "a", "ä", "@x"], ["@x": 5, "a": 3, "ä": 4]),
        (["x", "@", "x", "@", "x"], ["x": 4, "@": 3]),
    ]

    static func read(
        _ keys: [String], sharedKeys: MutableSharedKeys?, write: (FleeceWriter) throws -> Void
    ) throws -> [(String, Int64?)] {
        let writer = FleeceWriter(sharedKeys: sharedKeys)
        try write(writer)
        let storage = FleeceStorage(
            try writer.finish(), sharedKeys: sharedKeys?.snapshot ?? .empty)
        return try #require(storage.root?.dictionary).map { ($0.key, $0.value.int64) }
    }

    @Test(arguments: repeated, [false, true])
    func `of several pairs with one key, the last is kept`(
        example: (keys: [String], left: [String: Int64]), hasSharedKeys: Bool
    ) throws {
        let pairs = try Self.read(
            example.keys, sharedKeys: hasSharedKeys ? MutableSharedKeys() : nil
        ) { writer in
            writer.beginDictionary()
            for (index, key) in example.keys.enumerated() {
                writer.writeKey(key)
                writer.write(Int64(index))
            }
            writer.endDictionary()
        }
        let left = pairs.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1 ?? -1)" }
        #expect(left == example.left.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    }

    @Test(arguments: repeated, [false, true])
    func `of several pairs of a JSON object with one key, the last is kept`(
        example: (keys: [String], left: [String: Int64]), hasSharedKeys: Bool
    ) throws {
        let text = example.keys.enumerated().map { "\"\($0.element)\":\($0.offset)" }
        let pairs = try Self.read(
            example.keys, sharedKeys: hasSharedKeys ? MutableSharedKeys() : nil
        ) { try JSONReader.read("{" + text.joined(separator: ",") + "}", into: $0) }
        let left = pairs.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1 ?? -1)" }
        #expect(left == example.left.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    }

    @Test func `pairs written by slots are sorted too`() throws {
        let writer = FleeceWriter()
        let slots = ["b", "a", "b"].enumerated().flatMap {
            [writer.encodeKey($0.element), writer.encode(Int64($0.offset))]
        }
        writer.write(writer.encodeDictionary(slots))
        #expect(try writer.finish() == [UInt8](hex: "7002 4161 0001 4162 0002 8005"))
    }

    @Test(arguments: 1...3)
    func `thousands of pairs in any order can be read`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let keys = (0..<3000).map { $0.isMultiple(of: 2) ? "key \($0)" : "k\($0)" }
        let found = try Self.keys(
            keys.shuffled(using: &generator), sharedKeys: MutableSharedKeys())
        #expect(Set(found) == Set(keys))
    }
}
