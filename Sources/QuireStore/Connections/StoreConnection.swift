import Fleece

/// A SQLite connection with its shared keys and its prepared statements for collections.
///
/// Only one thread at a time may use a connection.
package final class StoreConnection {
    package let sqlite: SQLiteConnection

    private let published: PublishedKeys
    private var dataVersion: UInt32?
    private var documentStatements: [SQLiteStatement?] = []

    /// Creates a connection to a file with an existing schema.
    ///
    /// - Parameters:
    ///   - sqlite: The SQLite connection with its settings applied.
    ///   - published: The shared keys that the database's connections have read.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package init(_ sqlite: SQLiteConnection, published: PublishedKeys) throws {
        self.sqlite = sqlite
        self.published = published
    }

    /// The shared keys for reading document bodies on this connection.
    ///
    /// The keys are valid after ``refreshKeys()``, until the current SQLite transaction ends.
    package var keys: SharedKeys { sqlite.keys.current }

    /// Updates ``keys`` to the state that the current statement reads.
    ///
    /// Call the method after a statement was stepped. ``withSnapshot(_:)`` calls it for you. On the
    /// writer connection, the method does nothing, because the writer's keys include keys that are
    /// not stored yet.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if the stored shared keys are damaged, or
    ///   another code if SQLite reports an error.
    @inline(__always)
    func refreshKeys() throws {
        if sqlite.keys.growing == nil { try refreshContent() }
    }

    /// Updates ``keys`` to the stored state at the beginning of a transaction.
    ///
    /// - Returns: Whether the database may have changed since the last call.
    /// - Throws: The errors of ``refreshKeys()``.
    @discardableResult
    @inline(__always)
    func refreshContent() throws -> Bool {
        let version = sqlite.dataVersion
        if version == dataVersion { return false }
        try loadKeys()
        dataVersion = version
        return true
    }

    private func loadKeys() throws {
        let row = try sqlite.statement(.readSharedKeys)
        defer { row.reset() }
        let isStored = try row.step()
        do {
            sqlite.keys.current =
                isStored ? try row.withBytes(at: 0) { try published.keys(storedAs: $0) } : .empty
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "The shared keys of database file \(sqlite.path) are damaged.",
                underlyingError: error)
        }
    }

    /// Records a commit of this connection, after which ``keys`` equals the stored state.
    ///
    /// - Parameter encoded: The new bytes of the shared keys, if the transaction wrote them.
    func noteOwnCommit(encodedKeys encoded: [UInt8]?) {
        dataVersion = sqlite.dataVersion
        if let encoded { published.publish(keys, encoded: encoded) }
    }

    /// Discards the known data version, so that the next refresh reads the shared keys again.
    func discardContent() {
        dataVersion = nil
    }

    /// Runs a closure in which all statements read one snapshot.
    ///
    /// Inside a transaction, the snapshot is the state of the transaction. On the writer
    /// connection, the method begins no transaction: outside transactions, only an in-memory
    /// database reads on it.
    ///
    /// - Parameter body: A closure that reads on this connection.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func withSnapshot<R>(_ body: () throws -> R) throws -> R {
        guard sqlite.isAutocommit, sqlite.keys.growing == nil else { return try body() }
        try sqlite.statement(.beginReading).run()
        do {
            // `BEGIN` alone doesn't open a snapshot. The first read does.
            try sqlite.statement(.readSharedKeys).run()
            try refreshKeys()
            let result = try body()
            try sqlite.statement(.endReading).run()
            return result
        } catch {
            abandonTransaction()
            throw error
        }
    }

    /// Rolls back the current transaction, if there is one.
    func abandonTransaction() {
        guard !sqlite.isAutocommit else { return }
        try? sqlite.execute("ROLLBACK", usesFunctions: false, purpose: "roll back")
    }

    /// Closes the connection and releases its statements.
    package func close() {
        documentStatements.removeAll()
        sqlite.close()
    }

    /// Returns a prepared statement of a collection.
    ///
    /// The statement is shared. Bind, step and reset it before other code can use the connection.
    ///
    /// - Parameters:
    ///   - statement: The kind of the statement.
    ///   - tables: The collection's tables.
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    @inline(__always)
    package func statement(
        _ statement: DocumentStatement, of tables: CollectionTables
    ) throws -> SQLiteStatement {
        let index = tables.number * DocumentStatement.count + statement.rawValue
        if index < documentStatements.count, let compiled = documentStatements[index] {
            return compiled
        }
        return try compile(statement, of: tables, index: index)
    }

    private func compile(
        _ statement: DocumentStatement, of tables: CollectionTables, index: Int
    ) throws -> SQLiteStatement {
        let compiled = try sqlite.prepare(
            statement.sql(tables), usesFunctions: statement != .read,
            purpose: "\(statement.purpose) of \(tables.name)")
        while documentStatements.count <= index { documentStatements.append(nil) }
        documentStatements[index] = compiled
        return compiled
    }
}
