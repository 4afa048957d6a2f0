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

    func append(base64 bytes: UnsafeRawBufferPointer) {
        Data(bytes).base64EncodedData().withUnsafeBytes { append(bytes: $0) }
    }

    // MARK: Strings

    /// Appends a quoted string, with escapes where JSON requires them.
    ///
    /// - Returns: `false` if the string is not valid UTF-8; the appended bytes are then unusable.
    func append(quoted text: UnsafeRawBufferPointer) -> Bool {
        // Plain text is copied while it is examined, eight bytes at a time. The last eight bytes may
        // overlap bytes that have been copied.
        let length = text.count
        let output = reserve(length &+ 2)
        output.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        var plain = 0
        if length >= 8 {
            while plain < length {
                let index = min(plain, length &- 8)
                let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                guard marksOfSpecialBytes(UInt64(littleEndian: word)) == 0 else { break }
                output.storeBytes(of: word, toByteOffset: index &+ 1, as: UInt64.self)
                plain = index &+ 8
            }
        } else {
            while plain < length, isPlain(text[plain]) {
                output.storeBytes(of: text[plain], toByteOffset: plain &+ 1, as: UInt8.self)
                plain &+= 1
            }
        }
        advance(1 &+ plain)
        guard plain == length || appendRest(of: text, from: plain) else { return false }
        append("\"")
        return true
    }

    /// Appends the rest of a string, whose next bytes may require escapes.
    private func appendRest(of text: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var run = start
        var index = start
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

    /// Appends a key that requires no escapes, with a comma before it and a colon after it.
    @inline(__always)
    func append(key: KeyWords, isFirst: Bool) {
        // One reservation and two stores of eight bytes for all keys of up to 16 bytes.
        var output = reserve(20)
        if !isFirst {
            output.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
            output += 1
        }
        output.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        output.storeBytes(of: key.low.littleEndian, toByteOffset: 1, as: UInt64.self)
        output.storeBytes(of: key.high.littleEndian, toByteOffset: 9, as: UInt64.self)
        output.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 1 &+ key.length, as: UInt8.self)
        output.storeBytes(of: UInt8(ascii: ":"), toByteOffset: 2 &+ key.length, as: UInt8.self)
        advance(3 &+ key.length &+ (isFirst ? 0 : 1))
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
