import QuireTestSupport

/// A simple JSON serializer that is independent of the one under test.
///
/// It varies the syntax: white space or none, literal or escaped characters, large or small
/// exponents.
struct JSONText {
    private var generator: SplitMix64
    private var text = ""

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    mutating func spell(_ value: ValueTree) -> String {
        text = ""
        append(value)
        return text
    }

    private mutating func append(_ value: ValueTree) {
        appendSpace()
        switch value {
        case .null, .undefined, .unreadable: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        case .unsigned(let value): text += "\(value)"
        case .float(let value): text += "\(value)"
        case .double(let value): append(value.value)
        case .string(let value): append(value)
        case .data: text += "\"\""
        case .array(let items): append(items)
        case .dictionary(let pairs): append(pairs)
        }
        appendSpace()
    }

    private mutating func append(_ items: [ValueTree]) {
        text += "["
        if items.isEmpty { appendSpace() }
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            append(item)
        }
        text += "]"
    }

    private mutating func append(_ pairs: [Text: ValueTree]) {
        text += "{"
        if pairs.isEmpty { appendSpace() }
        for (index, pair) in ValueTree.ordered(pairs).enumerated() {
            if index > 0 { text += "," }
            appendSpace()
            append(pair.key)
            appendSpace()
            text += ":"
            append(pair.value)
        }
        text += "}"
    }

    private mutating func append(_ value: Double) {
        let digits = "\(value)"
        text += generator.next(below: 4) == 0 ? digits.uppercased() : digits
    }

    private mutating func append(_ value: Text) {
        text += "\""
        for scalar in value.description.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || generator.next(below: 16) == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private mutating func appendSpace() {
        switch generator.next(below: 24) {
        case 0: text += " "
        case 1: text += "\n"
        case 2: text += "\r\n\t"
        default: break
        }
    }
}
