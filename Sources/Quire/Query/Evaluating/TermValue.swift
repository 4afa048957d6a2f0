import Fleece
import Foundation

/// The value of a term of a query, as the language has it.
enum TermValue {
    case missing
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`, which counts as the negative one of the same bits.
    case unsigned(UInt64)
    case double(Double)
    case text(String)
    /// An array, a dictionary or data.
    case collection(FleeceValue)

    init(_ value: FleeceValue?) {
        guard let value else {
            self = .missing
            return
        }
        switch value.kind {
        case .undefined: self = .missing
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean == true)
        case .integer:
            self = value.int64.map { .integer($0) } ?? .unsigned(value.uint64 ?? 0)
        case .float, .double: self.init(value.double ?? .nan)
        case .string: self = value.string.map { .text($0) } ?? .missing
        case .data, .array, .dictionary: self = .collection(value)
        }
    }

    /// A number; one that is none is missing.
    init(_ number: Double) {
        self = number.isNaN ? .missing : .double(number)
    }

    /// A truth value, or missing.
    init(_ truth: Bool?) {
        self = truth.map { .boolean($0) } ?? .missing
    }
}

extension TermValue {
    var isMissing: Bool { if case .missing = self { true } else { false } }

    var isNull: Bool { if case .null = self { true } else { false } }

    /// The items, if this is an array.
    var array: FleeceArray? { if case .collection(let value) = self { value.array } else { nil } }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// What the value is as a condition: `nil` if it is missing.
    var truth: Bool? {
        switch number {
        case nil: nil
        case .integer(let value)?: value != 0
        case .double(let value)?: value != 0
        }
    }

    /// A number to reckon with.
    enum Number {
        case integer(Int64)
        case double(Double)

        var double: Double {
            switch self {
            case .integer(let value): Double(value)
            case .double(let value): value
            }
        }

        /// The number without its fraction, or the nearest that there is.
        fileprivate var whole: Int64 {
            switch self {
            case .integer(let value): value
            case .double(let value):
                Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
            }
        }
    }

    /// What the value is as a number, of a text what it begins with; `nil` if it is missing.
    var number: Number? {
        switch self {
        case .missing: nil
        case .null, .collection: .integer(0)
        case .boolean(let value): .integer(value ? 1 : 0)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .integer(Int64(bitPattern: value))
        case .double(let value): .double(value)
        case .text(let text): Self.number(atStartOf: text)
        }
    }

    /// The number that a text begins with, as SQL reads it; 0 if there is none.
    private static func number(atStartOf text: String) -> Number {
        var rest = Substring(text).utf8
        func digits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        func skip(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let start = rest
        _ = skip("+-")
        var count = digits()
        let whole = text[start.startIndex..<rest.startIndex]
        var isWhole = true
        if skip(".") {
            isWhole = false
            count += digits()
        }
        guard count > 0 else { return .integer(0) }
        let mantissa = rest
        if skip("eE") {
            _ = skip("+-")
            if digits() > 0 { isWhole = false } else { rest = mantissa }
        }
        if isWhole, let integer = Int64(whole) { return .integer(integer) }
        return .double(strtod(String(text[start.startIndex..<rest.startIndex]), nil))
    }

    /// The whole number that the value begins with; `nil` if it is missing.
    var wholeNumber: Int64? {
        if case .text(let text) = self {
            let digits = text.prefix { $0.isASCII && !".eE".contains($0) }
            return Self.number(atStartOf: String(digits)).whole
        }
        return number?.whole
    }

    /// The type's name in the language, or `nil` for missing and null.
    var typeName: String? {
        switch self {
        case .missing, .null: nil
        case .boolean: "boolean"
        case .integer, .unsigned, .double: "number"
        case .text: "string"
        case .collection(let value):
            switch value.kind {
            case .array: "array"
            case .data: "binary"
            default: "object"
            }
        }
    }

    /// The value as text, as it is put together with others; `nil` if it is missing.
    var concatenable: String? {
        switch self {
        case .missing: nil
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .unsigned(let value): String(Int64(bitPattern: value))
        case .double(let value): value.description
        case .text(let text): text
        case .collection(let value): (try? value.json(.canonical)) ?? ""
        }
    }

    /// The value, or null if it is missing.
    var orNull: TermValue { isMissing ? .null : self }

    /// The value as an item that a query makes: integers above `Int64.max` are negative there.
    var asItem: TermValue {
        if case .unsigned(let value) = self { .integer(Int64(bitPattern: value)) } else { self }
    }

    /// Writes the value; a missing one must not be.
    func encode(_ writer: FleeceWriter) -> FleeceSlot {
        switch self {
        case .missing, .null: writer.encodeNull()
        case .boolean(let value): writer.encode(value)
        case .integer(let value): writer.encode(value)
        case .unsigned(let value): writer.encode(value)
        case .double(let value): writer.encode(value)
        case .text(let text): writer.encode(text)
        case .collection(let value): writer.encode(copyOf: value)
        }
    }
}
