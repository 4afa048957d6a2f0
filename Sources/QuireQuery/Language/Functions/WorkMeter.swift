package import Fleece

/// A condition that ends the work of functions early.
package protocol FunctionInterruption: WorkInterruption {
    /// Records work that a function has done or is about to do.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Returns: Whether the work must end.
    func isDue(after cost: Int) -> Bool
}

/// Tracks the work of a function, and interrupts it when the query must end.
///
/// SQLite checks the deadline of a query only between its own instructions, and a function call is
/// one instruction. Therefore a function charges for its work if the work grows faster than its
/// arguments, or if the arguments may have megabytes.
package struct WorkMeter {
    /// The condition that interrupts the running query, if any.
    package let interruption: (any FunctionInterruption)?

    /// - Parameter interruption: The condition that interrupts the running query, if any.
    package init(_ interruption: (any FunctionInterruption)?) {
        self.interruption = interruption
    }

    /// Charges for work.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Throws: ``FunctionFailure/interrupted`` if the query must end.
    @inline(__always)
    package func charge(_ cost: Int) throws(FunctionFailure) {
        if let interruption, interruption.isDue(after: cost) { throw .interrupted }
    }
}

/// The reason why a function has no result.
package enum FunctionFailure: Error {
    /// The time limit of the query has been exceeded, or its task was canceled.
    case interrupted
    /// The result would be longer than the longest value that can be stored.
    case tooLong
    /// The memory for the result could not be allocated.
    case outOfMemory
    /// A value is damaged or nested too deeply.
    case damaged(String)
    /// The arguments are invalid.
    case invalid(String)

    /// Returns the failure for an error that occurred while writing a value.
    static func unwritable(_ error: any Error, _ work: WorkMeter) -> FunctionFailure {
        // An interrupted copy leaves an incomplete value, which also causes an error.
        work.interruption?.isDue == true ? .interrupted : .damaged("\(error)")
    }
}
