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

    /// Runs a closure, and names the document in a failure of SQLite, which knows of none.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - body: A closure.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @inline(__always)
    func naming<R>(_ id: String, _ body: () throws -> R) throws -> R {
        do { return try body() } catch { throw named(error, id: id) }
    }

    /// Names the document in a failure of SQLite; another error stays as it is.
    func named(_ error: any Error, id: String) -> any Error {
        guard let error = error as? QuireError, error.code != .notOpen,
            let cause = error.underlyingError as? SQLiteError
        else { return error }
        // What is written here follows the rules unless other rows are damaged.
        let code = cause.isBrokenRule ? .corruptData : error.code
        return QuireError(
            code, "Document \(id.debugDescription) in \(place): \(error.message)",
            underlyingError: cause)
    }

    /// Runs a closure that needs the table of deleted documents, which another program that made the
    /// collection may have left out.
    ///
    /// - Parameter body: A closure.
    /// - Returns: What the closure returns, or `nil` if the table is not there.
    /// - Throws: What the closure throws otherwise.
    func orNilWithoutDeadTable<R>(_ body: () throws -> R?) throws -> R? {
        do {
            return try body()
        } catch let error where isError(error, ofMissing: keyStore.deadTableName) {
            return nil
        }
    }

    /// The error of what is done with a document that is not there, not even as a deleted one.
    func notThere(_ id: String) -> QuireError {
        QuireError(.notFound, "Document \(id.debugDescription) in \(place) is not there.")
    }

    private func explained(_ error: any Error) -> any Error {
        let cause = (error as? QuireError)?.underlyingError as? SQLiteError
        return meaning(ofMissing: cause?.missingTable, error) ?? error
    }

    /// What it means for the collection that a table is missing, if that has failed.
    ///
    /// - Parameters:
    ///   - table: The table's name, if one is missing.
    ///   - cause: The failure.
    /// - Returns: The error, or `nil` if the table is none that this can be said of.
    func meaning(ofMissing table: String?, _ cause: any Error) -> QuireError? {
        guard let table else { return nil }
        if table == keyStore.liveTableName { return gone(cause) }
        return keyStore.index(ofFullTextTable: table).map { missing(fullTextIndex: $0, cause) }
    }

    /// The error of a search by way of a full-text index that is not there.
    func missing(fullTextIndex name: String, _ cause: (any Error)? = nil) -> QuireError {
        QuireError(
            .missingIndex, "The query asks the full-text index \(name), which is not there.",
            underlyingError: cause)
    }

    /// The error of what is done with a collection that is gone.
    func gone(_ cause: (any Error)?) -> QuireError {
        QuireError(.notOpen, "There is no \(place) any more.", underlyingError: cause)
    }
}
