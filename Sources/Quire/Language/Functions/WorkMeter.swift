import Fleece

/// A condition that ends the work of functions early.
protocol FunctionInterruption: WorkInterruption {
    /// Counts work that a function has done or is about to do.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Returns: Whether the work has to end.
    func isDue(after cost: Int) -> Bool
}

/// Counts the work of a function, and ends it when the query has to end.
///
/// SQLite checks the deadline of a query between its own instructions only, and a function is one
/// instruction. So a function whose work grows faster than its arguments, or whose arguments may have
/// megabytes, charges for its work.
struct WorkMeter {
    /// What ends the running query, if anything does.
    let interruption: (any FunctionInterruption)?

    /// - Parameter interruption: What ends the running query, if anything does.
    init(_ interruption: (any FunctionInterruption)?) {
        self.interruption = interruption
    }

    /// Charges for work.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Throws: ``FunctionFailure/interrupted`` if the query has to end.
    @inline(__always)
    func charge(_ cost: Int) throws(FunctionFailure) {
        if let interruption, interruption.isDue(after: cost) { throw .interrupted }
    }
}
