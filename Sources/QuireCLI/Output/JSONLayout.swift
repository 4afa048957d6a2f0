import Fleece

/// Indentation of valid JSON text without parsing its values, which preserves the order of keys and
/// the digits of numbers.
enum JSONLayout {
    /// Breaks JSON into lines, indented by two spaces.
    ///
    /// - Parameter json: Valid JSON.
    /// - Returns: The lines, or the unchanged text if the indentation would be far longer than the
    ///   text.
    static func pretty(_ json: String) -> String {
        var result: [UInt8] = []
        var indentationLeft = JSONWriter.maximumIndentation(forBytes: json.utf8.count)
        var depth = 0
        var isInString = false
        var isEscaped = false
        var previous: UInt8 = 0
        func breakLine(_ depth: Int) {
            indentationLeft -= 1 + 2 * depth
            guard indentationLeft >= 0 else { return }
            result.append(UInt8(ascii: "\n"))
            result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }
        for byte in json.utf8 {
            guard indentationLeft >= 0 else { return json }
            if isInString {
                result.append(byte)
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                previous = byte
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                continue
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if previous != UInt8(ascii: "["), previous != UInt8(ascii: "{") { breakLine(depth) }
            default:
                if previous == UInt8(ascii: "[") || previous == UInt8(ascii: "{") {
                    breakLine(depth)
                }
            }
            result.append(byte)
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ","): breakLine(depth)
            case UInt8(ascii: ":"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
            previous = byte
        }
        return indentationLeft < 0 ? json : String(decoding: result, as: UTF8.self)
    }
}
