/// Finds the first byte from an index on that is not plain in JSON: a control character, U+007F, a
/// quotation mark, a backslash, or a byte of a character beyond ASCII.
///
/// Eight bytes are looked at at once. In each term the lowest byte that is marked is right; a byte
/// above it may be marked wrongly by a borrow, so only the lowest counts.
///
/// - Returns: Its index, or the count if there is none.
@inline(__always)
func endOfPlainText(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while index &+ 8 <= text.count {
        let bytes = UInt64(
            littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let quotes = bytes ^ (ones &* 0x22)
        let backslashes = bytes ^ (ones &* 0x5C)
        let deletes = bytes ^ (ones &* 0x7F)
        let controls = (bytes &- (ones &* 0x20)) & ~bytes
        let marks =
            controls | bytes
            | ((quotes &- ones) & ~quotes)
            | ((backslashes &- ones) & ~backslashes)
            | ((deletes &- ones) & ~deletes)
        if marks & tops != 0 { return index &+ (marks & tops).trailingZeroBitCount >> 3 }
        index &+= 8
    }
    while index < text.count {
        let byte = text[index]
        if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return index }
        index &+= 1
    }
    return index
}

/// The length of the well-formed UTF-8 sequence at an index, as the Unicode standard's table 3-7 has
/// it: nothing overlong, no surrogates, nothing above U+10FFFF.
///
/// - Returns: 0 if the sequence is not well-formed.
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
