import Fleece
import Testing

/// Hostile data: every operation quickly returns the right value or an error.
@Suite(.timeLimit(.minutes(10))) struct AttackTests {
    /// An operation on all parts of a value.
    enum Use: CaseIterable {
        case json, pretty, canonical, copy, validation

        /// Performs the operation until it is complete or throws an error.
        func run(_ bytes: [UInt8], sharedKeys: SharedKeys = .empty) throws {
            if self == .validation {
                _ = try bytes.withUnsafeBytes { try FleeceStorage(validating: $0) }
                return
            }
            let root = try #require(FleeceStorage(bytes, sharedKeys: sharedKeys).root)
            switch self {
            case .json: _ = try root.json()
            case .pretty: _ = try root.json(.pretty)
            case .canonical: _ = try root.json(.canonical)
            case .copy, .validation: _ = try FleeceWriter.document { $0.write(copyOf: root) }
            }
        }
    }

    /// Returns the operations that reject the bytes.
    static func refused(_ bytes: [UInt8], by uses: [Use] = Use.allCases) -> [Use] {
        uses.filter { use in
            do {
                try use.run(bytes)
                return false
            } catch {
                return error is JSONError || error is FleeceError
            }
        }
    }

    /// Returns nested arrays or dictionaries, each the only item of the next.
    static func nested(_ depth: Int, isDictionary: Bool) -> [UInt8] {
        var document = RawFleece()
        var last = document.add(hex: "6000")
        for _ in 1..<depth {
            last =
                isDictionary
                ? document.addDictionary([(.inline(0x4161), .pointer(last))], isWide: false)
                : document.addArray([.pointer(last)], isWide: false)
        }
        return document.document(root: last)
    }

    @Test(arguments: [513, 60000], [false, true])
    func `collections nested too deeply are rejected`(depth: Int, isDictionary: Bool) {
        let bytes = Self.nested(depth, isDictionary: isDictionary)
        #expect(Self.refused(bytes) == Use.allCases)
    }

    @Test(arguments: [false, true])
    func `collections nested too deeply can be entered one by one`(isDictionary: Bool) throws {
        var value = FleeceStorage(Self.nested(60000, isDictionary: isDictionary)).root
        var depth = 0
        while let inner = isDictionary ? value?.dictionary?["a"] : value?.array?.first {
            value = inner
            depth += 1
        }
        #expect(depth == 59999)
    }

    /// An empty array, then 44 arrays that contain the previous one twice: 2^44 items.
    @Test func `a few bytes that represent very many values are rejected`() {
        let levels = [UInt8](hex: "6002 8004 8005")
        let bytes =
            [UInt8](hex: "6000 6002 8002 8003") + repeatElement(levels, count: 43).joined()
            + [UInt8](hex: "8003")
        #expect([bytes.count] == [268] && Self.refused(bytes) == Use.allCases)
    }

    @Test func `a few dictionaries that represent very many are rejected`() {
        var document = RawFleece()
        var last = document.add(hex: "7000")
        for _ in 0..<40 {
            last = document.addDictionary([
                (.inline(0x4161), .pointer(last)), (.inline(0x4162), .pointer(last)),
            ])
        }
        #expect(Self.refused(document.document(root: last)) == Use.allCases)
    }

    @Test func `writing one long string in very many places is rejected`() {
        var document = RawFleece()
        let text = document.addString(ofCount: 1 << 16)
        let root = document.addArray(repeatElement(.pointer(text), count: 20000))
        let uses: [Use] = [.json, .pretty, .canonical, .copy]
        #expect(Self.refused(document.document(root: root), by: uses) == uses)
    }

    @Test func `writing long data in very many places is rejected`() {
        var document = RawFleece()
        let content = [UInt8](repeating: 0, count: 1 << 16)
        let data = document.add([0x5F] + RawFleece.varint(1 << 16) + content)
        let root = document.addArray(repeatElement(.pointer(data), count: 20000))
        let uses: [Use] = [.json, .pretty, .canonical, .copy]
        #expect(Self.refused(document.document(root: root), by: uses) == uses)
    }

    @Test func `writing one long key of very many pairs is rejected`() {
        var document = RawFleece()
        let key = document.addString(ofCount: 1 << 16)
        let pair = (RawFleece.Slot.pointer(key), RawFleece.Slot.inline(1))
        let root = document.addDictionary(repeatElement(pair, count: 20000))
        let uses: [Use] = [.json, .pretty, .copy]
        #expect(Self.refused(document.document(root: root), by: uses) == uses)
    }

    /// Pairs with an undefined value, or with an unknown shared key.
    @Test(arguments: [UInt16(0x3C00), 0x0001])
    func `omitted pairs count toward the limit`(value: UInt16) {
        var document = RawFleece()
        let pair = (RawFleece.Slot.inline(0x07FF), RawFleece.Slot.inline(value))
        let dictionary = document.addDictionary(repeatElement(pair, count: 2000))
        let root = document.addArray(repeatElement(.pointer(dictionary), count: 2000))
        let uses: [Use] = [.json, .pretty, .canonical, .copy]
        #expect(Self.refused(document.document(root: root), by: uses) == uses)
    }

    /// The output is far within the limits: a key and a value of 15 bytes each, 20,000 times.
    @Test func `short strings in very many places are written`() throws {
        let bytes = try FleeceWriter.document { writer in
            writer.beginArray()
            for _ in 0..<20000 {
                writer.beginDictionary()
                writer.writeKey("fifteen letters")
                writer.write("fifteen letters")
                writer.endDictionary()
            }
            writer.endArray()
        }
        #expect(Self.refused(bytes) == [])
    }

    /// Excessive counts and lengths, in the root and in an item.
    @Test(
        arguments: [
            "67FF FFFFFFFFFFFFFFFFFF01", "67FF FFFFFFFFFFFFFFFF7F", "67FF FFFFFFFF0F",
            "6FFF FFFFFFFF07", "6FFE 0000", "77FF FFFFFFFFFFFFFFFF3F", "7FFF FFFFFFFF07",
            "7FFF FFFFFFFFFFFFFFFFFFFF", "4F FFFFFFFFFFFFFFFFFF01", "4F FFFFFFFFFFFFFFFF7F",
            "4F 80808080808080808080", "5F FFFFFFFFFFFFFFFFFF01", "5F FFFFFFFFFFFFFFFF7F",
            "1F", "2800",
        ], [false, true])
    func `an excessive count is rejected`(hex: String, isItem: Bool) {
        var bytes = [UInt8](hex: hex)
        if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        if isItem {
            bytes += [0x60, 0x01, 0x80, UInt8(bytes.count / 2 + 1), 0x80, 0x02]
        } else {
            bytes += [0x80, UInt8(bytes.count / 2)]
        }
        #expect(Self.refused(bytes) == Use.allCases)
    }

    /// Roots that point to themselves or out of bounds: there is no value.
    @Test(
        arguments: [
            "8000", "80000000 8002", "80000000 8000", "8001 8001", "BFFF", "FFFF", "BFFFFFFF 8002",
            "FFFFFFFF 8002", "C000", "C0000000 8002",
        ])
    func `a root that points to itself or out of bounds is invalid`(hex: String) {
        let bytes = [UInt8](hex: hex)
        let root = FleeceStorage(bytes).root
        #expect([root == nil, Self.refused(bytes, by: [.validation]).count == 1] == [true, true])
    }

    /// Collections that contain themselves: the item is rejected or reads as nil.
    @Test(
        arguments: [
            "6001 8001 8002", "6801 80000001 8003", "6001 8000 8002", "7001 4161 8002 8003",
            "7001 8001 0001 8003", "6001 6001 8001 8003", "6001 6001 8002 8003",
            "6801 68018000 0001 8004",
        ])
    func `the validator rejects a collection that contains itself`(hex: String) {
        #expect(Self.refused([UInt8](hex: hex), by: [.validation]) == [.validation])
    }

    @Test(arguments: [
        ("6001 8001 8002", "[null]"), ("6801 80000001 8003", "[null]"),
        ("7001 4161 8002 8003", "{}"),
    ])
    func `a collection that contains itself is rejected or read without the cycle`(
        hex: String, without: String
    ) throws {
        let root = try #require(FleeceStorage([UInt8](hex: hex)).root)
        let json = try? root.json()
        #expect(json == nil || json == without)
    }

    static let keyOrders = [
        "7002 4162 0001 4161 0002 8005", "7003 0005 0001 0001 0002 0003 0003 8007",
        "7003 4161 0001 0001 0002 4160 0003 8007", "7001 3800 0001 8003", "7001 6000 0001 8003",
        "7002 0FFF 0001 0801 0002 8005", "7002 4161 0001 4161 0002 8005",
    ]

    @Test(arguments: keyOrders)
    func `keys of the wrong kind or order are read or omitted`(hex: String) throws {
        let storage = FleeceStorage([UInt8](hex: hex), sharedKeys: .of("a", "b", "c", "d"))
        let dictionary = try #require(storage.root?.dictionary)
        let lost = dictionary.keys.filter { dictionary[$0] == nil }
        #expect(lost == [])
    }
}
