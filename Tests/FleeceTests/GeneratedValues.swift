import QuireTestSupport

/// A generator of random values that JSON can represent.
struct GeneratedValues {
    private(set) var generator: SplitMix64
    /// The number of generated values, including nested ones.
    private(set) var count = 0

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Generates a value that is nested at most as deeply as the given depth.
    mutating func next(depth: Int = 4) -> ValueTree {
        count += 1
        switch generator.next(below: depth > 0 ? 12 : 8) {
        case 0: return .null
        case 1: return .boolean(generator.next(below: 2) == 0)
        case 2, 3: return integer()
        case 4: return .double(Bits(double()))
        case 5, 6, 7: return .string(text())
        case 8, 9: return .array((0..<generator.next(below: 6)).map { _ in next(depth: depth - 1) })
        default: return dictionary(depth)
        }
    }

    private mutating func dictionary(_ depth: Int) -> ValueTree {
        var pairs: [Text: ValueTree] = [:]
        for _ in 0..<generator.next(below: 6) { pairs[key()] = next(depth: depth - 1) }
        return .dictionary(pairs)
    }

    /// Generates an integer with a random number of bits, often 64, so that small integers are as
    /// likely as large ones.
    private mutating func integer() -> ValueTree {
        let unused = generator.next(below: 4) == 0 ? 0 : generator.next(below: 64)
        let bits = generator.next() >> UInt64(unused)
        if generator.next(below: 2) == 0 { return .integer(Int64(truncatingIfNeeded: bits)) }
        return bits > UInt64(Int64.max) ? .unsigned(bits) : .integer(Int64(bits))
    }

    /// Generates a double with random bits, except infinities and NaN; some have few digits.
    mutating func double() -> Double {
        if generator.next(below: 3) == 0 { return Double(generator.next(below: 4000) - 2000) / 8 }
        let value = Double(bitPattern: generator.next())
        return value.isFinite ? value : 0.5
    }

    private static let keys: [Text] = [
        "id", "name", "type", "address", "city", "a key that is longer than sixteen bytes", "@type",
        "", "ключ", "\u{E9}", "e\u{301}", "line\nbreak", "quote\"", "0", "k-1", "k_2",
    ]

    private mutating func key() -> Text {
        if generator.next(below: 2) == 0 {
            return Self.keys[generator.next(below: Self.keys.count)]
        }
        return Text("k\(generator.next(below: 50))")
    }

    private static let pieces = [
        "a", "b", "hotel", " ", "0", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "ö",
        "€", "\u{2028}", "😀", "e\u{301}", "\u{FFFD}", "\u{10FFFF}", "Bergen",
        "a longer piece of it",
    ]

    private mutating func text() -> Text {
        let count = generator.next(below: 4)
        return Text(
            (0..<count).map { _ in Self.pieces[generator.next(below: Self.pieces.count)] }.joined())
    }
}

extension ValueTree {
    /// Returns the pairs of a dictionary in an order that is neither random nor sorted: by key
    /// length,
    /// then by the reversed bytes.
    static func ordered(_ pairs: [Text: ValueTree]) -> [(key: Text, value: ValueTree)] {
        pairs.sorted { left, right in
            let (left, right) = (left.key.utf8, right.key.utf8)
            return left.count == right.count
                ? left.reversed().lexicographicallyPrecedes(right.reversed())
                : left.count < right.count
        }
    }
}
