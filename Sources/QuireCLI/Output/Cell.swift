import Fleece

/// A value in a row that a command prints.
enum Cell: Hashable {
    /// There is none.
    case missing
    /// JSON's null.
    case null
    /// Text.
    case text(String)
    /// A number, in the form that JSON has for it.
    case number(String)
    /// Any other value, as JSON.
    case json(String)

    /// Makes a cell of a stored value.
    ///
    /// An infinite number becomes `null`; text that is not UTF-8 has no form at all and does, too.
    init(_ value: FleeceValue?) {
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

    init(_ number: some BinaryInteger) { self = .number("\(number)") }

    init(_ text: String?) { self = text.map(Cell.text) ?? .missing }

    /// The cell as JSON; `nil` if there is no value.
    var json: String? {
        switch self {
        case .missing: nil
        case .null: "null"
        case .text(let text): JSONNode.quoted(text)
        case .number(let text), .json(let text): text
        }
    }

    /// The cell as text for people; nothing if there is no value.
    var plain: String {
        switch self {
        case .missing: ""
        case .null: "null"
        case .text(let text), .number(let text), .json(let text): text
        }
    }

    /// Whether it stands at the right of its column.
    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    private static func json(_ value: FleeceValue) -> String {
        (try? value.json(JSONFormat(writesInfinityAsNull: true))) ?? "null"
    }
}
