/// Counts the work of a SQL function, and ends it when the query has to end.
///
/// SQLite checks the deadline of a query between its own instructions only, and a function is one
/// instruction. So a function whose work grows faster than its arguments, or whose arguments may have
/// megabytes, charges for its work.
struct WorkMeter {
    /// What ends the running query, if anything does.
    let interruption: QueryInterruption?

    /// - Parameter interruption: What ends the running query, if anything does.
    init(_ interruption: QueryInterruption?) {
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
