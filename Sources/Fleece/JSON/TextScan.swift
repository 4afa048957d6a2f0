/// Returns the index of the first byte that is not plain text.
///
/// Plain text consists of the printable ASCII characters, without the quotation mark and the
/// backslash. These bytes are the same in a string and in its JSON form.
///
/// - Returns: The index, or the count if all bytes are plain.
@inline(__always)
func endOfPlainText(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= text.count {
        let bytes = UInt64(
            littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let marks = marksOfSpecialBytes(bytes)
        if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
        index &+= 8
    }
    while index < text.count {
        guard isPlain(text[index]) else { return index }
        index &+= 1
    }
    return index
}

/// Marks the high bit of each byte that is not plain text.
///
/// A subtraction can borrow from a higher byte, and thereby mark a plain byte above a byte that is
/// not plain. The lowest mark is always correct, so only this one must be used.
///
/// - Parameter bytes: Eight bytes, the first one in the lowest bits.
/// - Returns: The marks, or 0 if all bytes are plain.
@inline(__always)
func marksOfSpecialBytes(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = bytes ^ (ones &* 0x22)
    let backslashes = bytes ^ (ones &* 0x5C)
    let deletes = bytes ^ (ones &* 0x7F)
    let controls = (bytes &- (ones &* 0x20)) & ~bytes
    let marks =
        controls | bytes
        | ((quotes &- ones) & ~quotes)
        | ((backslashes &- ones) & ~backslashes)
        | ((deletes &- ones) & ~deletes)
    return marks & 0x8080_8080_8080_8080
}

/// Returns whether a byte is plain text.
@inline(__always)
func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
}
