import Fleece
import Testing

@Suite struct NumberedKeyTests {
    static let keys = SharedKeys.of("name", "city", "@type")

    /// Dictionaries with shared keys, and the results of lookups with the table of `keys`.
    ///
    /// `@type` is not eligible for the table, so the number of `city` is 1, and 2 is unknown.
    static let lookups: [(hex: String, expected: [String: Int64?])] = [
        ("7002 0000 000A 0001 000B 8005", ["name": 10, "city": 11, "@type": nil, "": nil]),
        // Unsorted
        ("7002 0001 000B 0000 000A 8005", ["name": 10, "city": 11, "a": nil]),
        // A number and a string
        ("7002 0001 000B 4161 000C 8005", ["name": nil, "city": 11, "a": 12]),
        // A string before a number
        ("7002 4161 000C 0001 000B 8005", ["name": nil, "city": 11, "a": 12]),
        // A key that is in the table but stored as a string
        ("44636974 7900 7001 8004 000D 8003", ["city": 13, "name": nil]),
        // A number known only to a newer table
        ("7002 0001 000B 07FF 000C 8005", ["city": 11, "name": nil]),
        // Wide slots
        ("7802 00000000 000A0000 00010000 000B0000 8009", ["name": 10, "city": 11]),
        // Hidden by undefined
        ("7001 0000 3C00 8003", ["name": nil]),
    ]

    @Test(arguments: lookups)
    func `a shared key is found by its string`(
        hex: String, expected: [String: Int64?]
    ) throws {
        let storage = FleeceStorage([UInt8](hex: hex), sharedKeys: Self.keys)
        let dictionary = try #require(storage.root?.dictionary)
        let found = expected.map { ($0.key, dictionary[$0.key].map { $0.int64 ?? -1 }) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    }

    @Test(arguments: lookups)
    func `a prepared key finds the same value as its string`(
        hex: String, expected: [String: Int64?]
    ) throws {
        let storage = FleeceStorage([UInt8](hex: hex), sharedKeys: Self.keys)
        let dictionary = try #require(storage.root?.dictionary)
        let found = expected.map { ($0.key, dictionary[FleeceKey($0.key)].map { $0.int64 ?? -1 }) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    }

    @Test(arguments: lookups)
    func `a field is found by a prepared key`(hex: String, expected: [String: Int64?]) throws {
        let storage = FleeceStorage([UInt8](hex: hex), sharedKeys: Self.keys)
        let dictionary = try #require(storage.root?.dictionary)
        let found = expected.map { ($0.key, dictionary.int64(FleeceKey($0.key))) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    }

    @Test func `iteration returns the strings of shared keys`() throws {
        let bytes = [UInt8](hex: "7003 0000 000A 0001 000B 4161 000C 8007")
        let storage = FleeceStorage(bytes, sharedKeys: Self.keys)
        #expect(storage.root?.dictionary?.keys == ["name", "city", "a"])
    }

    /// 2 and 2047 are beyond the table; -1 (0FFF) is not a shared key.
    @Test func `an unknown shared key is omitted`() throws {
        let bytes = [UInt8](hex: "7004 0001 000B 0002 0001 07FF 0002 0FFF 0003 8009")
        let storage = FleeceStorage(bytes, sharedKeys: Self.keys)
        #expect(storage.root?.dictionary?.keys == ["city"])
    }

    @Test func `a newer snapshot resolves keys that an older one omits`() throws {
        let table = MutableSharedKeys(Self.keys)
        let older = table.snapshot
        let writer = FleeceWriter(sharedKeys: table)
        writer.beginDictionary()
        writer.writeKey("stars")
        writer.write(Int64(4))
        writer.endDictionary()
        let bytes = try writer.finish()
        let found = [older, table.snapshot].map { ValueTree(bytes, sharedKeys: $0) }
        #expect(found == [.dictionary([:]), .dictionary(["stars": .integer(4)])])
    }

    @Test func `one prepared key works with every table`() throws {
        let key: FleeceKey = "city"
        let bytes = [UInt8](hex: "7002 0000 000A 0001 000B 8005")
        let found = [SharedKeys.of("name", "city"), SharedKeys.of("city"), .empty].map {
            FleeceStorage(bytes, sharedKeys: $0).root?.dictionary?[key]?.int64
        }
        #expect(found == [11, 10, nil])
    }
}
