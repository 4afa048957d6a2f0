// Access to the database's connections for the operations of a collection. If the table of the
// collection is missing, the collection was deleted, and the methods throw `notOpen`.

extension DocumentCollection {
    /// Runs a closure with a connection for one read statement.
    ///
    /// The method works like ``Database/read(_:)``.
    ///
    /// - Parameter body: A closure that reads. It must not keep the connection.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`.
    @inline(__always)
    package func read<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        do { return try database.read(body) } catch { throw explained(error) }
    }

    /// Runs a closure with a connection for several statements that read one snapshot.
    ///
    /// The method works like ``Database/readSnapshot(_:)``.
    ///
    /// - Parameter body: A closure that reads. It must not keep the connection.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`.
    package func readSnapshot<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        do { return try database.readSnapshot(body) } catch { throw explained(error) }
    }

    /// Runs a closure in the current transaction or in a new one.
    ///
    /// The method works like ``Database/write(_:)``.
    ///
    /// - Parameter body: A closure that reads and writes. It must not keep the transaction.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `notOpen`, `busy`
    ///   or `ioError`.
    @inline(__always)
    package func write<R>(_ body: (StoreTransaction) throws -> R) throws -> R {
        do { return try database.write(body) } catch { throw explained(error) }
    }

    /// Returns whether SQLite reported an error because the given table is missing.
    ///
    /// - Parameters:
    ///   - error: Any error.
    ///   - table: The table's name.
    /// - Returns: `true` if the table is missing.
    func isError(_ error: any Error, ofMissing table: String) -> Bool {
        ((error as? QuireError)?.underlyingError as? SQLiteError)?.missingTable == table
    }

    /// Runs a closure and adds the document's ID to an error of SQLite.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - body: A closure.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    @inline(__always)
    func naming<R>(_ id: String, _ body: () throws -> R) throws -> R {
        do { return try body() } catch { throw named(error, id: id) }
    }

    /// Adds the document's ID to an error of SQLite, and returns other errors unchanged.
    package func named(_ error: any Error, id: String) -> any Error {
        guard let error = error as? QuireError, error.code != .notOpen,
            let cause = error.underlyingError as? SQLiteError
        else { return error }
        // The values written here satisfy all constraints, so a violated constraint means that
        // other rows are damaged.
        let code = cause.isBrokenRule ? .corruptData : error.code
        return QuireError(
            code, "Document \(id.debugDescription) in \(location): \(error.message)",
            underlyingError: cause)
    }

    /// Runs a closure that requires the table of tombstones.
    ///
    /// The table may be missing if another program created the collection.
    ///
    /// - Parameter body: A closure.
    /// - Returns: The return value of the closure, or `nil` if the table is missing.
    /// - Throws: Any other error that the closure throws.
    func orNilWithoutTombstoneTable<R>(_ body: () throws -> R?) throws -> R? {
        do {
            return try body()
        } catch let error where isError(error, ofMissing: tables.tombstoneTableName) {
            return nil
        }
    }

    /// Returns the error for an ID that has neither a document nor a tombstone.
    func documentNotFoundError(_ id: String) -> QuireError {
        QuireError(.notFound, "Document \(id.debugDescription) in \(location) does not exist.")
    }

    private func explained(_ error: any Error) -> any Error {
        let cause = (error as? QuireError)?.underlyingError as? SQLiteError
        return meaning(ofMissing: cause?.missingTable, error) ?? error
    }

    /// Returns an error that explains the cause of a missing table.
    ///
    /// - Parameters:
    ///   - table: The name of the missing table, or `nil` if no table is missing.
    ///   - cause: The original error.
    /// - Returns: The error, or `nil` if no table is missing or the table is unrelated to the
    ///   collection.
    package func meaning(ofMissing table: String?, _ cause: any Error) -> QuireError? {
        guard let table else { return nil }
        if table == tables.liveTableName { return collectionDeletedError(cause) }
        if let index = NearestTables.index(ofTable: table) {
            guard index.source == tables.liveTableName else { return nil }
            return QuireError(
                .missingIndex,
                "The query requires the index of vectors \(index.name), which was removed or replaced.",
                underlyingError: cause)
        }
        return tables.index(ofFullTextTable: table).map { missing(fullTextIndex: $0, cause) }
    }

    /// Returns the error for a query that requires a missing full-text index.
    package func missing(fullTextIndex name: String, _ cause: (any Error)? = nil) -> QuireError {
        QuireError(
            .missingIndex, "The query requires the full-text index \(name), which does not exist.",
            underlyingError: cause)
    }

    /// Returns the error for an operation on a deleted collection.
    package func collectionDeletedError(_ cause: (any Error)?) -> QuireError {
        QuireError(.notOpen, "The \(location) no longer exists.", underlyingError: cause)
    }
}
