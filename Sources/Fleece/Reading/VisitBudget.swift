/// What going through all of a value may still cost.
///
/// Parts of a value may be shared, so that a few bytes stand for very much: hostile ones. What an
/// encoder makes is far below the budget.
package struct VisitBudget {
    private var remaining: Int

    package init(_ value: FleeceValue, limits: FleeceLimits = FleeceLimits()) {
        remaining = limits.values(in: value.storage.region)
    }

    init(_ values: some Sequence<FleeceValue>) {
        remaining = values.reduce(0) {
            max($0, FleeceLimits().values(in: $1.storage.region))
        }
    }

    /// Counts a value or a key of some bytes.
    ///
    /// - Returns: Whether the budget allows it.
    @inline(__always)
    package mutating func allows(bytes: Int = 0) -> Bool {
        remaining -= 1 + bytes >> 4
        return remaining >= 0
    }

    /// Counts the items of an array, whether or not they can be read.
    package mutating func allows(_ array: FleeceArray) -> Bool {
        remaining -= array.count
        return remaining >= 0
    }

    /// Counts the pairs of a dictionary and of all that it inherits from, whether or not they can be
    /// read.
    package mutating func allows(_ dictionary: FleeceDictionary) -> Bool {
        var next: FleeceDictionary? = dictionary
        while let dictionary = next, remaining >= 0 {
            remaining -= 1 + dictionary.slots.count
            next = dictionary.parent
        }
        return remaining >= 0
    }
}
