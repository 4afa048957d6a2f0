/// A JSON value whose objects preserve the order of their keys, for generated output.
package indirect enum JSONNode: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case string(String)
    case array([JSONNode])
    case object([(key: String, value: JSONNode)])
    /// Text that is already JSON.
    case raw(String)

    /// The JSON on one line.
    package var compact: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .string(let text): Self.quoted(text)
        case .raw(let text): text
        case .array(let items): "[" + items.map(\.compact).joined(separator: ",") + "]"
        case .object(let pairs):
            "{"
                + pairs.map { "\(Self.quoted($0.key)):\($0.value.compact)" }
                .joined(separator: ",") + "}"
        }
    }

    /// The JSON with one item per line.
    package var pretty: String { pretty(indent: "") }

    private func pretty(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .array(let items) where !items.isEmpty:
            let lines = items.map { inner + $0.pretty(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let pairs) where !pairs.isEmpty:
            let lines = pairs.map {
                "\(inner)\(Self.quoted($0.key)): \($0.value.pretty(indent: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default:
            return compact
        }
    }

    /// Returns a string as JSON.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
