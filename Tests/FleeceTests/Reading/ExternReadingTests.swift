import Fleece
import Testing

/// The `extra` column of a revision as written by Couchbase Lite, which follows the body.
///
/// ```
/// body   0: 44 "Oslo"   6: 7003 {0: → 0, 1: 3, 2: true}   20: the root, 14 back
/// extra  0: four zero bytes
///        4: 7001 {".": the body's dictionary}; 8: C00C, x and 24 bytes back: 16 before the end of
///           the body, which is offset 6 of its 22 bytes
///       10: "nineteen characters", 32: "twenty-six characters long"
///       60: 7003 {0: → 10, 1: → 32, 2: 7}   74: nine bytes of data
///       84: 7002 {".": → 60, "@": → 74}   94: [→ 4, → 84]   100: the root, 6 back
/// ```
@Suite struct ExternReadingTests {
    static let keys = SharedKeys.of("city", "stars", "open")

    static let body = FleeceStorage(
        [UInt8](hex: "44 4F736C6F 00 7003 0000 8005 0001 0003 0002 3800 8007"), sharedKeys: keys)

    static let bytes =
        [UInt8](hex: "00000000 7001 412E C00C")
        + [0x4F, 0x13] + Array("nineteen characters".utf8) + [0]
        + [0x4F, 0x1A] + Array("twenty-six characters long".utf8)
        + [UInt8](hex: "7003 0000 801B 0001 8012 0002 0007")
        + [UInt8](hex: "59 00CA8899ABC0BA0C80")
        + [UInt8](hex: "7002 412E 800E 4140 8009 6002 802E 8007 8003")

    static let items = FleeceStorage(bytes, sharedKeys: keys, extern: body).root?.array

    @Test func `a pointer leads out of the extra bytes into the body`() {
        let value = Self.items?.first.map(ValueTree.init)
        let body: ValueTree = .dictionary([
            "city": .string("Oslo"), "stars": .integer(3), "open": .boolean(true),
        ])
        #expect(value == .dictionary([".": body]))
    }

    @Test func `values next to the pointer are in the extra bytes`() {
        let value = Self.items?.last.map(ValueTree.init)
        let properties: ValueTree = .dictionary([
            "city": .string("nineteen characters"), "stars": .string("twenty-six characters long"),
            "open": .integer(7),
        ])
        let version = [UInt8](hex: "00CA8899ABC0BA0C80")
        #expect(value == .dictionary([".": properties, "@": .data(version)]))
    }

    @Test func `without the body, values in the body read as nil`() {
        let items = FleeceStorage(Self.bytes, sharedKeys: Self.keys).root?.array
        #expect(items?.first.map(ValueTree.init) == .dictionary([:]))
    }

    @Test func `a body that is too short for the pointer reads as nil`() {
        let short = FleeceStorage([UInt8](hex: "0000"))
        let items = FleeceStorage(Self.bytes, sharedKeys: Self.keys, extern: short).root?.array
        #expect(items?.first.map(ValueTree.init) == .dictionary([:]))
    }

    @Test func `a value in the body retains the body`() throws {
        let value = try {
            let body = FleeceStorage([UInt8](hex: "44 4F736C6F 00 8003"))
            let extra = FleeceStorage([UInt8](hex: "6001 C005 8002"), extern: body)
            return try #require(extra.root?.array?.first)
        }()
        #expect(value.string == "Oslo")
    }

    /// The last two bytes of the string would be in the extra bytes.
    @Test func `a value that begins in the body cannot end in the extra bytes`() {
        let body = FleeceStorage([UInt8](hex: "8000 4361"))
        let extra = FleeceStorage([UInt8](hex: "6261 6001 C003 8002"), extern: body)
        #expect(extra.root?.array?.first?.string == nil)
    }
}
