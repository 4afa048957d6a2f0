extension FleeceRegion {
    /// Returns the kind of the value at a resolved offset.
    @inline(__always)
    func kind(_ offset: Int) -> FleeceKind {
        let word = word(offset)
        switch word >> 12 {
        case 0, 1: return .integer
        case 2: return word & 0x0C00 == 0 ? .float : .double
        case 3:
            switch word & 0x0C00 {
            case 0x0000: return .null
            case 0x0C00: return .undefined
            default: return .boolean
            }
        case 4: return .string
        case 5: return .data
        case 6: return .array
        case 7: return .dictionary
        default: return .undefined
        }
    }

    @inline(__always)
    func isUndefined(_ offset: Int) -> Bool { word(offset) & 0xFC00 == 0x3C00 }

    func boolean(_ offset: Int) -> Bool? {
        switch word(offset) & 0xFC00 {
        case 0x3400: false
        case 0x3800: true
        default: nil
        }
    }

    /// Returns the 64 bits of an integer and whether it is unsigned.
    @inline(__always)
    func integer(_ offset: Int) -> (bits: UInt64, isUnsigned: Bool)? {
        let word = word(offset)
        switch word >> 12 {
        case 0:
            let value = Int16(bitPattern: word << 4) >> 4
            return (UInt64(bitPattern: Int64(value)), false)
        case 1:
            let length = Int(word >> 8 & 0x07) + 1
            guard contains(offset, length + 1) else { return nil }
            let isUnsigned = word & 0x0800 != 0
            let address = address(offset + 1)
            var bits: UInt64 = 0
            for index in (0..<length).reversed() {
                bits = bits << 8 | UInt64(address.load(fromByteOffset: index, as: UInt8.self))
            }
            if !isUnsigned, length < 8 {
                let unused = UInt64(64 - 8 * length)
                bits = UInt64(bitPattern: Int64(bitPattern: bits << unused) >> Int64(unused))
            }
            return (bits, isUnsigned)
        default: return nil
        }
    }

    /// Returns a float or double as a double.
    @inline(__always)
    func floatingPoint(_ offset: Int) -> Double? {
        let word = word(offset)
        guard word >> 12 == 2 else { return nil }
        if word & 0x0800 != 0 {
            guard contains(offset, 10) else { return nil }
            let bits = address(offset + 2).loadUnaligned(as: UInt64.self)
            return Double(bitPattern: UInt64(littleEndian: bits))
        }
        guard contains(offset, 6) else { return nil }
        let bits = address(offset + 2).loadUnaligned(as: UInt32.self)
        return Double(Float(bitPattern: UInt32(littleEndian: bits)))
    }

    /// Returns the bytes of a string (tag 4) or of data (tag 5).
    @inline(__always)
    func bytes(_ offset: Int, tag: UInt16) -> UnsafeRawBufferPointer? {
        let word = word(offset)
        guard word >> 12 == tag else { return nil }
        let length = Int(word >> 8 & 0x0F)
        if length == 15 { return longBytes(offset) }
        guard contains(offset, length &+ 1) else { return nil }
        return UnsafeRawBufferPointer(start: address(offset) + 1, count: length)
    }

    private func longBytes(_ offset: Int) -> UnsafeRawBufferPointer? {
        // Most lengths take one byte.
        if contains(offset &+ 1, 1) {
            let length = Int(address(offset &+ 1).load(as: UInt8.self))
            if length < 0x80, contains(offset &+ 2, length) {
                return UnsafeRawBufferPointer(start: address(offset &+ 2), count: length)
            }
        }
        guard let (value, size) = varint(offset + 1), let length = Int(exactly: value),
            contains(offset + 1 + size, length)
        else { return nil }
        return UnsafeRawBufferPointer(start: address(offset + 1 + size), count: length)
    }
}
