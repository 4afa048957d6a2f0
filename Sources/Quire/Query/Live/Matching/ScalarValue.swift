import Fleece
import Foundation

/// A value as SQL sees it: `SQLiteResult.swift` tells how the values of documents look there.
///
/// A text is only borrowed.
enum ScalarValue {
    /// Nothing is known of it.
    case unknown
    case missing
    case null
    case integer(Int64)
    case double(Double)
    case text(UnsafeRawBufferPointer)
    /// An array, a dictionary or data: greater than everything else, and more is not known of it.
    case collection

    /// The value at a path of a body, as `fl_value` gives it.
    init(
        at path: FleecePath, in body: UnsafeRawBufferPointer, keys: SharedKeys
    ) {
        switch path.scalar(in: body, sharedKeys: keys) {
        case .missing: self = .missing
        case .null: self = .null
        case .boolean(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = Self(value)
        case .string(let text): self = .text(text)
        case .other: self = Self.other(at: path, in: body, keys: keys)
        }
    }

    /// A number; to SQL one that is none is missing.
    init(_ number: Double) {
        self = number.isNaN ? .missing : .double(number)
    }

    private static func other(
        at path: FleecePath, in body: UnsafeRawBufferPointer, keys: SharedKeys
    ) -> Self {
        FleeceStorage.withBorrowed(body, sharedKeys: keys) { storage in
            guard let value = storage.root?.value(at: path) else { return .missing }
            return switch value.kind {
            case .array, .dictionary, .data: .collection
            case .integer:
                .integer(value.int64 ?? Int64(bitPattern: value.uint64 ?? 0))
            default: .unknown
            }
        }
    }
}

extension ScalarValue {
    /// Whether this comes before another value (below 0), is equal to it (0) or comes behind it;
    /// `nil` if that is not known or one of them is missing.
    func order(to other: Self) -> Int? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)):
            return NumberOrder.compare(left, right)
        case (.double(let left), .double(let right)): return NumberOrder.compare(left, right)
        case (.integer(let left), .double(let right)): return NumberOrder.compare(left, right)
        case (.double(let left), .integer(let right)): return -NumberOrder.compare(right, left)
        case (.text(let left), .text(let right)): return Self.order(left, right)
        case (.null, .null): return 0
        default:
            guard let rank, let otherRank = other.rank, rank != otherRank else { return nil }
            return rank < otherRank ? -1 : 1
        }
    }

    var isMissing: Bool {
        if case .missing = self { true } else { false }
    }

    var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    /// The place of the kind of value among the others.
    private var rank: Int? {
        switch self {
        case .unknown, .missing: nil
        case .integer, .double: 1
        case .text: 2
        case .null: 3
        case .collection: 4
        }
    }

    private static func order(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Int {
        let shared = min(left.count, right.count)
        if shared > 0, let start = left.baseAddress, let other = right.baseAddress {
            let order = Int(memcmp(start, other, shared))
            if order != 0 { return order }
        }
        return left.count - right.count
    }
}

extension ScalarValue {
    /// A number that values which are equal have in common, or `nil` if there is none to be had.
    var equalityHash: UInt64? {
        var hasher = Hasher()
        switch self {
        case .unknown, .collection: return nil
        case .missing: hasher.combine(0 as UInt8)
        case .null: hasher.combine(1 as UInt8)
        case .integer(let value): hasher.combine(value)
        case .double(let value):
            // A whole number equals its integer.
            if let whole = Int64(exactly: value) {
                hasher.combine(whole)
            } else {
                hasher.combine(value)
            }
        case .text(let bytes): hasher.combine(bytes: bytes)
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
