import Fleece
import Testing

/// Dictionaries with a parent: their first key is the number -2048, and its value is the parent.
@Suite struct InheritanceTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hex: String
        let keys: [String]
        let values: [Int64]
        let hidden: [String]
    }

    static let parent = "7002 4161 0001 4162 0002"

    static let examples = [
        // 10: the link 0800 with its slot 14 bytes after the parent, "b" again, "c"
        Example(
            testDescription: "a child adds and replaces",
            hex: parent + "7003 0800 8007 4162 0003 4163 0004 8007",
            keys: ["b", "c", "a"], values: [3, 4, 1], hidden: ["d"]),
        Example(
            testDescription: "undefined hides",
            hex: parent + "7002 0800 8007 4161 3C00 8005",
            keys: ["b"], values: [2], hidden: ["a"]),
        Example(
            testDescription: "undefined hides a key that the parent does not contain",
            hex: parent + "7002 0800 8007 4163 3C00 8005",
            keys: ["a", "b"], values: [1, 2], hidden: ["c"]),
        Example(
            testDescription: "a child of nothing but its parent",
            hex: parent + "7001 0800 8007 8003",
            keys: ["a", "b"], values: [1, 2], hidden: ["c"]),
        // 10: a child that hides "a"; 20: its child, which contains "a" again
        Example(
            testDescription: "a grandchild",
            hex: parent + "7002 0800 8007 4161 3C00 7002 0800 8007 4161 0005 8005",
            keys: ["a", "b"], values: [5, 2], hidden: ["c"]),
        Example(
            testDescription: "wide slots",
            hex: parent + "7802 08000000 80000008 41630000 00040000 8009",
            keys: ["c", "a", "b"], values: [4, 1, 2], hidden: ["d"]),
        Example(
            testDescription: "an empty parent inline in its slot",
            hex: "7002 0800 7000 4161 0001 8005",
            keys: ["a"], values: [1], hidden: ["b"]),
        Example(
            testDescription: "a parent that is not a dictionary",
            hex: "7002 0800 0001 4161 0001 8005",
            keys: ["a"], values: [1], hidden: ["b"]),
        Example(
            testDescription: "an out-of-bounds parent",
            hex: "7002 0800 9000 4161 0001 8005",
            keys: ["a"], values: [1], hidden: ["b"]),
    ]

    static func dictionary(_ example: Example) throws -> FleeceDictionary {
        try #require(FleeceStorage([UInt8](hex: example.hex)).root?.dictionary)
    }

    @Test(arguments: examples)
    func `a lookup falls back to the parent`(example: Example) throws {
        let dictionary = try Self.dictionary(example)
        let found = (example.keys + example.hidden).map { dictionary[$0].map { $0.int64 ?? -1 } }
        #expect(found == example.values + example.hidden.map { _ in nil })
    }

    @Test(arguments: examples)
    func `a lookup by prepared key falls back to the parent`(example: Example) throws {
        let dictionary = try Self.dictionary(example)
        let found = (example.keys + example.hidden).map {
            dictionary[FleeceKey($0)].map { $0.int64 ?? -1 }
        }
        #expect(found == example.values + example.hidden.map { _ in nil })
    }

    @Test(arguments: examples)
    func `a field falls back to the parent`(example: Example) throws {
        let dictionary = try Self.dictionary(example)
        let found = (example.keys + example.hidden).map { dictionary.int64(FleeceKey($0)) }
        #expect(found == example.values + example.hidden.map { _ in nil })
    }

    @Test(arguments: examples)
    func `a child's own pairs come first`(example: Example) throws {
        #expect(try Self.dictionary(example).keys == example.keys)
    }

    @Test(arguments: examples)
    func `the count matches the number of iterated pairs`(example: Example) throws {
        #expect(try Self.dictionary(example).count == example.keys.count)
    }

    @Test(arguments: examples)
    func `a copy is independent of the parent`(example: Example) throws {
        let writer = FleeceWriter()
        writer.write(copyOf: try Self.dictionary(example).value)
        let copy = try #require(FleeceStorage(try writer.finish()).root?.dictionary)
        let pairs = copy.map { ($0.key, $0.value.int64) }.sorted { $0.0 < $1.0 }
        let expected = zip(example.keys, example.values).sorted { $0.0 < $1.0 }
        #expect(pairs.map(\.0) == expected.map(\.0) && pairs.map(\.1) == expected.map(\.1))
    }

    /// The parent's key is "é" as one scalar, the child's as two.
    @Test func `a child's key hides only the parent's key with the same bytes`() throws {
        let hex = "42C3A900 4365CC81 7001 8005 0001 7002 0800 8005 8008 0002 8005"
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(dictionary.map(\.value.int64) == [2, 1])
    }

    @Test func `the parent link counts only as the first key`() throws {
        let hex = Self.parent + "7002 4163 0003 0800 8009 8005"
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(dictionary.keys == ["c"])
    }
}
