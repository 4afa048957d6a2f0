import Foundation

extension JSONWriter {
    /// Appends text in quotes, with escapes where JSON needs them.
    mutating func append(quoted text: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        var run = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"")
                || byte == UInt8(ascii: "\\")
            {
                append(bytes: UnsafeRawBufferPointer(rebasing: text[run..<index]))
                append(escape: byte)
                run = index + 1
            }
            index += 1
        }
        append(bytes: UnsafeRawBufferPointer(rebasing: text[run..<text.count]))
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escape byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default:
            append("u00")
            append(Self.hexadecimal[Int(byte >> 4)])
            append(Self.hexadecimal[Int(byte & 0x0F)])
        }
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    mutating func append(base64 bytes: UnsafeRawBufferPointer) {
        append(Data(bytes).base64EncodedString())
    }
}
