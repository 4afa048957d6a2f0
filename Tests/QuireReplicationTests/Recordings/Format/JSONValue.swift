#if Replication
    import Foundation

    /// A JSON value, for comparisons that ignore the order of keys.
    indirect enum JSONValue: Hashable, Sendable, Decodable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([JSONValue])
        case object([String: JSONValue])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let string = try? container.decode(String.self) {
                self = .string(string)
            } else if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
            } else if let array = try? container.decode([JSONValue].self) {
                self = .array(array)
            } else if let object = try? container.decode([String: JSONValue].self) {
                self = .object(object)
            } else if let bool = try? container.decode(Bool.self) {
                self = .bool(bool)
            } else if container.decodeNil() {
                self = .null
            } else {
                self = .number(try container.decode(Double.self))
            }
        }

        /// Parses JSON text, or returns `nil` if it is invalid.
        init?(_ text: String) {
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
            else { return nil }
            self = value
        }

        var string: String? { if case .string(let value) = self { value } else { nil } }
        var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
        var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
        var object: [String: JSONValue]? {
            if case .object(let value) = self { value } else { nil }
        }

        subscript(key: String) -> JSONValue? { object?[key] }

        /// Returns the value with each string replaced.
        func mapStrings(_ transform: (String) -> String) -> JSONValue {
            switch self {
            case .string(let value): .string(transform(value))
            case .array(let items): .array(items.map { $0.mapStrings(transform) })
            case .object(let members): .object(members.mapValues { $0.mapStrings(transform) })
            case .null, .bool, .integer, .number: self
            }
        }

        /// The value as JSON text with sorted keys.
        var text: String {
            switch self {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .integer(let value): "\(value)"
            case .number(let value): "\(value)"
            case .string(let value): Self.quoted(value)
            case .array(let items): "[\(items.map(\.text).joined(separator: ","))]"
            case .object(let members):
                "{"
                    + members.sorted { $0.key < $1.key }
                    .map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
            }
        }

        private static func quoted(_ text: String) -> String {
            var result = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\": result += "\\\(scalar)"
                case _ where scalar.value < 0x20:
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result + "\""
        }
    }
#endif
