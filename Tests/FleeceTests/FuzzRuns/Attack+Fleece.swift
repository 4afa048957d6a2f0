extension Attack {
    static let fleece = scalars + pointers + collections + keys + parents + large

    private static let scalars = [
        Attack("empty", []),
        Attack("one byte", hex: "70"),
        Attack("odd length", hex: "700000"),
        Attack("undefined root", hex: "3C00"),
        Attack("undefined in array", hex: "6001 3C00", rootAt: 0),
        Attack("reserved boolean", hex: "34FF"),
        Attack("double cut short", hex: "2800 0000", rootAt: 0),
        Attack("float cut short", hex: "2000", rootAt: 0),
        Attack("integer cut short", hex: "1F00", rootAt: 0),
        Attack("signed bits", hex: "17 FFFFFFFFFFFFFF 80", rootAt: 0),
        Attack("unsigned bits", hex: "1F FFFFFFFFFFFFFFFF", rootAt: 0),
        Attack("double not a number", hex: "2800 000000000000F87F", rootAt: 0),
        Attack("double infinite", hex: "2800 000000000000F0FF", rootAt: 0),
        Attack("float not a number", hex: "2000 0000C07F", rootAt: 0),
        Attack("float infinite", hex: "2000 0000807F", rootAt: 0),
        Attack("double stored as float", hex: "2400 CDCCCC3D", rootAt: 0),
        Attack("string cut short", hex: "4E61", rootAt: 0),
        Attack("string of all memory", hex: "4F FFFFFFFFFFFFFFFFFF01", rootAt: 0),
        Attack("string of half of memory", hex: "4F FFFFFFFFFFFFFFFF7F", rootAt: 0),
        Attack("string length does not end", hex: "4F FFFFFFFFFFFFFFFFFFFF", rootAt: 0),
        Attack("string length too long", hex: "4F FFFFFFFFFFFFFFFFFF02", rootAt: 0),
        Attack("data of all memory", hex: "5F FFFFFFFFFFFFFFFFFF01", rootAt: 0),
        Attack("data", hex: "53 01FF80", rootAt: 0),
        Attack("string not UTF-8", hex: "42 FFFE", rootAt: 0),
        Attack("string overlong", hex: "42 C0AF", rootAt: 0),
        Attack("string surrogate", hex: "43 EDA080", rootAt: 0),
        Attack("string nul", hex: "43 610062", rootAt: 0),
    ]

    private static let pointers = [
        Attack("pointer to itself", hex: "8000"),
        Attack("pointer out", hex: "8005"),
        Attack("pointer far out", hex: "BFFF"),
        Attack("wide pointer out", hex: "BFFFFFFF 8002"),
        Attack("wide pointer to itself", hex: "80000000 8002"),
        Attack("wide root", hex: "6000 80000001 8002"),
        Attack("narrow pointer to narrow", hex: "6000 8001 8001 8001"),
        Attack("extern pointer", hex: "6161 C001"),
        Attack("extern pointer far", hex: "FFFF"),
        Attack("extern wide pointer", hex: "6001 C0000001 8003"),
        Attack("extern wide pointer far", hex: "FFFFFFFF 8002"),
        Attack("extern at start of second half", hex: "42616200 6000 6000 6001 C005 8002 7000"),
        Attack("array item points out", hex: "6002 8009 8001", rootAt: 0),
    ]

    private static let collections = [
        Attack("array contains itself", hex: "6001 8001", rootAt: 0),
        Attack("array contains itself wide", hex: "6801 80000001", rootAt: 0),
        Attack("arrays contain each other", hex: "6001 6001 8002", rootAt: 0),
        Attack("array inside of a slot", hex: "6002 6003 0001 0002 0003", rootAt: 0),
        Attack("dictionary contains itself", hex: "7001 4161 8002", rootAt: 0),
        Attack("array count too large", hex: "6010 0000", rootAt: 0),
        Attack("array count 2 to the 31", hex: "67FF FFFFFFFF0700", rootAt: 0),
        Attack("array count of all memory", hex: "67FF FFFFFFFFFFFFFFFFFF01", rootAt: 0),
        Attack("array count overflows", hex: "67FF FFFFFFFFFFFFFFFF7F", rootAt: 0),
        Attack("dictionary count overflows", hex: "7FFF FFFFFFFFFFFFFFFF3F", rootAt: 0),
        Attack("array count does not end", hex: "67FF FFFF", rootAt: 0),
        Attack("array long of none", [0x67, 0xFF, 0, 0] + zeros(4094), rootAt: 0),
    ]

    private static let keys = [
        Attack("key is a Boolean", hex: "7001 3800 0001", rootAt: 0),
        Attack("key is an array", hex: "7001 6000 0001", rootAt: 0),
        Attack("key is a long integer", hex: "12FF7FFF 7001 8003 0001", rootAt: 4),
        Attack("key number unknown", hex: "7001 07FF 0001", rootAt: 0),
        Attack("key number negative", hex: "7001 0FFF 0001", rootAt: 0),
        Attack("key points to number", hex: "0001 7001 8002 0001", rootAt: 2),
        Attack("key not UTF-8", hex: "42FFFE00 7001 8003 0001", rootAt: 4),
        Attack("key empty", hex: "7001 4000 0001", rootAt: 0),
        Attack("key twice", hex: "7002 4161 0001 4161 0002", rootAt: 0),
        Attack("key number twice", hex: "7002 0001 0001 0001 0002", rootAt: 0),
        Attack("key as number and as string", hex: "7002 0000 0001 4161 0002", rootAt: 0),
        Attack("keys unsorted", hex: "7003 4163 0001 4161 0002 4162 0003", rootAt: 0),
        Attack("keys of both kinds unsorted", hex: "7002 417A 0001 0003 0002", rootAt: 0),
        Attack("value undefined", hex: "7001 4161 3C00", rootAt: 0),
        Attack("table of keys", hex: "6004 4161 4161 4000 4162", rootAt: 0),
        Attack("table with a number", hex: "6002 4161 0001", rootAt: 0),
        Attack("table of one long name", tableOfLongNames, rootAt: 2006),
    ]

    private static let parents = [
        Attack("parent", hex: "7001 4161 0001 7002 0800 8005 4162 0002", rootAt: 6),
        Attack("parent hidden", hex: "7001 4161 0001 7002 0800 8005 4161 3C00", rootAt: 6),
        Attack("parent is itself", hex: "7001 0800 8002", rootAt: 0),
        Attack("parents of each other", hex: "7001 0800 7001 0800 8004", rootAt: 0),
        Attack("parent is an array", hex: "6000 7001 0800 8003", rootAt: 2),
        Attack("parent is out", hex: "7001 0800 8FFF", rootAt: 0),
        Attack("parent comes second", hex: "7002 0001 0001 0800 8005", rootAt: 0),
        Attack(
            "parent has an equivalent key",
            hex: "42C3A900 4365CC81 7001 8005 0001 7002 0800 8005 8008 0002", rootAt: 14),
    ]

    private static let large = [
        Attack("arrays in arrays 511", nested(511), rootAt: 2 + 4 * 510),
        Attack("arrays in arrays 512", nested(512), rootAt: 2 + 4 * 511),
        Attack("arrays in arrays 1000", nested(1000), rootAt: 2 + 4 * 999),
        Attack("pairs of arrays", pairs(of: [0x60, 0x00])),
        Attack("pairs of arrays of undefined", pairs(of: dictionary(value: 0x3C00))),
        Attack("pairs of arrays of unreadable keys", pairs(of: dictionary(key: 0x07FF))),
        Attack("pairs of arrays of text", pairs(of: [0x4F, 0x80, 0x1E] + text(3840) + [0])),
        Attack("pointers to pointers", pointerChain),
        Attack("parents of parents", parentChain, rootAt: 6 + 6 * 599),
        Attack("array of itself", [0x63, 0xFF] + selfPointers(1023), rootAt: 0),
    ]
}

extension Attack {
    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    private static func text(_ count: Int) -> [UInt8] {
        Array(repeating: UInt8(ascii: "x"), count: count)
    }

    /// Returns nested arrays around an empty one.
    private static func nested(_ depth: Int) -> [UInt8] {
        [0x60, 0x00]
            + (0..<depth).flatMap { level -> [UInt8] in
                [0x60, 0x01, 0x80, level == 0 ? 0x02 : 0x03]
            }
    }

    /// Returns arrays that contain the previous one twice, with a million copies of the value.
    private static func pairs(of value: [UInt8]) -> [UInt8] {
        var bytes = value
        var last = 0
        for _ in 0..<20 {
            let array = bytes.count
            bytes += [0x60, 0x02] + pointer(from: array + 2, to: last)
            bytes += pointer(from: array + 4, to: last)
            last = array
        }
        return bytes + pointer(from: bytes.count, to: last)
    }

    /// Returns a dictionary of 950 pairs, all of which are omitted.
    private static func dictionary(key: UInt16 = 0x4161, value: UInt16 = 0x0001) -> [UInt8] {
        word(0x7000 | 950) + (0..<950).flatMap { _ in word(key) + word(value) }
    }

    /// A chain of 500 pointers, and an array of 1,000 pointers to the last.
    private static var pointerChain: [UInt8] {
        var bytes: [UInt8] = [0x60, 0x00, 0x80, 0x00, 0x00, 0x01]
        for _ in 0..<499 { bytes += [0x80, 0x00, 0x00, 0x02] }
        let last = bytes.count - 4
        let array = bytes.count
        bytes += word(0x6000 | 1000)
        for _ in 0..<1000 { bytes += pointer(from: bytes.count, to: last) }
        return bytes + pointer(from: bytes.count, to: array)
    }

    private static var parentChain: [UInt8] {
        [0x70, 0x01, 0x41, 0x61, 0x00, 0x01]
            + (0..<600).flatMap { _ -> [UInt8] in [0x70, 0x01, 0x08, 0x00, 0x80, 0x05] }
    }

    private static func selfPointers(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { pointer(from: 2 + 2 * $0, to: 0) }
    }

    /// A table of 1,000 names that share one text of 2,000 bytes.
    private static var tableOfLongNames: [UInt8] {
        var bytes: [UInt8] = [0x4F, 0xD0, 0x0F] + text(2000) + [0, 0, 0]
        bytes += word(0x6000 | 1000)
        for _ in 0..<1000 { bytes += pointer(from: bytes.count, to: 0) }
        return bytes
    }
}
