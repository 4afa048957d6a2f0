extension FleeceWriter {
    /// Writes `null` and returns its slot.
    public func encodeNull() -> FleeceSlot { .null }

    /// Writes a Boolean and returns its slot.
    public func encode(_ value: Bool) -> FleeceSlot {
        FleeceSlot(inline: value ? 0x3800 : 0x3400)
    }

    /// Writes an integer in the fewest bytes and returns its slot.
    public func encode(_ value: Int64) -> FleeceSlot {
        if value >= 0 { return encode(UInt64(value)) }
        if value >= -2048 {
            return FleeceSlot(inline: UInt16(truncatingIfNeeded: value) & 0x0FFF)
        }
        let length = (64 - (~value).leadingZeroBitCount) / 8 + 1
        return encode(bits: UInt64(bitPattern: value), length: length, tag: 0x10)
    }

    /// Writes an integer in the fewest bytes and returns its slot.
    public func encode(_ value: UInt64) -> FleeceSlot {
        if value < 2048 { return FleeceSlot(inline: UInt16(value)) }
        let length = (71 - value.leadingZeroBitCount) / 8
        return encode(bits: value, length: length, tag: 0x18)
    }

    private func encode(bits: UInt64, length: Int, tag: UInt8) -> FleeceSlot {
        let position = reserve(length + 1)
        store(tag | UInt8(length - 1), at: position)
        for index in 0..<length {
            let byte = UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))
            store(byte, at: position + 1 + index)
        }
        return FleeceSlot(position: position)
    }

    /// Writes a double and returns its slot.
    ///
    /// A value that is exactly representable as a float takes 4 bytes. A double remains a double:
    /// `1.0` does not become an integer. Fleece cannot represent a value that is not a number; the
    /// writer records a failure.
    public func encode(_ value: Double) -> FleeceSlot {
        guard !value.isNaN else { return refuseNotANumber() }
        if let float = Float(exactly: value) { return encode(float, header: 0x2400) }
        let position = reserve(10)
        store(0x2800 as UInt16, at: position)
        bytes.storeBytes(
            of: value.bitPattern.littleEndian, toByteOffset: position + 2, as: UInt64.self)
        return FleeceSlot(position: position)
    }

    /// Writes a float and returns its slot.
    ///
    /// Fleece cannot represent a value that is not a number; the writer records a failure.
    public func encode(_ value: Float) -> FleeceSlot {
        guard !value.isNaN else { return refuseNotANumber() }
        return encode(value, header: 0x2000)
    }

    private func encode(_ value: Float, header: UInt16) -> FleeceSlot {
        let position = reserve(6)
        store(header, at: position)
        bytes.storeBytes(
            of: value.bitPattern.littleEndian, toByteOffset: position + 2, as: UInt32.self)
        return FleeceSlot(position: position)
    }

    private func refuseNotANumber() -> FleeceSlot {
        fail(.nonFiniteNumber, "a value that is not a number cannot be stored")
        return .null
    }

    /// Writes a string and returns its slot.
    ///
    /// A short string is usually written only once per document.
    public func encode(_ value: String) -> FleeceSlot {
        // This is a closure because a reference to the method would retain the writer at each call.
        value.withUTF8Bytes { encodeString($0) }
    }

    /// Writes a string given in UTF-8 and returns its slot.
    ///
    /// The bytes are not validated.
    public func encode(utf8 value: UnsafeRawBufferPointer) -> FleeceSlot {
        encodeString(value)
    }

    /// Writes data and returns its slot.
    public func encode(data value: UnsafeRawBufferPointer) -> FleeceSlot {
        switch value.count {
        case 0: FleeceSlot(inline: 0x5000)
        case 1: FleeceSlot(inline: 0x5100 | UInt16(value[0]))
        default: encodeBytes(value, tag: 0x50)
        }
    }

    /// Writes a dictionary key, as its number if it has one, and returns its slot.
    @inline(__always)
    public func encodeKey(_ key: String) -> FleeceSlot {
        key.withUTF8Bytes { encodeKey(utf8: $0, name: key) }
    }

    /// Writes a dictionary key given in UTF-8 and returns its slot.
    public func encodeKey(utf8 key: UnsafeRawBufferPointer) -> FleeceSlot {
        encodeKey(utf8: key, name: nil)
    }

    @inline(__always)
    private func encodeKey(utf8 key: UnsafeRawBufferPointer, name: String?) -> FleeceSlot {
        if let sharedKeys, let words = KeyWords(key) {
            if let number = sharedKeys.number(for: words) {
                return FleeceSlot(inline: UInt16(truncatingIfNeeded: number))
            }
            if let number = sharedKeys.add(name ?? String(decoding: key, as: UTF8.self), words) {
                return FleeceSlot(inline: UInt16(truncatingIfNeeded: number))
            }
        }
        return encodeStringKey(key)
    }

    // Not inlined, because most keys have numbers.
    @inline(never)
    private func encodeStringKey(_ key: UnsafeRawBufferPointer) -> FleeceSlot {
        encodeString(key)
    }
}
