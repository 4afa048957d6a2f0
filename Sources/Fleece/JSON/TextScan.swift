/// Returns the index of the first byte that is not plain text.
///
/// Plain text consists of the printable ASCII characters, without the quotation mark and the
/// backslash. These bytes are the same in a string and in its JSON form.
///
/// The function examines eight bytes at a time, and marks the high bit of each byte that is not
/// plain. A subtraction can borrow from a higher byte, and thereby mark a plain byte above a byte
/// that is not plain. The lowest mark is always correct, so only this one is used.
///
/// - Returns: The index, or the count if all bytes are plain.
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
