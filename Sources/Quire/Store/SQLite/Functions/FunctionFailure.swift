import CSQLite

/// The reason why a SQL function has no result.
enum FunctionFailure: Error {
    /// The time limit of the query has passed, or its task was canceled.
    case interrupted
    /// The result would be longer than the longest value that SQLite stores.
    case tooLong
    /// The memory for the result could not be allocated.
    case outOfMemory
    /// The arguments have no result.
    case invalid(String)
}

extension SQLiteResult {
    /// Reports a failure, which ends the statement.
    func set(_ failure: FunctionFailure) {
        switch failure {
        case .interrupted: sqlite3_result_error_code(context, SQLITE_INTERRUPT)
        case .tooLong: sqlite3_result_error_toobig(context)
        case .outOfMemory: sqlite3_result_error_nomem(context)
        case .invalid(let message): set(error: message)
        }
    }
}
