import Fleece

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
