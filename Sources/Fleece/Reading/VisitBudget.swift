/// A limit on the cost of visiting all parts of a value.
///
/// Parts of a value may be shared, so a few bytes of hostile data can represent a very large value.
/// Values written by an encoder stay far below the limit.
package struct VisitBudget {
    /// The number of values visited between two checks of the interruption.
    private static let interval = 1 << 15

    private var remaining: Int
    /// The remaining budget at which the next check occurs.
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

    /// Checks the budget and the interruption, and returns whether the visit can continue.
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

    /// Ends the visit.
    mutating func end() {
        remaining = -1
        checkpoint = 0
    }

    /// Charges the budget for a value or key with the given number of bytes.
    ///
    /// - Returns: Whether the budget allows it.
    @inline(__always)
    package mutating func allows(bytes: Int = 0) -> Bool {
        remaining -= 1 + bytes >> 4
        return remaining >= checkpoint || goesOn()
    }

    /// Charges the budget for the items of an array, including unreadable ones.
    package mutating func allows(_ array: FleeceArray) -> Bool { allows(items: array.count) }

    /// Charges the budget for the items of an array, or for the pairs of a dictionary.
    mutating func allows(items: Int) -> Bool {
        remaining -= items
        return remaining >= checkpoint || goesOn()
    }

    /// Charges the budget for the pairs of a dictionary and its ancestors.
    ///
    /// Unreadable pairs are included.
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
    /// Whether the work must end.
    var isDue: Bool { get }
}

/// Limits on the work that reading untrusted bytes may cause.
///
/// ```swift
/// let limits = FleeceLimits(depth: 32)
/// let storage = try bytes.withUnsafeBytes { received in
///     try FleeceStorage(validating: received, limits: limits)
/// }
/// ```
public struct FleeceLimits: Hashable, Sendable {
    /// The maximum depth of nested collections.
    public var depth: Int

    /// The maximum number of values to visit for each byte of the data.
    ///
    /// Values may be shared, so a few bytes can represent any number of values. For example, a
    /// chain of 24 arrays in which each contains the previous array twice represents 16 million
    /// values. An encoder that shares only strings writes at most one value for every two bytes.
    public var valuesPerByte: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - depth: The maximum depth of nested collections.
    ///   - valuesPerByte: The maximum number of values to visit for each byte of the data.
    public init(depth: Int = 512, valuesPerByte: Int = 8) {
        self.depth = depth
        self.valuesPerByte = valuesPerByte
    }

    /// Returns the maximum number of values to visit in a region.
    ///
    /// The minimum is 1,024, even for small data.
    func values(in storage: FleeceRegion) -> Int {
        let (product, overflow) = (storage.count + storage.externCount)
            .multipliedReportingOverflow(by: valuesPerByte)
        return overflow ? .max : max(product, 1024)
    }
}
