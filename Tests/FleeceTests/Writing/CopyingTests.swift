import Fleece
import Testing

@Suite struct CopyingTests {
    static func copy(_ value: FleeceValue, sharedKeys: MutableSharedKeys? = nil) throws -> [UInt8] {
        let writer = FleeceWriter(sharedKeys: sharedKeys)
        writer.write(copyOf: value)
        return try writer.finish()
    }

    /// Documents with one value of each kind and width.
    @Test(arguments: ScalarReadingTests.values)
    func `a copy equals its source`(hex: String, value: ValueTree) throws {
        let original = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(ValueTree(try Self.copy(original)) == value)
    }

    @Test(arguments: CollectionReadingTests.documents)
    func `a copy of a collection has the same values`(hex: String, value: ValueTree) throws {
        let original = try #require(FleeceStorage([UInt8](hex: hex)).root)
        #expect(ValueTree(try Self.copy(original)) == value)
    }

    @Test(arguments: VectorTests.vectors)
    func `a copy of the original encoder's data has the same JSON`(
        vector: VectorTests.Vector
    ) throws {
        let original = try #require(FleeceStorage(vector.bytes).root)
        let copy = try #require(FleeceStorage(try Self.copy(original)).root)
        #expect(try copy.json() == original.json())
    }

    /// `a` and `b` have the numbers 0 and 1 in one document, and 1 and 0 in the other.
    @Test func `a copy has the key numbers of its own document`() throws {
        let storage = FleeceStorage(
            [UInt8](hex: "7002 0000 0001 0001 0002 8005"), sharedKeys: .of("a", "b"))
        let copy = try Self.copy(
            try #require(storage.root), sharedKeys: MutableSharedKeys(.of("b", "a")))
        #expect(copy == [UInt8](hex: "7002 0000 0002 0001 0001 8005"))
    }

    @Test func `a copy without shared keys has string keys`() throws {
        let storage = FleeceStorage(
            [UInt8](hex: "7002 0000 0001 0001 0002 8005"), sharedKeys: .of("b", "a"))
        let copy = try Self.copy(try #require(storage.root))
        #expect(copy == [UInt8](hex: "7002 4161 0002 4162 0001 8005"))
    }

    @Test func `a copy assigns numbers to new keys`() throws {
        let keys = MutableSharedKeys(.of("city"))
        let storage = try FleeceStorage(json: #"{"city":"Bergen","stars":4,"@x":5}"#)
        _ = try Self.copy(try #require(storage.root), sharedKeys: keys)
        #expect(["city", "stars", "@x"].map(keys.snapshot.number) == [0, 1, nil])
    }

    @Test func `a copy of a nested value contains only that value`() throws {
        let storage = try FleeceStorage(json: #"{"a":[1,2,{"b":"c"}],"d":"e"}"#)
        let part = try #require(storage.root?.dictionary?["a"]?.array?.last)
        #expect(try Self.copy(part) == [UInt8](hex: "7001 4162 4163 8003"))
    }

    @Test func `undefined is copied as undefined`() throws {
        let value = try #require(FleeceStorage([UInt8](hex: "6001 3C00 8002")).root)
        #expect(try Self.copy(value) == [UInt8](hex: "6001 3C00 8002"))
    }

    @Test func `text that is not UTF-8 is copied unchanged`() throws {
        let bytes = [UInt8](hex: "42FFFE00 8002")
        #expect(try Self.copy(try #require(FleeceStorage(bytes).root)) == bytes)
    }

    @Test func `copied values can be items next to others`() throws {
        let value = try #require(FleeceStorage([UInt8](hex: "7001 4161 0001 8003")).root)
        let writer = FleeceWriter()
        writer.beginArray()
        writer.write(Int64(0))
        writer.write(copyOf: value)
        writer.write(copyOf: value)
        writer.endArray()
        let pair = ValueTree.dictionary(["a": .integer(1)])
        #expect(ValueTree(try writer.finish()) == .array([.integer(0), pair, pair]))
    }

    static let refused: [(hex: String, reason: FleeceError.Reason)] = [
        ("6010 8001", .invalidData), ("4E61 8001", .invalidData), ("1F00 8001", .invalidData),
        ("2800 8001", .invalidData), ("7010 8001", .invalidData), ("5E61 8001", .invalidData),
        ("2000 0000C07F 8003", .nonFiniteNumber),
    ]

    @Test(arguments: refused)
    func `a damaged value cannot be copied`(hex: String, reason: FleeceError.Reason) throws {
        let value = try #require(FleeceStorage([UInt8](hex: hex)).root)
        let error = #expect(throws: FleeceError.self) { try Self.copy(value) }
        #expect(error?.reason == reason)
    }
}
