import Fleece
import Testing

@Suite struct SharedKeysTests {
    /// Keys, and whether they are eligible: at most 16 bytes of `[A-Za-z0-9_-]`.
    static let keys: [(key: String, qualifies: Bool)] = [
        ("", true),
        ("a", true),
        ("Z", true),
        ("0", true),
        ("_", true),
        ("-", true),
        ("room_rate", true),
        ("-_-", true),
        ("0123456789abcdef", true),
        ("ABCDEFGHIJKLMNO-", true),
        ("0123456789abcdefg", false),
        ("a.b", false),
        ("a b", false),
        ("@type", false),
        ("a/b", false),
        ("a:b", false),
        ("a[", false),
        ("a`", false),
        ("a{", false),
        ("é", false),
        ("a\0", false),
        ("a\u{7F}", false),
        ("$", false),
        ("名前", false),
    ]

    @Test(arguments: keys)
    func `a key is eligible by its length and characters`(key: String, qualifies: Bool) {
        #expect(MutableSharedKeys().number(for: key) == (qualifies ? 0 : nil))
    }

    @Test(arguments: keys)
    func `only an eligible key is written as a number`(key: String, qualifies: Bool) throws {
        let writer = FleeceWriter(sharedKeys: MutableSharedKeys())
        writer.beginDictionary()
        writer.writeKey(key)
        writer.writeNull()
        writer.endDictionary()
        let isNumber = try writer.finish() == [UInt8](hex: "7001 0000 3000 8003")
        #expect(isNumber == qualifies)
    }

    @Test func `numbers are assigned in the order of requests`() {
        let table = MutableSharedKeys()
        let numbers = ["a", "b", "@", "a", "", "c", "b"].map { table.number(for: $0) }
        #expect(numbers == [0, 1, nil, 0, 2, 3, 1])
    }

    @Test func `a table holds 2,048 keys`() {
        let table = MutableSharedKeys()
        let numbers = (0..<2050).map { table.number(for: "k\($0)") }
        #expect(numbers == (0..<2048).map { $0 } + [nil, nil])
    }

    @Test func `a full table still finds its keys`() {
        let table = MutableSharedKeys()
        let keys = (0..<3000).map { "key-\($0)" }
        for key in keys { _ = table.number(for: key) }
        #expect(keys.prefix(2048).map { table.number(for: $0) } == (0..<2048).map { $0 })
    }

    @Test func `keys are written as strings if the table is full`() throws {
        let table = MutableSharedKeys()
        for number in 0..<2048 { _ = table.number(for: "k\(number)") }
        let writer = FleeceWriter(sharedKeys: table)
        writer.beginDictionary()
        writer.writeKey("z")
        writer.write(Int64(1))
        writer.writeKey("k2047")
        writer.write(Int64(2))
        writer.endDictionary()
        #expect(try writer.finish() == [UInt8](hex: "7002 07FF 0002 417A 0001 8005"))
    }

    @Test func `a snapshot maps numbers to names and names to numbers`() {
        let keys = SharedKeys.of("name", "city")
        let names = [-1, 0, 1, 2, Int.max].map(keys.name)
        let numbers = ["name", "city", "nam", "namee", ""].map(keys.number)
        #expect(names == [nil, "name", "city", nil, nil] && numbers == [0, 1, nil, nil, nil])
    }

    @Test(arguments: ["a long key of many bytes", "a long key of many bytes!", "@type"])
    func `an ineligible key has no number`(key: String) {
        #expect(SharedKeys.of("name").number(for: key) == nil)
    }
}
