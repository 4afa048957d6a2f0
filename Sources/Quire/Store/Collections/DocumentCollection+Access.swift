// The ways to a connection for what is done with one collection. They are the database's, and say
// of a table that is missing what that means: that the collection is gone.

extension DocumentCollection {
    /// Lends a connection for one statement that reads, as ``Database/read(_:)`` does.
    ///
    /// - Parameter body: A closure that reads and does not keep the connection.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`.
    @inline(__always)
    func read<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        do { return try database.read(body) } catch { throw explained(error) }
    }

    /// Lends a connection for statements that belong together, as ``Database/readSnapshot(_:)``
    /// does.
    ///
    /// - Parameter body: A closure that reads and does not keep the connection.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`.
    func readSnapshot<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        do { return try database.readSnapshot(body) } catch { throw explained(error) }
    }

    /// Runs a closure in the current transaction or in one of its own, as ``Database/write(_:)``
    /// does.
    ///
    /// - Parameter body: A closure that reads and writes and does not keep the transaction.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`, `busy` or
    ///   `ioError`.
    @inline(__always)
    func write<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        do { return try database.write(body) } catch { throw explained(error) }
    }

    /// Says whether an error is that of a statement that needs a table which is not there.
    ///
    /// - Parameters:
    ///   - error: Any error.
    ///   - table: The table's name.
    /// - Returns: `true` if it is.
    func isError(_ error: any Error, ofMissing table: String) -> Bool {
        ((error as? QuireError)?.underlyingError as? SQLiteError)?.missingTable == table
    }

    private func explained(_ error: any Error) -> any Error {
        isError(error, ofMissing: keyStore.liveTableName) ? gone(error) : error
    }

    /// The error of what is done with a collection that is gone.
    func gone(_ cause: any Error) -> QuireError {
        QuireError(.notOpen, "There is no \(place) any more.", underlyingError: cause)
    }
}
