extension String {
    /// Creates a string from bytes if they are valid UTF-8.
    ///
    /// The standard library's `init(validating:as:)` looks up the metadata of the encoding at each
    /// call, which for a short string takes longer than the rest of the work.
    @inline(__always)
    package init?(validUTF8 bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
        guard isASCII(bytes) || hasBytes(bytes) else { return nil }
    }

    /// Creates a string from bytes if they are valid UTF-8.
    ///
    /// Older Apple platforms do not contain the standard library's `init(validating:as:)`.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }

    /// Returns whether two strings have the same UTF-8 bytes.
    ///
    /// Swift's `==` treats canonically equivalent strings, such as `"é"` and `"e\u{301}"`, as equal.
    package func hasSameBytes(as other: String) -> Bool {
        other.withUTF8Bytes { hasBytes($0) }
    }

    /// Returns whether the bytes of this string equal the given bytes.
    ///
    /// Creating a string replaces invalid UTF-8, so the bytes then differ. This comparison is
    /// faster than a validation.
    private func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        utf8.count == bytes.count && withUTF8Bytes { FleeceRegion.compare($0, bytes) == 0 }
    }
}

/// Returns whether all bytes are ASCII.
@inline(__always)
func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    let count = text.count
    guard count >= 8 else { return isShortASCII(text) }
    // The last eight bytes may overlap bytes examined by the loop, which is faster than examining
    // them one at a time.
    var all = text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    var index = 0
    while index &+ 8 < count {
        all |= text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index &+= 8
    }
    return all & 0x8080_8080_8080_8080 == 0
}

@inline(__always)
private func isShortASCII(_ text: UnsafeRawBufferPointer) -> Bool {
    let count = text.count
    if count >= 4 {
        let first = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
        let last = text.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        return (first | last) & 0x8080_8080 == 0
    }
    return text.allSatisfy { $0 < 0x80 }
}

/// Returns whether all bytes are valid UTF-8.
func isUTF8(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < text.count {
        let length = text[index] < 0x80 ? 1 : lengthOfUTF8Sequence(text, at: index)
        if length == 0 { return false }
        index += length
    }
    return true
}

/// Returns the length of the well-formed UTF-8 sequence at an index.
///
/// The rules are those of table 3-7 of the Unicode standard: no overlong sequences, no surrogates
/// and nothing above U+10FFFF.
///
/// - Returns: The length, or 0 if the sequence is not well-formed.
func lengthOfUTF8Sequence(_ text: UnsafeRawBufferPointer, at index: Int) -> Int {
    let lead = text[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard index + length <= text.count, second.contains(text[index + 1]) else { return 0 }
    for offset in 2..<max(length, 2) where text[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
}
