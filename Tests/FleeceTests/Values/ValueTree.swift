import Fleece

/// A string that is compared by its bytes, like keys and strings of documents.
///
/// Swift strings are equal if they are canonically equivalent.
struct Text: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let description: String

    init(_ text: String) {
        description = text
    }

    init(stringLiteral text: String) {
        description = text
    }

    var utf8: String.UTF8View { description.utf8 }

    static func == (left: Text, right: Text) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
    }
}

/// A double that is compared by its bits, so that `-0.0` differs from `0.0`.
struct Bits: Hashable, Sendable, ExpressibleByFloatLiteral {
    let value: Double

    init(_ value: Double) {
        self.value = value
    }

    init(floatLiteral value: Double) {
        self.value = value
    }

    static func == (left: Bits, right: Bits) -> Bool {
        left.value.bitPattern == right.value.bitPattern
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(value.bitPattern)
    }
}

/// A tree of values in memory, for comparing Fleece and JSON.
indirect enum ValueTree: Equatable, Sendable {
    case null
    case undefined
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case float(Float)
    case double(Bits)
    case string(Text)
    case data([UInt8])
    case array([ValueTree])
    case dictionary([Text: ValueTree])
    /// A value whose accessor returned nil.
    case unreadable

    /// Creates a tree from a value by its public accessors.
    init(_ value: FleeceValue) {
        switch value.kind {
        case .null: self = .null
        case .undefined: self = .undefined
        case .boolean: self = value.boolean.map(Self.boolean) ?? .unreadable
        case .integer:
            self = value.int64.map(Self.integer) ?? value.uint64.map(Self.unsigned) ?? .unreadable
        case .float: self = value.float.map(Self.float) ?? .unreadable
        case .double: self = value.double.map { .double(Bits($0)) } ?? .unreadable
        case .string: self = value.string.map { .string(Text($0)) } ?? .unreadable
        case .data: self = value.data.map(Self.data) ?? .unreadable
        case .array: self = value.array.map { .array($0.map(Self.init)) } ?? .unreadable
        case .dictionary: self = value.dictionary.map(Self.init) ?? .unreadable
        }
    }

    init(_ dictionary: FleeceDictionary) {
        var pairs: [Text: ValueTree] = [:]
        for (key, value) in dictionary { pairs[Text(key)] = ValueTree(value) }
        self = .dictionary(pairs)
    }

    /// Creates a tree from Fleece bytes; without a root, it is unreadable.
    init(_ bytes: [UInt8], sharedKeys: SharedKeys = .empty) {
        self = FleeceStorage(bytes, sharedKeys: sharedKeys).root.map(Self.init) ?? .unreadable
    }
}

extension SharedKeys {
    /// Returns a table of the given keys, numbered from 0.
    static func of(_ keys: String...) -> SharedKeys {
        let table = MutableSharedKeys()
        for key in keys { _ = table.number(for: key) }
        return table.snapshot
    }
}
