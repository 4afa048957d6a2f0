/// What going through all of a value may still cost.
///
/// Parts of a value may be shared, so that a few bytes stand for very much: hostile ones. What an
/// encoder makes is far below the budget.
package struct VisitBudget {
    /// How many values are visited between two checks of the interruption.
    private static let interval = 1 << 15

    private var remaining: Int
    /// What is left at the next check.
    private var checkpoint = 0
    private var interruption: (any WorkInterruption)?

    package init(
        _ value: FleeceValue, limits: FleeceLimits = FleeceLimits(),
        endingWith interruption: (any WorkInterruption)? = nil
    ) {
        remaining = limits.values(in: value.storage.region)
        setInterruption(interruption)
    }

    init(
        _ values: some Sequence<FleeceValue>,
        endingWith interruption: (any WorkInterruption)? = nil
    ) {
        remaining = values.reduce(0) {
            max($0, FleeceLimits().values(in: $1.storage.region))
        }
        setInterruption(interruption)
    }

    private mutating func setInterruption(_ interruption: (any WorkInterruption)?) {
        guard interruption != nil, remaining > Self.interval else { return }
        self.interruption = interruption
        checkpoint = remaining - Self.interval
    }

    /// Checks at a checkpoint whether the visit goes on.
    private mutating func goesOn() -> Bool {
        guard remaining >= 0 else { return false }
        guard let interruption else { return true }
        if interruption.isDue {
            remaining = -1
            return false
        }
        checkpoint = max(0, remaining - Self.interval)
        return true
    }

    /// Counts a value or a key of some bytes.
    ///
    /// - Returns: Whether the budget allows it.
    @inline(__always)
    package mutating func allows(bytes: Int = 0) -> Bool {
        remaining -= 1 + bytes >> 4
        return remaining >= checkpoint || goesOn()
    }

    /// Counts the items of an array, whether or not they can be read.
    package mutating func allows(_ array: FleeceArray) -> Bool {
        remaining -= array.count
        return remaining >= checkpoint || goesOn()
    }

    /// Counts the pairs of a dictionary and of all that it inherits from, whether or not they can be
    /// read.
    package mutating func allows(_ dictionary: FleeceDictionary) -> Bool {
        var next: FleeceDictionary? = dictionary
        while let dictionary = next, remaining >= 0 {
            remaining -= 1 + dictionary.slots.count
            next = dictionary.parent
        }
        return remaining >= checkpoint || goesOn()
    }
}

/// A condition that ends long work early, such as a deadline.
package protocol WorkInterruption: AnyObject {
    /// Whether the work has to end.
    var isDue: Bool { get }
}

/// How much work bytes from elsewhere may cause.
public struct FleeceLimits: Hashable, Sendable {
    /// How deep collections may be nested.
    public var depth: Int

    /// How many values may be visited for each byte of the data.
    ///
    /// Values may be shared, so a few bytes can stand for any number of values: 24 arrays of twice
    /// the array before are 16 million. An encoder that shares nothing but strings needs one value
    /// for two bytes at the most.
    public var valuesPerByte: Int

    /// Sets limits.
    ///
    /// - Parameters:
    ///   - depth: How deep collections may be nested.
    ///   - valuesPerByte: How many values may be visited for each byte of the data.
    public init(depth: Int = 512, valuesPerByte: Int = 8) {
        self.depth = depth
        self.valuesPerByte = valuesPerByte
    }

    /// The number of values that data of a size may have; small data may have some more.
    func values(in storage: FleeceRegion) -> Int {
        let (product, overflow) = (storage.count + storage.externCount)
            .multipliedReportingOverflow(by: valuesPerByte)
        return overflow ? .max : max(product, 1024)
    }
}
