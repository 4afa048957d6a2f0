/// A node of a regular expression's syntax tree.
package indirect enum PatternNode {
    case empty
    case scalar(UInt32)
    case set(ScalarSet)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// If `most` is `nil`, the number of repetitions is unlimited.
    case repeated(PatternNode, least: Int, most: Int?, isGreedy: Bool)
    case capture(Int, PatternNode)
    case start
    case end
    case wordBoundary(isNegated: Bool)
}

/// A set of Unicode scalars, such as `[a-z]`.
package struct ScalarSet {
    /// Disjoint ranges in ascending order.
    package let ranges: [ClosedRange<UInt32>]
    package let isNegated: Bool

    /// Creates a set from ranges in any order, which may overlap.
    package init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                let end = max(last.upperBound, range.upperBound)
                merged[merged.count - 1] = last.lowerBound...end
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
        self.isNegated = isNegated
    }

    /// - Complexity: O(log *n*) in the number of ranges.
    package func contains(_ scalar: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return (low < ranges.count && ranges[low].lowerBound <= scalar) != isNegated
    }

    /// The ranges of the scalars in the set.
    var contained: [ClosedRange<UInt32>] { isNegated ? complement : ranges }

    private var complement: [ClosedRange<UInt32>] {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
        return gaps
    }

    private static func of(_ characters: String, negated: Bool = false) -> ScalarSet {
        let scalars = Array(characters.unicodeScalars.map(\.value))
        return ScalarSet(
            stride(from: 0, to: scalars.count, by: 2).map { scalars[$0]...scalars[$0 + 1] },
            isNegated: negated)
    }

    /// All scalars except line terminators, as matched by `.`.
    static let anyButLineEnd = of("\n\n\r\r\u{2028}\u{2029}", negated: true)

    /// Returns the set for a letter after a backslash.
    package static func escaped(_ letter: UInt32) -> ScalarSet? {
        switch letter {
        case 0x64: of("09")
        case 0x44: of("09", negated: true)
        case 0x77: of("09AZaz__")
        case 0x57: of("09AZaz__", negated: true)
        case 0x73:
            of("\t\r  \u{A0}\u{A0}\u{1680}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{3000}\u{3000}")
        case 0x53:
            of(
                "\t\r  \u{A0}\u{A0}\u{1680}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{3000}\u{3000}",
                negated: true)
        default: nil
        }
    }

    package static let word = of("09AZaz__")
}

/// An error in a regular expression.
package struct PatternError: Error, CustomStringConvertible {
    package let description: String

    package static let tooLarge = PatternError(description: "the regular expression is too large")
}
