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

/// The reason why a function has no result.
enum FunctionFailure: Error {
    /// The time limit of the query has passed, or its task was canceled.
    case interrupted
    /// The result would be longer than the longest value that can be stored.
    case tooLong
    /// The memory for the result could not be allocated.
    case outOfMemory
    /// A value is damaged or nested too deep.
    case damaged(String)
    /// The arguments have no result.
    case invalid(String)

    /// The failure to write a value.
    static func unwritable(_ error: any Error, _ work: WorkMeter) -> FunctionFailure {
        // Copying that was interrupted leaves a value that is not complete.
        work.interruption?.isDue == true ? .interrupted : .damaged("\(error)")
    }
}
