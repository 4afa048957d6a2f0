#if PostgreSQL
    import QuireModels

    /// What a transaction returns, and the changes of which listeners are notified.
    struct WrittenChanges<R> {
        let value: R
        let changes: [PostgresTransaction.Change]
        /// The sequence of the last change.
        let sequence: Int64?
    }

    extension PostgresDatabase {
        /// Runs a closure in a transaction of its own, without repeating it.
        ///
        /// The transaction sees all that was committed before each of its statements. It either precedes
        /// an upgrade of the tables by another program, or fails.
        ///
        /// - Parameters:
        ///   - connection: A connection without a transaction.
        ///   - body: A closure that writes.
        /// - Returns: The value of the closure.
        /// - Throws: An error that the closure throws, or an error of the server.
        func writeOnce<R>(
            on connection: PostgresConnection,
            _ body: (PostgresConnection) throws -> WrittenChanges<R>
        ) throws -> R {
            try connection.begin(then: layout.versionCheck)
            let written = try body(connection)
            if let sequence = written.sequence { recordOwnChange(sequence) }
            do {
                try commit(connection, written.changes)
            } catch {
                recordFailure(
                    of: written.changes, written.sequence, isLost: connection.isBroken)
                throw error
            }
            return written.value
        }

        /// Purges documents, as a part of the transaction of a connection.
        ///
        /// A change token with the sequence of the collection's last document stays valid if the
        /// document is purged, so the collection keeps that sequence.
        ///
        /// - Parameters:
        ///   - ids: The IDs of the documents.
        ///   - store: The full name of the collection.
        ///   - number: The number of the first purge within the transaction.
        ///   - statements: The statements on the collection's documents.
        ///   - connection: The connection.
        /// - Returns: The changes.
        /// - Throws: An error of the server.
        func purge(
            _ ids: [String], in store: String, firstNumber number: Int64,
            using statements: DocumentStatements, on connection: PostgresConnection
        ) throws -> WrittenChanges<Int> {
            let rows =
                ids.isEmpty ? nil : try connection.rows(statements.purge, [.textArray(ids)])
            let purged = rows?.map { $0.text(0) } ?? []
            guard let last = try rows?.map({ try $0.integer(1) }).max() else {
                return WrittenChanges(value: 0, changes: [], sequence: nil)
            }
            let results = try connection.pipeline { pipeline in
                try pipeline.send(statements.keepPurgedSequence, [.integer(last)])
                try pipeline.send(
                    statements.recordPurges, [.textArray(purged), .integer(number - 1)])
                try pipeline.send(
                    statements.lastOwnSequence, [.integer(number - 1 + Int64(purged.count))])
                return try pipeline.finish()
            }
            let sequence = try results.map { try $0.get() }.last?.first?.integer(0)
            return WrittenChanges(
                value: purged.count,
                changes: purged.map { PostgresTransaction.Change(store: store, id: $0) },
                sequence: sequence)
        }
    }
#endif
