import Quire

/// A transaction that is always rolled back.
enum UndoneBatch {
    private struct Undone: Error {}

    /// Runs a closure in a transaction, and then rolls the transaction back.
    ///
    /// - Parameters:
    ///   - database: The database, which is unchanged afterward.
    ///   - body: The closure.
    /// - Returns: The value that the closure returns.
    /// - Throws: Any error that the closure or the database throws.
    static func run<R>(in database: Database, _ body: () throws -> R) throws -> R {
        var result: Result<R, any Error> = .failure(Undone())
        do {
            try database.inBatch {
                result = Result { try body() }
                throw Undone()
            }
        } catch is Undone {}
        return try result.get()
    }
}
