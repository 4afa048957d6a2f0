/// A regular expression compiled to the steps of a matcher.
package struct PatternProgram {
    package enum Step {
        case scalar(UInt32)
        case set(ScalarSet)
        /// Continues at both locations, and prefers the first one.
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case start
        case end
        case wordBoundary(isNegated: Bool)
        case match
    }

    /// The maximum number of steps, which bounds the time together with the length of the text.
    package static let limit = 5000
    /// The maximum number of nodes to visit during compilation.
    ///
    /// A repetition of an empty node emits no steps. Without this limit, compiling nested
    /// repetitions would take almost unlimited time.
    private static let visitLimit = 100_000

    private var visits = 0

    package private(set) var steps: [Step] = []
    /// The number of captured groups, excluding the whole match.
    let captureCount: Int
    /// The byte that every match begins with, or `nil` if it is unknown.
    private(set) var firstByte: UInt8?

    /// - Throws: ``PatternError`` if the text is not a valid regular expression or is too large.
    package init(_ pattern: String) throws(PatternError) {
        let (node, captureCount) = try PatternParser.parse(pattern)
        self.captureCount = captureCount
        try emit(.save(0))
        try append(node)
        try emit(.save(1))
        try emit(.match)
        if case .scalar(let scalar) = steps[1], scalar < 0x80 { firstByte = UInt8(scalar) }
    }

    private mutating func emit(_ step: Step) throws(PatternError) {
        guard steps.count < Self.limit else {
            throw .tooLarge
        }
        steps.append(step)
    }

    private mutating func append(_ node: PatternNode) throws(PatternError) {
        visits += 1
        guard visits <= Self.visitLimit else { throw .tooLarge }
        switch node {
        case .empty: break
        case .scalar(let scalar): try emit(.scalar(scalar))
        case .set(let set): try emit(.set(set))
        case .sequence(let items): for item in items { try append(item) }
        case .choice(let items): try append(choice: items)
        case .repeated(let item, let least, let most, let isGreedy):
            try appendRepetition(of: item, least: least, most: most, isGreedy: isGreedy)
        case .capture(let number, let item):
            try emit(.save(2 * number))
            try append(item)
            try emit(.save(2 * number + 1))
        case .start: try emit(.start)
        case .end: try emit(.end)
        case .wordBoundary(let isNegated): try emit(.wordBoundary(isNegated: isNegated))
        }
    }

    private mutating func append(choice items: [PatternNode]) throws(PatternError) {
        var jumps: [Int] = []
        for (index, item) in items.enumerated() {
            let split = steps.count
            if index < items.count - 1 { try emit(.split(split + 1, 0)) }
            try append(item)
            guard index < items.count - 1 else { break }
            jumps.append(steps.count)
            try emit(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func appendRepetition(
        of item: PatternNode, least: Int, most: Int?, isGreedy: Bool
    ) throws(PatternError) {
        for _ in 0..<least { try append(item) }
        guard let most else {
            let split = steps.count
            try emit(.split(0, 0))
            try append(item)
            try emit(.jump(split))
            steps[split] = branch(to: split + 1, or: steps.count, isGreedy: isGreedy)
            return
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(steps.count)
            try emit(.split(0, 0))
            try append(item)
        }
        for split in splits {
            steps[split] = branch(to: split + 1, or: steps.count, isGreedy: isGreedy)
        }
    }

    private func branch(to inner: Int, or after: Int, isGreedy: Bool) -> Step {
        isGreedy ? .split(inner, after) : .split(after, inner)
    }
}
