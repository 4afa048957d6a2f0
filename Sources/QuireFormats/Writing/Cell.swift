package import Fleece

/// A value in a printed row.
package enum Cell: Hashable {
    /// A missing value.
    case missing
    /// JSON's null.
    case null
    case text(String)
    /// A number in JSON syntax.
    case number(String)
    /// Any other value, as JSON.
    case json(String)

    /// Creates a cell for a stored value.
    ///
    /// Non-finite numbers and strings that are not UTF-8 become `null`.
    package init(_ value: FleeceValue?) {
        guard let value else {
            self = .missing
            return
        }
        switch value.kind {
        case .undefined: self = .missing
        case .null: self = .null
        case .string: self = value.string.map(Cell.text) ?? .null
        case .integer, .float, .double: self = .number(Self.json(value))
        default: self = .json(Self.json(value))
        }
    }

    package init(_ number: some BinaryInteger) { self = .number("\(number)") }

    package init(_ text: String?) { self = text.map(Cell.text) ?? .missing }

    /// The cell as JSON; `nil` if the value is missing.
    package var json: String? {
        switch self {
        case .missing: nil
        case .null: "null"
        case .text(let text): JSONNode.quoted(text)
        case .number(let text), .json(let text): text
        }
    }

    /// The cell as plain text; empty if the value is missing.
    package var plain: String {
        switch self {
        case .missing: ""
        case .null: "null"
        case .text(let text), .number(let text), .json(let text): text
        }
    }

    /// Whether the cell is right-aligned.
    package var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    private static func json(_ value: FleeceValue) -> String {
        (try? value.json(JSONFormat(writesInfinityAsNull: true))) ?? "null"
    }
}
