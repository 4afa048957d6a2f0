package import Fleece

/// A collector of the strings in a value.
package struct StringsOfValue {
    /// An error that says why the strings of a value cannot be collected.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
    }

    private static let depthLimit = FleeceLimits().depth

    private var text: [UInt8] = []
    private var isEmpty = true
    // The remaining work. Values may be shared, so a few hostile bytes can represent a huge value.
    // A string that an encoder shares takes 2 bytes for each use, and has at most 15 bytes.
    private var remaining: Int

    private init(_ value: FleeceValue) {
        remaining = max(1 << 16, 16 * value.storage.count)
    }

    /// Returns the strings in a value at any depth, in stored order, one per line.
    ///
    /// - Parameter value: An array or a dictionary.
    /// - Returns: The UTF-8 bytes of the strings, or `nil` if the value contains no string.
    /// - Throws: ``Refusal`` if the value is nested too deeply or repeats itself excessively.
    /// - Complexity: O(*n*) in the size of the value's storage.
    package static func joined(_ value: FleeceValue) throws(Refusal) -> [UInt8]? {
        var strings = StringsOfValue(value)
        try strings.collect(value)
        return strings.isEmpty ? nil : strings.text
    }

    /// A collection that is being visited.
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
                // Release the other reference first, so that the iterator is mutated in place and
                // not copied.
                self = .ended
                let pair = pairs.next()
                self = .dictionary(pairs)
                return pair?.value
            case .ended: return nil
            }
        }
    }

    /// Collects the strings of a value.
    ///
    /// The method is not recursive, because the thread's stack may be small.
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
                    throw Refusal(description: "the value is nested too deeply")
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
                description: "the value contains more text than its size allows")
        }
    }
}
