import Fleece

/// Collects the strings in a value.
struct StringsOfValue {
    /// Why the strings of a value are not collected.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private static let depthLimit = FleeceLimits().depth

    private var text: [UInt8] = []
    private var isEmpty = true
    // Parts of a value may be shared, so that a few bytes stand for very much: hostile ones. A
    // string that an encoder shares takes 2 bytes each time and has 15 at the most.
    private var remaining: Int

    private init(_ value: FleeceValue) {
        remaining = max(1 << 16, 16 * value.storage.count)
    }

    /// Returns the strings in a value, at any depth, in the order in which they lie, each on a line.
    ///
    /// - Parameter value: An array or a dictionary.
    /// - Returns: Their UTF-8 bytes, or `nil` if there is none.
    /// - Throws: ``Refusal`` if the value is nested too deep or repeats itself beyond measure.
    /// - Complexity: O(*n*) in the size of the value's storage.
    static func joined(_ value: FleeceValue) throws(Refusal) -> [UInt8]? {
        var strings = StringsOfValue(value)
        try strings.collect(value)
        return strings.isEmpty ? nil : strings.text
    }

    /// A collection whose items are being visited.
    private enum Level {
        case array(FleeceArray, next: Int)
        case dictionary(FleeceDictionary.Iterator)
        case ended

        init?(_ value: FleeceValue) {
            if let array = value.array {
                self = .array(array, next: 0)
            } else if let dictionary = value.dictionary {
                self = .dictionary(dictionary.makeIterator())
            } else {
                return nil
            }
        }

        mutating func next() -> FleeceValue? {
            switch self {
            case .array(let array, let index):
                guard index < array.count else { return nil }
                self = .array(array, next: index + 1)
                return array[index]
            case .dictionary(var pairs):
                // Whoever holds the iterator alone changes it without a copy of what it has seen.
                self = .ended
                let pair = pairs.next()
                self = .dictionary(pairs)
                return pair?.value
            case .ended: return nil
            }
        }
    }

    /// Visits a value with a stack of its own: the thread's may be small.
    private mutating func collect(_ value: FleeceValue) throws(Refusal) {
        var levels = Level(value).map { [$0] } ?? []
        while let last = levels.indices.last {
            guard let item = levels[last].next() else {
                levels.removeLast()
                continue
            }
            try charge(1)
            if item.kind == .string {
                try append(item)
            } else if let level = Level(item) {
                guard levels.count < Self.depthLimit else {
                    throw Refusal(description: "the value is nested too deep")
                }
                levels.append(level)
            }
        }
    }

    private mutating func append(_ string: FleeceValue) throws(Refusal) {
        let count = string.withStringBytes(\.count) ?? 0
        try charge(count)
        if !isEmpty { text.append(UInt8(ascii: "\n")) }
        isEmpty = false
        string.withStringBytes { text.append(contentsOf: $0) }
    }

    private mutating func charge(_ cost: Int) throws(Refusal) {
        remaining -= cost
        if remaining < 0 {
            throw Refusal(
                description: "the value has more text than its bytes could sensibly hold")
        }
    }
}
