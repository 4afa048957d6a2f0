import Fleece

/// A SQLite connection together with what a document database needs on it: the table of shared keys
/// that fits what it reads, and the compiled statements of the collections.
///
/// One thread at a time may use it.
final class StoreConnection {
    /// The connection to SQLite.
    let sqlite: SQLiteConnection

    private let published: PublishedKeys
    private var dataVersion: UInt32?
    private var documentStatements: [SQLiteStatement?] = []

    /// Takes over a connection to a file that has its schema.
    ///
    /// - Parameters:
    ///   - sqlite: The connection, its settings applied.
    ///   - published: The tables of shared keys known to the database's connections.
    /// - Throws: ``QuireError`` if SQLite refuses.
    init(_ sqlite: SQLiteConnection, published: PublishedKeys) throws {
        self.sqlite = sqlite
        self.published = published
    }

    /// The table that bodies read on this connection are read with.
    ///
    /// It is right after ``refreshKeys()``, for as long as that transaction stays open.
    var keys: SharedKeys { sqlite.keys.current }

    /// Brings ``keys`` in line with what the running statement sees.
    ///
    /// Call it once a statement has been stepped. Inside ``withSnapshot(_:)`` it has been called. On
    /// the writing connection it does nothing: keys are added there that are not stored yet.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if the stored table is damaged, or if SQLite
    ///   refuses.
    @inline(__always)
    func refreshKeys() throws {
        if sqlite.keys.growing == nil { try refreshContent() }
    }

    /// Brings ``keys`` in line with what is stored, at the beginning of a transaction.
    ///
    /// - Returns: Whether anything in the database may have changed since the last call.
    /// - Throws: As ``refreshKeys()``.
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
                .corruptData, "The shared keys of \(sqlite.path) are damaged.",
                underlyingError: error)
        }
    }

    /// Says that the connection itself has just committed, so that ``keys`` is what is stored.
    ///
    /// - Parameter encoded: The table's new bytes, if the transaction wrote it.
    func noteOwnCommit(encodedKeys encoded: [UInt8]?) {
        dataVersion = sqlite.dataVersion
        if let encoded { published.publish(keys, encoded: encoded) }
    }

    /// Says that nothing known about the file's content holds any longer.
    func forgetContent() {
        dataVersion = nil
    }

    /// Runs a closure in which all statements see one state of the database.
    ///
    /// Inside of a transaction that is the transaction's state. On the writing connection there is
    /// nothing else to see: outside of a transaction only a database in memory reads there.
    ///
    /// - Parameter body: A closure that reads with this connection.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses.
    func withSnapshot<R>(_ body: () throws -> R) throws -> R {
        guard sqlite.isAutocommit, sqlite.keys.growing == nil else { return try body() }
        try sqlite.statement(.beginReading).run()
        do {
            // BEGIN alone opens nothing: the first row that is asked for fixes the state.
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

    /// Ends whatever transaction is still open, undoing what it wrote.
    func abandonTransaction() {
        if !sqlite.isAutocommit { try? sqlite.execute("ROLLBACK", purpose: "roll back") }
    }

    /// Closes the connection and lets its statements go.
    func close() {
        documentStatements.removeAll()
        sqlite.close()
    }

    /// Returns a collection's compiled statement.
    ///
    /// It is shared: bind, step and reset it before anything else can run.
    ///
    /// - Parameters:
    ///   - statement: Which one.
    ///   - keyStore: The collection's tables.
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` if SQLite refuses.
    @inline(__always)
    func statement(
        _ statement: DocumentStatement, of keyStore: KeyStore
    ) throws -> SQLiteStatement {
        let index = keyStore.number * DocumentStatement.count + statement.rawValue
        if index < documentStatements.count, let compiled = documentStatements[index] {
            return compiled
        }
        return try compile(statement, of: keyStore, index: index)
    }

    private func compile(
        _ statement: DocumentStatement, of keyStore: KeyStore, index: Int
    ) throws -> SQLiteStatement {
        let compiled = try sqlite.prepare(
            statement.sql(keyStore), purpose: "\(statement.purpose) of \(keyStore.name)")
        while documentStatements.count <= index { documentStatements.append(nil) }
        documentStatements[index] = compiled
        return compiled
    }
}
