// The syntax is that of ECMAScript, excluding features that require backtracking: backreferences,
// lookahead and lookbehind.
//
//   choice    sequence { "|" sequence }
//   sequence  { atom [ "*" | "+" | "?" | "{" n [ "," [ m ] ] "}" [ "?" ] ] }
//   atom      character | "." | "^" | "$" | "[" … "]" | "(" choice ")" | "(?:" choice ")" | "\" …

/// A parser of regular expressions.
package struct PatternParser {
    package static let depthLimit = 100
    static let repetitionLimit = 1000
    /// The maximum length in bytes.
    ///
    /// The program of a longer expression would usually be too large.
    package static let lengthLimit = 1 << 16

    private let scalars: [UInt32]
    private var position = 0
    private var depth = 0
    private(set) var captureCount = 0

    private init(_ text: String) {
        scalars = text.unicodeScalars.map(\.value)
    }

    package static func parse(
        _ text: String
    ) throws(PatternError) -> (PatternNode, captureCount: Int) {
        guard text.utf8.count <= lengthLimit else { throw .tooLarge }
        var parser = PatternParser(text)
        let node = try parser.parseChoice()
        guard parser.position == parser.scalars.count else {
            throw parser.error("unexpected closing parenthesis")
        }
        return (node, parser.captureCount)
    }

    private func error(_ message: String) -> PatternError {
        PatternError(description: "invalid regular expression at \(position): \(message)")
    }

    private func peek(_ character: Unicode.Scalar, ahead distance: Int = 0) -> Bool {
        position + distance < scalars.count && scalars[position + distance] == character.value
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard peek(character) else { return false }
        position += 1
        return true
    }

    private mutating func next() throws(PatternError) -> UInt32 {
        guard position < scalars.count else { throw error("unexpected end") }
        position += 1
        return scalars[position - 1]
    }

    private mutating func parseChoice() throws(PatternError) -> PatternNode {
        guard depth < Self.depthLimit else { throw error("groups are nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        var choices = [try parseSequence()]
        while accept("|") { choices.append(try parseSequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func parseSequence() throws(PatternError) -> PatternNode {
        var items: [PatternNode] = []
        while position < scalars.count, !peek("|"), !peek(")") {
            items.append(try parseRepetition(of: try parseAtom()))
        }
        return items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
    }

    private mutating func parseRepetition(
        of atom: PatternNode
    ) throws(PatternError) -> PatternNode {
        let least: Int
        let most: Int?
        if accept("*") {
            (least, most) = (0, nil)
        } else if accept("+") {
            (least, most) = (1, nil)
        } else if accept("?") {
            (least, most) = (0, 1)
        } else if accept("{") {
            (least, most) = try parseCounts()
        } else {
            return atom
        }
        let isGreedy = !accept("?")
        if peek("*") || peek("+") || peek("?") || peek("{") {
            throw error("nothing to repeat")
        }
        return .repeated(atom, least: least, most: most, isGreedy: isGreedy)
    }

    private mutating func parseCounts() throws(PatternError) -> (Int, Int?) {
        let least = try parseCount()
        if accept("}") { return (least, least) }
        guard accept(",") else { throw error("expected ',' or '}'") }
        if accept("}") { return (least, nil) }
        let most = try parseCount()
        guard accept("}") else { throw error("expected '}'") }
        guard most >= least else { throw error("the maximum count is below the minimum") }
        return (least, most)
    }

    private mutating func parseCount() throws(PatternError) -> Int {
        var count: Int?
        while position < scalars.count, (0x30...0x39).contains(scalars[position]) {
            count = (count ?? 0) * 10 + Int(scalars[position] - 0x30)
            guard let count, count <= Self.repetitionLimit else {
                throw error("a repetition count exceeds \(Self.repetitionLimit)")
            }
            position += 1
        }
        guard let count else { throw error("expected a count") }
        return count
    }

    private mutating func parseAtom() throws(PatternError) -> PatternNode {
        let scalar = try next()
        switch Unicode.Scalar(scalar) {
        case ".": return .set(.anyButLineEnd)
        case "^": return .start
        case "$": return .end
        case "(": return try parseGroup()
        case "[": return .set(try parseSet())
        case "\\": return try parseEscape()
        case "*", "+", "?", "{", "}", "]": throw error("a special character must be escaped")
        default: return .scalar(scalar)
        }
    }

    private mutating func parseGroup() throws(PatternError) -> PatternNode {
        var number: Int?
        if accept("?") {
            guard accept(":") else {
                throw error("lookahead, lookbehind and named groups are not supported")
            }
        } else {
            captureCount += 1
            number = captureCount
        }
        let inner = try parseChoice()
        guard accept(")") else { throw error("a parenthesis is not closed") }
        return number.map { .capture($0, inner) } ?? inner
    }

    private mutating func parseEscape() throws(PatternError) -> PatternNode {
        if accept("b") { return .wordBoundary(isNegated: false) }
        if accept("B") { return .wordBoundary(isNegated: true) }
        if position < scalars.count, let set = ScalarSet.escaped(scalars[position]) {
            position += 1
            return .set(set)
        }
        return .scalar(try parseEscapedScalar())
    }

    private mutating func parseEscapedScalar() throws(PatternError) -> UInt32 {
        let scalar = try next()
        switch Unicode.Scalar(scalar) ?? "\0" {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0": return 0
        case "x": return try parseHexadecimal(2)
        case "u": return try parseHexadecimal(4)
        case ("1" as Unicode.Scalar)...("9" as Unicode.Scalar):
            throw error("backreferences are not supported")
        case ("a" as Unicode.Scalar)...("z" as Unicode.Scalar),
            ("A" as Unicode.Scalar)...("Z" as Unicode.Scalar):
            throw error("unknown escape sequence")
        default: return scalar
        }
    }

    private mutating func parseHexadecimal(_ count: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let scalar = Unicode.Scalar(try next()),
                let digit = Character(scalar).hexDigitValue
            else { throw error("expected \(count) hexadecimal digits") }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private mutating func parseSet() throws(PatternError) -> ScalarSet {
        var ranges: [ClosedRange<UInt32>] = []
        let isNegated = accept("^")
        while !accept("]") {
            if peek("["), peek(":", ahead: 1) {
                throw error("named character classes are not supported")
            }
            guard let first = try parseSetItem(&ranges) else { continue }
            guard peek("-"), !peek("]", ahead: 1) else {
                ranges.append(first...first)
                continue
            }
            position += 1
            guard let last = try parseSetItem(&ranges), last >= first else {
                throw error("the end of a character range precedes its start")
            }
            ranges.append(first...last)
        }
        return ScalarSet(ranges, isNegated: isNegated)
    }

    /// Returns a character of a set, or `nil` if the item was a character class, which is added to
    /// the ranges.
    private mutating func parseSetItem(
        _ ranges: inout [ClosedRange<UInt32>]
    ) throws(PatternError) -> UInt32? {
        let scalar = try next()
        guard scalar == 0x5C else { return scalar }
        if accept("b") { return 0x08 }
        if position < scalars.count, let inner = ScalarSet.escaped(scalars[position]) {
            position += 1
            ranges += inner.contained
            return nil
        }
        return try parseEscapedScalar()
    }
}
