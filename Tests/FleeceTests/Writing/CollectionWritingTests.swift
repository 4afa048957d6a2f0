import Fleece
import Testing

@Suite struct CollectionWritingTests {
    static func document(_ write: (FleeceWriter) -> Void) throws -> [UInt8] {
        let writer = FleeceWriter()
        write(writer)
        return try writer.finish()
    }

    /// Returns a string that takes the given number of bytes including its header of four.
    static func filler(_ length: Int) -> String { String(repeating: "x", count: length - 4) }

    /// Documents that begin with a filler, and the bytes after it.
    ///
    /// A narrow pointer reaches 32,766 (0x7FFE) bytes back: 0x3FFF units, BFFF.
    static let reaches: [(length: Int, items: [String], tail: String)] = [
        // The array at 32,764, its slot at 32,766: just within reach
        (32764, ["filler"], "6001 BFFF 8002"),
        // The slot at 32,768: 0x4000 units, so a wide array
        (32766, ["filler"], "6801 80004000 8003"),
        (32765, ["filler"], "00 6801 80004000 8003"),
        // A number before it takes two bytes of the reach
        (32762, ["1", "filler"], "6002 0001 BFFF 8003"),
        // Only the second slot, at 32,768, is out of reach; wide, it is at 32,770.
        (32764, ["1", "filler"], "6802 00010000 80004001 8005"),
        (32760, ["1", "2", "filler"], "6003 0001 0002 BFFF 8004"),
        (32762, ["1", "2", "filler"], "6803 00010000 00020000 80004002 8007"),
    ]

    @Test(arguments: reaches)
    func `an array is wide if a narrow pointer would not reach`(
        length: Int, items: [String], tail: String
    ) throws {
        let filler = Self.filler(length)
        let bytes = try Self.document { writer in
            writer.beginArray()
            for item in items {
                if let number = Int64(item) { writer.write(number) } else { writer.write(filler) }
            }
            writer.endArray()
        }
        #expect(Array(bytes.dropFirst(length)) == [UInt8](hex: tail))
    }

    /// Dictionaries of one pair whose key or value is the filler.
    static let pairs: [(length: Int, isKey: Bool, tail: String)] = [
        (32764, true, "7001 BFFF 0001 8003"),
        (32766, true, "7801 80004000 00010000 8005"),
        (32762, false, "7001 416B BFFF 8003"),
        (32764, false, "7801 416B0000 80004001 8005"),
    ]

    @Test(arguments: pairs)
    func `a dictionary is wide if a narrow pointer would not reach`(
        length: Int, isKey: Bool, tail: String
    ) throws {
        let bytes = try Self.document { writer in
            writer.beginDictionary()
            writer.writeKey(isKey ? Self.filler(length) : "k")
            if isKey { writer.write(Int64(1)) } else { writer.write(Self.filler(length)) }
            writer.endDictionary()
        }
        #expect(Array(bytes.dropFirst(length)) == [UInt8](hex: tail))
    }

    /// A header of 4 bytes, two for each item; the root is at 4 + 2 × count.
    @Test(arguments: [(16381, "BFFF"), (16382, "80004000 8002"), (16383, "80004001 8002")])
    func `a root out of a narrow pointer's reach is preceded by a wide pointer`(
        count: Int, trailer: String
    ) throws {
        let bytes = try Self.document { writer in
            writer.beginArray()
            for _ in 0..<count { writer.writeNull() }
            writer.endArray()
        }
        #expect(Array(bytes.dropFirst(4 + 2 * count)) == [UInt8](hex: trailer))
    }

    @Test(arguments: [
        (2046, "67FE"), (2047, "67FF 0000"), (2048, "67FF 0100"), (2174, "67FF 7F00"),
        (2175, "67FF 8001"), (18431, "67FF 80800100"),
    ])
    func `from 2,047 items on, the count continues in a varint`(count: Int, header: String) throws {
        let bytes = try Self.document { writer in
            writer.beginArray()
            for _ in 0..<count { writer.writeNull() }
            writer.endArray()
        }
        let items = repeatElement([0x30, 0x00] as [UInt8], count: count).joined()
        #expect(bytes.starts(with: [UInt8](hex: header) + items))
    }

    @Test(arguments: [(2046, "77FE"), (2047, "77FF 0000"), (2048, "77FF 0100")])
    func `from 2,047 pairs on, the count continues in a varint`(count: Int, header: String) throws {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        writer.beginDictionary()
        for number in 0..<count {
            writer.writeKey("\(number)")
            writer.writeNull()
        }
        writer.endDictionary()
        let pairs = (0..<count).flatMap { number -> [UInt8] in
            [UInt8(number >> 8), UInt8(number & 0xFF), 0x30, 0x00]
        }
        #expect(try writer.finish().starts(with: [UInt8](hex: header) + pairs))
    }

    @Test func `an empty collection is stored inline in its slot`() throws {
        let bytes = try Self.document { writer in
            writer.beginArray()
            writer.beginArray()
            writer.endArray()
            writer.beginDictionary()
            writer.endDictionary()
            writer.endArray()
        }
        #expect(bytes == [UInt8](hex: "6002 6000 7000 8003"))
    }

    @Test func `values written by slots have the same bytes as streamed ones`() throws {
        let writer = FleeceWriter()
        let city = writer.encodeKey("city")
        let bergen = writer.encode("Bergen")
        let stars = writer.encodeKey("stars")
        let all = writer.encodeArray([writer.encode(Int64(4)), writer.encode(4.5)])
        writer.write(writer.encodeDictionary([city, bergen, stars, all]))
        let encoded = try writer.finish()
        let streamed = try Self.document { writer in
            writer.beginDictionary()
            writer.writeKey("city")
            writer.write("Bergen")
            writer.writeKey("stars")
            writer.beginArray()
            writer.write(Int64(4))
            writer.write(4.5)
            writer.endArray()
            writer.endDictionary()
        }
        #expect(encoded == streamed)
    }

    @Test(arguments: [100, 5000, 40000])
    func `a wide collection can be read`(count: Int) throws {
        let values = (0..<count).map { Int64($0) * 1_000_003 }
        let bytes = try Self.document { writer in
            writer.beginArray()
            for value in values { writer.write(value) }
            writer.endArray()
        }
        #expect(FleeceStorage(bytes).root?.array?.compactMap(\.int64) == values)
    }
}
