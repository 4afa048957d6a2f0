import Foundation

/// Finds the matches of a regular expression in UTF-8 text.
///
/// All ways through the program are gone at once, byte by byte, so the time is at most that of the
/// text's length times the program's: no expression and no text makes it go back and try again.
struct PatternMatcher {
    /// The most steps for one search, some seconds of work.
    static let workLimit = 400_000_000

    /// Places in the program that are reached at one place of the text, the best way first.
    private final class Threads {
        var places: [Int] = []
        /// The captures of each, one after another.
        var captures: [Int] = []
        private var marks: [Int]
        private var round = 0

        init(stepCount: Int) {
            marks = Array(repeating: 0, count: stepCount)
        }

        func clear() {
            places.removeAll(keepingCapacity: true)
            captures.removeAll(keepingCapacity: true)
            round += 1
        }

        /// Marks a place, unless it was reached before.
        func mark(_ place: Int) -> Bool {
            guard marks[place] != round else { return false }
            marks[place] = round
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
    ///   - program: The expression.
    ///   - text: The text, which stays for the matcher's life.
    ///   - slots: How many places are of interest: none, two for the match, and two for each group.
    ///   - meter: What the work is charged to.
    init(
        _ program: PatternProgram, _ text: UnsafeRawBufferPointer, slots: Int,
        _ meter: WorkMeter = WorkMeter(nil)
    ) {
        self.program = program
        self.text = text
        self.meter = meter
        slotCount = slots
        current = Threads(stepCount: program.steps.count)
        following = Threads(stepCount: program.steps.count)
    }

    /// Finds the first match at or behind a place.
    ///
    /// - Returns: Where the match begins and ends, then the groups, -1 for one that is not there;
    ///   or `nil` if there is no match.
    /// - Throws: ``FunctionFailure`` if it takes too long.
    mutating func match(from start: Int) throws(FunctionFailure) -> [Int]? {
        var found: [Int]?
        var position = start
        current.clear()
        while true {
            if current.places.isEmpty, found == nil, let first = program.firstByte {
                guard let next = find(first, from: position) else { break }
                position = next
            }
            if found == nil {
                var captures = Array(repeating: -1, count: slotCount)
                follow(0, at: position, &captures, into: current)
            }
            try charge((current.places.count + 1) * (slotCount + 1))
            let (scalar, length) = UTF8Scalars.decode(text, at: position)
            if current.places.isEmpty {
                guard found == nil, scalar != nil else { break }
                // Nothing begins here, as where `^` does not hold.
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
        for (index, place) in current.places.enumerated() {
            let isConsumed: Bool
            switch program.steps[place] {
            case .match:
                found = Array(current.captures[(index * slotCount)..<((index + 1) * slotCount)])
                // What comes after would be a worse match.
                return
            case .scalar(let wanted): isConsumed = scalar == wanted
            case .set(let set): isConsumed = scalar.map(set.contains) ?? false
            default: isConsumed = false
            }
            guard isConsumed else { continue }
            var captures = Array(
                current.captures[(index * slotCount)..<((index + 1) * slotCount)])
            follow(place + 1, at: position, &captures, into: following)
        }
    }

    /// Adds all places that are reached from one without a character.
    private mutating func follow(
        _ place: Int, at position: Int, _ captures: inout [Int], into threads: Threads
    ) {
        tasks.append(.visit(place))
        while let task = tasks.popLast() {
            switch task {
            case .restore(let slot, let value): captures[slot] = value
            case .visit(let place):
                guard threads.mark(place) else { continue }
                visit(place, at: position, &captures, into: threads)
            }
        }
    }

    private mutating func visit(
        _ place: Int, at position: Int, _ captures: inout [Int], into threads: Threads
    ) {
        work += 1
        switch program.steps[place] {
        case .jump(let target): tasks.append(.visit(target))
        case .split(let first, let second):
            tasks.append(.visit(second))
            tasks.append(.visit(first))
        case .save(let slot):
            if slot < slotCount {
                tasks.append(.restore(slot: slot, value: captures[slot]))
                captures[slot] = position
            }
            tasks.append(.visit(place + 1))
        case .start: if position == 0 { tasks.append(.visit(place + 1)) }
        case .end: if position == text.count { tasks.append(.visit(place + 1)) }
        case .wordBoundary(let isNegated):
            if isBoundary(position) != isNegated { tasks.append(.visit(place + 1)) }
        case .scalar, .set, .match:
            threads.places.append(place)
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
            throw .invalid("the regular expression takes too long on a text")
        }
        try meter.charge(work - charged)
        charged = work
    }
}
