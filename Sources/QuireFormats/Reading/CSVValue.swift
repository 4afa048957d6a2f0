/// The value of an unquoted field of a CSV file.
///
/// Quoted fields are strings. Unquoted fields that are not valid JSON numbers or literals are also
/// strings, so `007` and `+1` keep their characters.
enum CSVValue: Hashable {
    /// An empty field: the document does not contain the key.
    case missing
    case null
    case boolean(Bool)
    /// A number in JSON syntax.
    case number(String)
    case text(String)

    /// Parses a field.
    init(unquoted text: String) {
        switch text {
        case "": self = .missing
        case "null": self = .null
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        default: self = Self.isNumber(text.utf8) ? .number(text) : .text(text)
        }
    }

    private static func isNumber(_ text: String.UTF8View) -> Bool {
        var rest = Substring(decoding: text, as: UTF8.self).utf8
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = digits(&rest)
        guard whole == 1 || whole > 1 && !isZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                rest.removeFirst()
            }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Consumes leading digits and returns their count.
    private static func digits(_ rest: inout Substring.UTF8View) -> Int {
        var count = 0
        while let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            rest.removeFirst()
            count += 1
        }
        return count
    }
}
