import Fleece

// The order of all values: missing, numbers and truth values, texts by their bytes, null, arrays and
// dictionaries by their stored form.
extension TermValue {
    /// Compares two values: below zero, zero or above.
    ///
    /// Missing equals missing.
    func order(to other: TermValue) -> Int {
        if rank != other.rank { return rank < other.rank ? -1 : 1 }
        switch (self, other) {
        case (.text(let left), .text(let right)): return Self.order(left.utf8, right.utf8)
        case (.collection(let left), .collection(let right)):
            return Self.order(Self.bytes(of: left), Self.bytes(of: right))
        default:
            guard let left = number, let right = other.number, rank == Self.numberRank else {
                return 0
            }
            return Self.order(left, right)
        }
    }

    /// Whether this equals another value; `nil` if one of them is missing.
    func equals(_ other: TermValue) -> Bool? {
        isMissing || other.isMissing ? nil : order(to: other) == 0
    }

    private static let numberRank = 1

    private var rank: Int {
        switch self {
        case .missing: 0
        case .boolean, .integer, .unsigned, .double: Self.numberRank
        case .text: 2
        case .null: 3
        case .collection: 4
        }
    }

    private static func order<Bytes: Sequence<UInt8>>(_ left: Bytes, _ right: Bytes) -> Int {
        if left.lexicographicallyPrecedes(right) { return -1 }
        return right.lexicographicallyPrecedes(left) ? 1 : 0
    }

    /// The stored form of a value by itself.
    private static func bytes(of value: FleeceValue) -> [UInt8] {
        let writer = FleeceWriter()
        writer.write(copyOf: value)
        return (try? writer.finish()) ?? []
    }

    private static func order(_ left: Number, _ right: Number) -> Int {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): NumberOrder.compare(left, right)
        case (.integer(let left), .double(let right)): NumberOrder.compare(left, right)
        case (.double(let left), .integer(let right)): -NumberOrder.compare(right, left)
        case (.double(let left), .double(let right)): NumberOrder.compare(left, right)
        }
    }
}
