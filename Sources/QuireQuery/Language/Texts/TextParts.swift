/// The parts of a long string, which can be converted independently.
///
/// At the end of a part, neither the case of a letter nor a sequence of combining marks depends on
/// the other side. Therefore the concatenation of the converted parts is the converted string.
struct TextParts: IteratorProtocol {
    private let text: UnsafeRawBufferPointer
    private let length: Int
    private var start = 0

    /// - Parameters:
    ///   - text: A string in UTF-8.
    ///   - length: The length of a part in bytes. The last part may be twice as long.
    init(_ text: UnsafeRawBufferPointer, length: Int = 1 << 16) {
        self.text = text
        self.length = length
    }

    /// Returns the next part, or `nil` after the last one.
    mutating func next() -> UnsafeRawBufferPointer? {
        guard start < text.count else { return nil }
        let end = text.count - start > 2 * length ? boundary(from: start + length) : text.count
        defer { start = end }
        return UnsafeRawBufferPointer(rebasing: text[start..<end])
    }

    /// Returns the first boundary at or after an offset, within the length of a part.
    private func boundary(from start: Int) -> Int {
        var offset = start
        while offset < start + 3, text[offset] & 0xC0 == 0x80 { offset += 1 }
        let first = offset
        while offset < start + length {
            let (scalar, width) = UTF8Scalars.decode(text, at: offset)
            offset += max(width, 1)
            if Self.isIndependent(scalar),
                Self.isIndependent(UTF8Scalars.decode(text, at: offset).scalar)
            {
                return offset
            }
        }
        return first
    }

    /// Returns whether the conversion of this scalar and of its neighbors is independent.
    private static func isIndependent(_ value: UInt32?) -> Bool {
        guard let value, let scalar = Unicode.Scalar(value) else { return true }
        let properties = scalar.properties
        return !properties.isCaseIgnorable
            && properties.canonicalCombiningClass == .notReordered
            // A sigma has a different form at the end of a word. A Hangul vowel belongs to the
            // preceding consonant.
            && value != 0x3A3 && !(0x1160...0x11FF).contains(value)
            && !(0xD7B0...0xD7FF).contains(value)
    }
}
