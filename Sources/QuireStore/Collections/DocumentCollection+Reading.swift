import Fleece

extension DocumentCollection {
    /// Returns a live document.
    ///
    /// Inside a transaction of this thread, the method reads the changes of that transaction;
    /// otherwise, it reads the last committed state.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, or `nil` if it doesn't exist or is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen` if the database is closed.
    /// - Complexity: O(log *n*) in the number of documents.
    package func record(id: String) throws -> DocumentRecord? {
        try naming(id) {
            try read { connection in
                if let transaction = database.writerAccess.runningTransaction,
                    transaction.connection === connection
                {
                    return try record(id: id, in: transaction)
                }
                return try readRow(of: id, by: .read, on: connection) { row in
                    try connection.refreshKeys()
                    return try readRecord(id: id, row: row, keys: connection.keys)
                }
            }
        }
    }

    /// Reads a document that the transaction may change next, and remembers its row.
    private func record(id: String, in transaction: StoreTransaction) throws -> DocumentRecord? {
        let connection = transaction.connection
        return try readRow(of: id, by: .readInTransaction, on: connection) { row in
            let record = try readRecord(id: id, row: row, keys: connection.keys)
            // A damaged row is reported when it is changed.
            if let record, var stored = try? StoredDocument(row), stored.revisions == nil {
                stored.record = record
                transaction.remember(stored, id: id, of: tables)
            }
            return record
        }
    }

    /// Reads the row of a live document.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - statement: The statement that reads the row.
    ///   - connection: A connection.
    ///   - body: A closure that receives the row. It is not called if the document doesn't exist.
    /// - Returns: The result of the closure, or `nil` if the document doesn't exist.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    @inline(__always)
    package func readRow<R>(
        of id: String, by statement: DocumentStatement = .read, on connection: StoreConnection,
        _ body: (SQLiteStatement) throws -> R?
    ) throws -> R? {
        let statement = try connection.statement(statement, of: tables)
        defer { statement.resetAndClear() }
        return try id.withUTF8Text { text in
            try statement.bindBorrowed(text: text, at: 1)
            return try statement.step() ? try body(statement) : nil
        }
    }

    /// Calls a closure with every live document of a snapshot, in row order.
    ///
    /// The closure can perform any operation on the database except closing it. Inside a
    /// transaction, the iteration may include documents that the closure adds.
    ///
    /// - Parameters:
    ///   - onDamage: A closure that receives the ID of each damaged document and the error. The
    ///     default closure throws the error.
    ///   - body: A closure that receives a document.
    /// - Throws: Any error that a closure throws, or the errors of ``record(id:)``.
    /// - Complexity: O(*n*) in the number of documents.
    package func forEachRecord(
        onDamage: (String, QuireError) throws -> Void = { throw $1 },
        _ body: (DocumentRecord) throws -> Void
    ) throws {
        try readSnapshot { connection in
            var lastRow = Int64.min
            while true {
                // No statement is active while the closure runs, because the closure may use the
                // connection.
                let (page, next) = try readPage(after: lastRow, on: connection)
                for (id, record) in page {
                    switch record {
                    case .success(let record?): try body(record)
                    case .success(nil): break
                    case .failure(let error): try onDamage(id, error)
                    }
                }
                guard let next else { return }
                lastRow = next
            }
        }
    }

    private typealias Page = [(id: String, record: Result<DocumentRecord?, QuireError>)]

    /// Reads a page of documents after a row.
    ///
    /// Returns the row to continue after, or `nil` if there are no more documents.
    private func readPage(
        after row: Int64, on connection: StoreConnection
    ) throws -> (page: Page, next: Int64?) {
        let size = 64
        let statement = try connection.statement(.readAfter, of: tables)
        defer { statement.reset() }
        try statement.bind(row, at: 1)
        try statement.bind(Int64(size), at: 2)
        var page: Page = []
        page.reserveCapacity(size)
        var last = row
        while try statement.step() {
            let id = statement.string(at: 4)
            last = statement.int64(at: 5)
            page.append((id, record(id: id, row: statement, keys: connection.keys)))
        }
        return (page, page.count == size ? last : nil)
    }

    /// Returns the number of live documents.
    ///
    /// - Returns: The number of documents.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed, or another code if
    ///   SQLite reports an error.
    func countDocuments() throws -> UInt64 {
        try read { connection in
            let statement = try connection.statement(
                mayHaveDeletedAmongLive ? .countLive : .countAll, of: tables)
            defer { statement.reset() }
            return try statement.step() ? UInt64(clamping: statement.int64(at: 0)) : 0
        }
    }

    /// Creates a record from a row whose first columns are sequence, flags, version and body.
    package func record(
        id: String, row: SQLiteStatement, keys: @autoclosure () -> SharedKeys
    ) -> Result<DocumentRecord?, QuireError> {
        Result { () throws(QuireError) in try readRecord(id: id, row: row, keys: keys()) }
    }

    /// Creates a record from a row whose first columns are sequence, flags, version and body.
    ///
    /// - Returns: The record, or `nil` if the document is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged.
    @inline(__always)
    package func readRecord(
        id: String, row: SQLiteStatement, keys: @autoclosure () -> SharedKeys
    ) throws(QuireError) -> DocumentRecord? {
        let flags = DocumentFlags(stored: row.int64(at: 1))
        guard !flags.contains(.deleted) else { return nil }
        do {
            let revisionID = try row.withBytes(at: 2) { version in
                // Only a document with a revision tree can contain something else in the body
                // column.
                if let first = version.first, first != 0 {
                    try row.withBytes(at: 3) { try RevisionTree.check(body: $0, of: version) }
                }
                return try RevisionID(stored: version)
            }
            let storage = try row.withBytes(at: 3) {
                guard MemoryProbe.canAllocate($0.count) else {
                    throw QuireError(
                        .memoryError, "Not enough memory for a document body of \($0.count) bytes.")
                }
                // A document without properties may have an empty body.
                return $0.isEmpty
                    ? Self.emptyBody : FleeceStorage(copying: $0, sharedKeys: keys())
            }
            guard let body = storage.rootDictionary else {
                throw QuireError(.corruptData, "The document body is not a Fleece dictionary.")
            }
            return DocumentRecord(
                id: id, revisionID: revisionID, sequence: UInt64(clamping: row.int64(at: 0)),
                flags: flags, body: body)
        } catch {
            throw damage(error, id: id)
        }
    }

    private static let emptyBody = FleeceStorage([0x70, 0x00])

    /// Adds the document's ID to an error that its stored row caused.
    package func damage(_ error: any Error, id: String) -> QuireError {
        let cause = error as? QuireError
        let finding = cause?.code == .memoryError ? "cannot be read" : "is damaged"
        return QuireError(
            cause?.code ?? .corruptData,
            "Document \(id.debugDescription) in \(location) \(finding): \(cause?.message ?? "\(error)")",
            underlyingError: cause == nil ? error : nil)
    }
}

extension DocumentCollection {
    /// Returns the live documents with the given IDs, read from one snapshot.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The documents in the order of the IDs. Missing documents are omitted.
    /// - Throws: The errors of ``record(id:)``.
    /// - Complexity: O(*m* log *n*) for *m* IDs among *n* documents.
    package func records(ids: some Sequence<String>) throws -> [DocumentRecord] {
        // The IDs are one parameter, so their number has no limit.
        let writer = FleeceWriter()
        writer.beginArray()
        for id in ids { writer.write(id) }
        writer.endArray()
        let list = try writer.finish()
        return try readSnapshot { connection in
            let statement = try connection.statement(.readListed, of: tables)
            defer { statement.resetAndClear() }
            try statement.bind(list, at: 1)
            var records: [DocumentRecord] = []
            while try statement.step() {
                let id = statement.string(at: 4)
                if let record = try readRecord(id: id, row: statement, keys: connection.keys) {
                    records.append(record)
                }
            }
            return records
        }
    }
}
