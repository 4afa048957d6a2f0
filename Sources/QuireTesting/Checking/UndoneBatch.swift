import Quire

/// Does things in a database and undoes them.
enum UndoneBatch {
    private struct Undone: Error {}

    /// Runs a closure in a transaction that is then undone.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - body: The closure.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure or the database throws.
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
