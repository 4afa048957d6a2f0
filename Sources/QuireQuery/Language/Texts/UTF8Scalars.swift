/// The scalars of UTF-8 text.
///
/// Each byte of invalid UTF-8 counts as one scalar.
enum UTF8Scalars {
    /// Returns the scalar at an offset and its number of bytes, or `nil` and 0 at the end.
    static func decode(
        _ text: UnsafeRawBufferPointer, at offset: Int
    ) -> (scalar: UInt32?, length: Int) {
        guard offset < text.count else { return (nil, 0) }
        let first = UInt32(text[offset])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, first >= 0xC2, offset + length <= text.count else { return (first, 1) }
        var scalar = first & (0x7F >> UInt32(length))
        for index in 1..<length {
            let byte = UInt32(text[offset + index])
            guard byte & 0xC0 == 0x80 else { return (first, 1) }
            scalar = scalar << 6 | (byte & 0x3F)
        }
        return (scalar, length)
    }

    /// Returns the offset of the scalar that precedes an offset.
    static func start(before end: Int, in text: UnsafeRawBufferPointer) -> Int {
        for length in [4, 3, 2] where length <= end {
            if decode(text, at: end - length).length == length { return end - length }
        }
        return max(0, end - 1)
    }
}
