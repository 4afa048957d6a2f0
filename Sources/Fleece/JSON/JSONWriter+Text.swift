import Foundation

extension JSONWriter {
    @inline(__always)
    func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length).copyMemory(from: text.utf8Start, byteCount: length)
        advance(length)
    }

    @inline(__always)
    func append(bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count).copyMemory(from: start, byteCount: bytes.count)
        advance(bytes.count)
    }

    func append(decimal magnitude: UInt64, isNegative: Bool) {
        withUnsafeTemporaryAllocation(byteCount: 21, alignment: 8) { digits in
            var start = 21
            var rest = magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if isNegative {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(bytes: UnsafeRawBufferPointer(rebasing: digits[start...]))
        }
    }

    func append(base64 bytes: UnsafeRawBufferPointer) {
        Data(bytes).base64EncodedData().withUnsafeBytes { append(bytes: $0) }
    }

    // MARK: Strings

    /// Appends a quoted string, with escapes where JSON requires them.
    ///
    /// - Returns: `false` if the string is not valid UTF-8; the appended bytes are then unusable.
    func append(quoted text: UnsafeRawBufferPointer) -> Bool {
        append("\"")
        var run = 0
        var index = 0
        while true {
            index = endOfPlainText(text, from: index)
            guard index < text.count else { break }
            let byte = text[index]
            if byte >= 0x80 {
                let length = lengthOfUTF8Sequence(text, at: index)
                guard length > 0 else { return false }
                index &+= length
            } else {
                append(bytes: UnsafeRawBufferPointer(rebasing: text[run..<index]))
                append(escape: byte)
                index &+= 1
                run = index
            }
        }
        append(bytes: UnsafeRawBufferPointer(rebasing: text[run...]))
        append("\"")
        return true
    }

    private func append(escape byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            let digits = reserve(2)
            digits.storeBytes(of: Self.hexadecimal(byte >> 4), as: UInt8.self)
            digits.storeBytes(of: Self.hexadecimal(byte & 0x0F), toByteOffset: 1, as: UInt8.self)
            advance(2)
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    /// Appends the key of a dictionary as a quoted string.
    ///
    /// - Returns: `false` if the key cannot be read.
    func append(keyAt index: Int, of dictionary: FleeceDictionary) -> Bool {
        let region = dictionary.storage.region
        let slot = dictionary.slots.offset(2 * index)
        guard let number = region.keyNumber(slot: slot) else {
            guard let key = region.keyBytes(pair: index, of: dictionary.slots) else {
                return false
            }
            return append(quoted: key)
        }
        guard let name = dictionary.storage.sharedKeys.name(for: number) else { return false }
        return name.withUTF8Bytes { append(quoted: $0) }
    }

    // MARK: Layout

    @inline(__always)
    func endKey() {
        if format.isPretty { append(": ") } else { append(":") }
    }

    @inline(__always)
    func beginItem(isFirst: Bool, depth: Int) throws(JSONError) {
        if !isFirst { append(",") }
        if format.isPretty { try breakLine(depth) }
    }

    @inline(__always)
    func endItems(isEmpty: Bool, depth: Int) throws(JSONError) {
        if format.isPretty, !isEmpty { try breakLine(depth) }
    }

    /// Returns the maximum number of bytes of indentation in a text.
    ///
    /// An item takes at least two bytes, and each level adds two bytes of indentation. At a depth
    /// of 500, the indentation is 500 times as long as the value. Values of at most 60 levels stay
    /// below the limit at any size, and so do all values of at most 2 KB.
    ///
    /// - Parameter count: The number of bytes in the value.
    /// - Returns: The number of bytes.
    package static func maximumIndentation(forBytes count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: 64)
        return overflow ? .max : max(product, 1 << 20)
    }

    private func breakLine(_ depth: Int) throws(JSONError) {
        let length = 1 + 2 * depth
        indentationLeft -= length
        guard indentationLeft >= 0 else {
            throw JSONError(
                "the indentation would be far longer than the value; write it without indentation")
        }
        let line = reserve(length)
        line.storeBytes(of: UInt8(ascii: "\n"), as: UInt8.self)
        (line + 1).initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "), count: 2 * depth)
        advance(length)
    }
}
