import Fleece

/// A builder for Fleece bytes, including invalid ones.
struct RawFleece {
    /// The contents of a slot of a collection.
    enum Slot {
        /// A value of two bytes.
        case inline(UInt16)
        /// A pointer to the value at any offset, including invalid ones.
        case pointer(Int)
    }

    private(set) var bytes: [UInt8] = []

    /// Appends bytes at the next even offset and returns that offset.
    mutating func add(_ value: [UInt8]) -> Int {
        if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        defer { bytes += value }
        return bytes.count
    }

    mutating func add(hex: String) -> Int { add([UInt8](hex: hex)) }

    /// Appends a string that repeats a letter.
    mutating func addString(ofCount count: Int, letter: UInt8 = UInt8(ascii: "k")) -> Int {
        let header = count < 15 ? [0x40 | UInt8(count)] : [0x4F] + Self.varint(UInt64(count))
        return add(header + [UInt8](repeating: letter, count: count))
    }

    /// Appends overlapping strings of 24,107 bytes, each 8 bytes after the previous one.
    ///
    /// - Parameter count: The number of strings, which are sorted by their bytes.
    /// - Returns: The offsets of the strings.
    mutating func addOverlappingStrings(_ count: Int) -> [Int] {
        // The header of a string, which is also valid UTF-8, and four digits.
        let units = (0..<(count + 24_107 / 8 + 1)).map { index in
            [UInt8](hex: "4F C3BC01") + Array("\(1000 + index)".utf8.suffix(4))
        }
        let start = add(Array(units.joined()))
        return (0..<count).map { start + 8 * $0 }
    }

    mutating func addArray(_ items: some Sequence<Slot>, isWide: Bool = true) -> Int {
        let items = Array(items)
        return add(items, tag: 0x60, count: items.count, isWide: isWide)
    }

    mutating func addDictionary(
        _ pairs: some Sequence<(Slot, Slot)>, isWide: Bool = true
    ) -> Int {
        let items = pairs.flatMap { [$0, $1] }
        return add(items, tag: 0x70, count: items.count / 2, isWide: isWide)
    }

    private mutating func add(_ items: [Slot], tag: UInt8, count: Int, isWide: Bool) -> Int {
        let width: UInt8 = isWide ? 0x08 : 0
        let position: Int
        if count < 0x7FF {
            position = add([tag | width | UInt8(count >> 8), UInt8(truncatingIfNeeded: count)])
        } else {
            position = add([tag | width | 7, 0xFF] + Self.varint(UInt64(count - 0x7FF)))
        }
        if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        for item in items { append(item, isWide: isWide) }
        return position
    }

    private mutating func append(_ slot: Slot, isWide: Bool) {
        switch slot {
        case .inline(let word):
            append(word)
            if isWide { append(0) }
        case .pointer(let target):
            let units = (bytes.count - target) / 2
            if isWide {
                append(0x8000 | UInt16(truncatingIfNeeded: units >> 16 & 0x3FFF))
                append(UInt16(truncatingIfNeeded: units))
            } else {
                append(0x8000 | UInt16(truncatingIfNeeded: units & 0x3FFF))
            }
        }
    }

    private mutating func append(_ word: UInt16) {
        bytes.append(UInt8(word >> 8))
        bytes.append(UInt8(truncatingIfNeeded: word))
    }

    /// Returns the bytes with a trailer that contains a wide pointer to the root.
    func document(root: Int) -> [UInt8] {
        var document = self
        _ = document.add([])
        document.append(.pointer(root), isWide: true)
        document.append(0x8002)
        return document.bytes
    }

    /// Returns the bytes of one value with a trailer that points to it.
    static func document(hex: String) -> [UInt8] {
        var document = RawFleece()
        let root = document.add(hex: hex)
        return document.document(root: root)
    }

    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
