/// What a field of a CSV file means that does not stand in quotes.
///
/// Fields in quotes are text. So are those that are not written as JSON writes a number or a word:
/// `007` and `+1` are no numbers, and keep their characters.
enum CSVValue: Hashable {
    /// Nothing: the document has no such key.
    case missing
    case null
    case boolean(Bool)
    /// A number, as JSON has it.
    case number(String)
    case text(String)

    /// Reads a field.
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

    /// Takes the digits off the beginning, and counts them.
    private static func digits(_ rest: inout Substring.UTF8View) -> Int {
        var count = 0
        while let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
            rest.removeFirst()
            count += 1
        }
        return count
    }
}
