/// What going through all of a value may still cost.
///
/// Parts of a value may be shared, so that a few bytes stand for very much: hostile ones. What an
/// encoder makes is far below the budget.
struct VisitBudget {
    private var remaining: Int

    init(_ value: FleeceValue, limits: FleeceLimits = FleeceLimits()) {
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
    mutating func allows(bytes: Int = 0) -> Bool {
        remaining -= 1 + bytes >> 4
        return remaining >= 0
    }
}
