import Foundation

/// Finds the matches of a regular expression in UTF-8 text.
///
/// The matcher follows all paths through the program simultaneously, character by character, and
/// never backtracks. Therefore the time is bounded by the product of the lengths of the text and
/// the program, for every expression and text.
package struct PatternMatcher {
    /// The maximum number of steps in a search, which is some seconds of work.
    package static let workLimit = 400_000_000

    /// The program locations that are reached at one position in the text, in order of preference.
    private final class Threads {
        var locations: [Int] = []
        /// The captures of all locations, concatenated.
        var captures: [Int] = []
        private var marks: [Int]
        private var round = 0

        init(stepCount: Int) {
            marks = Array(repeating: 0, count: stepCount)
        }

        func clear() {
            locations.removeAll(keepingCapacity: true)
            captures.removeAll(keepingCapacity: true)
            round += 1
        }

        /// Marks a location, and returns `false` if it was already marked.
        func mark(_ location: Int) -> Bool {
            guard marks[location] != round else { return false }
            marks[location] = round
            return true
        }
    }

    private enum Task {
        case visit(Int)
        case restore(slot: Int, value: Int)
    }

    private let program: PatternProgram
    private let text: UnsafeRawBufferPointer
    private let slotCount: Int
    private let meter: WorkMeter
    private var current: Threads
    private var following: Threads
    private var tasks: [Task] = []
    private var work = 0
    private var charged = 0

    /// - Parameters:
    ///   - program: The compiled expression.
    ///   - text: The text, which must outlive the matcher.
    ///   - slots: The number of capture positions to record: none, two for the match, and two for
    ///     each group.
    ///   - meter: The meter that tracks the work.
    package init(
        _ program: PatternProgram, text: UnsafeRawBufferPointer, slots: Int,
        meter: WorkMeter = WorkMeter(nil)
    ) {
        self.program = program
        self.text = text
        self.meter = meter
        slotCount = slots
        current = Threads(stepCount: program.steps.count)
        following = Threads(stepCount: program.steps.count)
    }

    /// Finds the first match at or after a position.
    ///
    /// - Returns: The start and end of the match, followed by those of the groups, with -1 for
    ///   groups that did not take part; or `nil` if there is no match.
    /// - Throws: ``FunctionFailure`` if the search takes too long.
    package mutating func match(from start: Int) throws(FunctionFailure) -> [Int]? {
        var found: [Int]?
        var position = start
        current.clear()
        while true {
            if current.locations.isEmpty, found == nil, let first = program.firstByte {
                guard let next = find(first, from: position) else { break }
                position = next
            }
            if found == nil {
                var captures = Array(repeating: -1, count: slotCount)
                follow(0, at: position, &captures, into: current)
            }
            try charge((current.locations.count + 1) * (slotCount + 1))
            let (scalar, length) = UTF8Scalars.decode(text, at: position)
            if current.locations.isEmpty {
                guard found == nil, scalar != nil else { break }
                // No match can begin here, for example because `^` fails.
                position += length
                current.clear()
                continue
            }
            following.clear()
            step(scalar, to: position + length, &found)
            swap(&current, &following)
            if scalar == nil { break }
            position += length
        }
        return found
    }

    private func find(_ byte: UInt8, from position: Int) -> Int? {
        guard position < text.count, let start = text.baseAddress else { return nil }
        let found = memchr(start + position, Int32(byte), text.count - position)
        return found.map { UnsafeRawPointer($0) - start }
    }

    private mutating func step(_ scalar: UInt32?, to position: Int, _ found: inout [Int]?) {
        for (index, location) in current.locations.enumerated() {
            let isConsumed: Bool
            switch program.steps[location] {
            case .match:
                found = Array(current.captures[(index * slotCount)..<((index + 1) * slotCount)])
                // The remaining locations have a lower preference.
                return
            case .scalar(let wanted): isConsumed = scalar == wanted
            case .set(let set): isConsumed = scalar.map(set.contains) ?? false
            default: isConsumed = false
            }
            guard isConsumed else { continue }
            var captures = Array(
                current.captures[(index * slotCount)..<((index + 1) * slotCount)])
            follow(location + 1, at: position, &captures, into: following)
        }
    }

    /// Adds all locations that can be reached without consuming a character.
    private mutating func follow(
        _ location: Int, at position: Int, _ captures: inout [Int], into threads: Threads
    ) {
        tasks.append(.visit(location))
        while let task = tasks.popLast() {
            switch task {
            case .restore(let slot, let value): captures[slot] = value
            case .visit(let location):
                guard threads.mark(location) else { continue }
                visit(location, at: position, &captures, into: threads)
            }
        }
    }

    private mutating func visit(
        _ location: Int, at position: Int, _ captures: inout [Int], into threads: Threads
    ) {
        work += 1
        switch program.steps[location] {
        case .jump(let target): tasks.append(.visit(target))
        case .split(let first, let second):
            tasks.append(.visit(second))
            tasks.append(.visit(first))
        case .save(let slot):
            if slot < slotCount {
                tasks.append(.restore(slot: slot, value: captures[slot]))
                captures[slot] = position
            }
            tasks.append(.visit(location + 1))
        case .start: if position == 0 { tasks.append(.visit(location + 1)) }
        case .end: if position == text.count { tasks.append(.visit(location + 1)) }
        case .wordBoundary(let isNegated):
            if isBoundary(position) != isNegated { tasks.append(.visit(location + 1)) }
        case .scalar, .set, .match:
            threads.locations.append(location)
            threads.captures += captures
        }
    }

    private func isBoundary(_ position: Int) -> Bool {
        let before = position > 0 && ScalarSet.word.contains(UInt32(text[position - 1]))
        let after = position < text.count && ScalarSet.word.contains(UInt32(text[position]))
        return before != after
    }

    private mutating func charge(_ count: Int) throws(FunctionFailure) {
        work += count
        if work > Self.workLimit {
            throw .invalid("the regular expression takes too long to match a text")
        }
        try meter.charge(work - charged)
        charged = work
    }
}
