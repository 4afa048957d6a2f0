public import SQLPlusPlus

// A collection is the store that a repository of a database works on. What is not here is what the
// collection does anyway.

extension DocumentCollection: DocumentStore {
    /// What models are encoded and decoded with: the place of the database's blobs.
    public var codingInfo: [CodingUserInfoKey: any Sendable] { database.codingInfo }

    /// Runs a closure in the database's current transaction, or in one of its own.
    ///
    /// In the current transaction it is not undone by itself if it throws.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    public func inTransaction<R>(_ body: () throws -> R) throws -> R {
        try write { _ in try body() }
    }

    /// Runs a closure as one transaction of the database, as its own `inBatch(using:)`.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, after its changes were undone; or ``QuireError`` with code
    ///   `notOpen`, `busy` or `ioError`.
    @discardableResult
    public func inBatch<R>(using body: () throws -> R) throws -> R {
        try database.inBatch(using: body)
    }

    /// Runs a closure as one transaction of the database, away from the caller's thread.
    ///
    /// - Parameter body: A closure that reads and writes.
    /// - Returns: What the closure returns.
    /// - Throws: As the synchronous form.
    @discardableResult
    public func inBatch<R: Sendable>(
        using body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try await database.inBatch(using: body)
    }

    /// Reads the documents that a statement chooses by its condition, order, limit and offset.
    ///
    /// - Parameter statement: A statement of whole documents of this collection.
    /// - Returns: The documents; without an order as they were first saved, or, within a limit,
    ///   as an index has them.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement means nothing, `missingIndex`
    ///   if a full-text index is not there, `corruptData` or `corruptRevisionData` if a document is
    ///   damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
        try UnnestedTable.retrying { _ in
            try records(selectedBy: compiledDocuments(statement))
        }
    }

    /// Reads the documents that a statement chooses, and calls a closure with some of them at a time.
    ///
    /// All are read from one commit, or inside of a transaction from what it sees before the first
    /// call. The closure may do anything with the database but close it.
    ///
    /// - Parameters:
    ///   - statement: A statement of whole documents of this collection.
    ///   - body: A closure that gets documents, in the order of ``records(selectedBy:)``.
    /// - Throws: What the closure throws, or as ``records(selectedBy:)``.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func forEachPage(
        selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
    ) throws {
        var hasBegun = false
        try UnnestedTable.retrying(unless: hasBegun) { _ in
            try forEachPage(selectedBy: compiledDocuments(statement)) {
                hasBegun = true
                try body($0)
            }
        }
    }

    /// Counts the documents that fulfil a condition.
    ///
    /// - Parameter condition: The condition.
    /// - Returns: Their number.
    /// - Throws: As `records(selectedBy:)`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func count(where condition: QueryTerm) throws -> Int {
        try UnnestedTable.retrying { _ in
            try count(selectedBy: compiler.compileCount(of: self, where: condition))
        }
    }

    /// Reads the rows of a statement.
    ///
    /// - Parameter statement: A statement with columns, about this collection.
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` as `Query.execute()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func rows(of statement: SelectStatement) throws -> ResultSet {
        try query(statement).execute()
    }

    /// Explains how a statement is answered, for people to read: which indexes are used above all.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: The statement in SQLite's language and the steps that SQLite takes; of one with
    ///   columns also the statement in SQL++.
    /// - Throws: ``QuireError`` with code `invalidQuery`, `missingIndex`, `notOpen`.
    public func explanation(of statement: SelectStatement) throws -> String {
        guard statement.columns == [.star] else { return try query(statement).explain() }
        return try explanation(of: compiledDocuments(statement)) + "\n"
    }

    /// Returns the changes from now on, one element a transaction: the IDs of the documents that were
    /// saved, deleted, purged or have expired, each once.
    ///
    /// - Returns: A sequence for one task. It is empty if the database is closed.
    public func changedDocumentIDs() -> AsyncStream<[String]> {
        AsyncStream { continuation in
            let changes = changes()
            let task = Task {
                for await change in changes { continuation.yield(change.documentIDs) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func compiledDocuments(_ statement: SelectStatement) throws -> CompiledSelect {
        try compiler.compileDocuments(
            of: self, where: statement.condition, orderedBy: statement.ordering,
            limit: statement.limit, offset: statement.offset)
    }

    private func query(_ statement: SelectStatement) throws -> Query {
        var statement = statement
        statement.source = CollectionSource(name, scope: scope.name)
        return try Query(statement, database: database)
    }
}
