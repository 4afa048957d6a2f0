extension JSONReader {
    /// Reads a string and writes it as a value or as a key.
    mutating func copyString(asKey: Bool = false) throws(JSONError) {
        if let content = try readString() {
            if asKey { writer.writeKey(utf8: content) } else { writer.write(utf8: content) }
        } else {
            unescaped.withUnsafeBytes { content in
                if asKey { writer.writeKey(utf8: content) } else { writer.write(utf8: content) }
            }
        }
    }

    /// Reads a string from its opening to its closing quotation mark.
    ///
    /// - Returns: The bytes in the text, or `nil` if the string contains escapes; `unescaped` then
    ///   contains its bytes.
    @inline(__always)
    private mutating func readString() throws(JSONError) -> UnsafeRawBufferPointer? {
        index &+= 1
        let start = index
        try skipCharacters(since: start)
        if text[index] == UInt8(ascii: "\"") {
            let content = UnsafeRawBufferPointer(rebasing: text[start..<index])
            index &+= 1
            return content
        }
        try readEscapedString(from: start)
        return nil
    }

    /// Advances to the next quotation mark or backslash, and validates the characters before it.
    @inline(__always)
    private mutating func skipCharacters(since start: Int) throws(JSONError) {
        while true {
            index = endOfPlainText(text, from: index)
            guard index < text.count else { throw error("a string is not closed", at: start - 1) }
            let byte = text[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            if byte < 0x20 { throw controlCharacter(byte) }
            let length = lengthOfUTF8Sequence(text, at: index)
            guard length > 0 else { throw error("invalid UTF-8 in a string") }
            index &+= length
        }
    }

    private func controlCharacter(_ byte: UInt8) -> JSONError {
        let code = String(byte, radix: 16)
        return error("control character 0x\(code) in a string; it must be written as an escape")
    }

    /// Reads the rest of a string that starts at `start`, beginning with its first backslash.
    private mutating func readEscapedString(from start: Int) throws(JSONError) {
        unescaped.removeAll(keepingCapacity: true)
        var run = start
        while true {
            unescaped.append(contentsOf: text[run..<index])
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return }
            try readEscape()
            run = index
            try skipCharacters(since: start)
        }
    }

    private mutating func readEscape() throws(JSONError) {
        guard index < text.count else { throw error("a string is not closed") }
        let byte = text[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): try readUnicodeEscape()
        default:
            index -= 1
            throw unexpected("one of \"\\/bfnrtu after the backslash")
        }
    }

    private mutating func readUnicodeEscape() throws(JSONError) {
        let start = index - 2
        var code = try readHexadecimal()
        if code & 0xFC00 == 0xD800 {
            guard index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
                text[index + 1] == UInt8(ascii: "u")
            else { throw error("a high surrogate without a low one", at: start) }
            index += 2
            let low = try readHexadecimal()
            guard low & 0xFC00 == 0xDC00 else {
                throw error("a high surrogate without a low one", at: start)
            }
            code = 0x10000 + (code & 0x3FF) << 10 | low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw error("a low surrogate without a high one", at: start)
        }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func readHexadecimal() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard index < text.count else { throw unexpected("four hexadecimal digits") }
            let byte = text[index]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw unexpected("four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }
}
