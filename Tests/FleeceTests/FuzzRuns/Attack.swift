/// Handwritten hostile input.
struct Attack: Sendable {
    let name: String
    let bytes: [UInt8]
}

extension Attack {
    init(_ name: String, _ bytes: [UInt8]) {
        self.init(name: name, bytes: bytes)
    }

    init(_ name: String, hex: String) {
        self.init(name: name, bytes: [UInt8](hex: hex))
    }

    /// Creates input with a value at an offset and a root that points to it.
    init(_ name: String, hex: String, rootAt offset: Int) {
        self.init(name, [UInt8](hex: hex), rootAt: offset)
    }

    init(_ name: String, _ bytes: [UInt8], rootAt offset: Int) {
        let even = bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
        self.init(name: name, bytes: even + Self.pointer(from: even.count, to: offset))
    }

    static func pointer(from slot: Int, to offset: Int) -> [UInt8] {
        word(0x8000 | UInt16((slot - offset) / 2))
    }

    static func word(_ word: UInt16) -> [UInt8] {
        [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
    }
}
