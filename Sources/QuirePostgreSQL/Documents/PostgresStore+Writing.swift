#if PostgreSQL
    import Fleece
    import Foundation
    public import QuireModels

    extension PostgresStore {
        /// How often a write is repeated because another connection changed the document.
        private static let maximumAttempts = 1000

        /// Saves a new document, a new revision of a document, or a document that was deleted.
        ///
        /// Outside a transaction, the document is read without a lock. If another connection changes it
        /// before it is written, the engine reads it again and calls `merge` again.
        ///
        /// - Parameters:
        ///   - encode: A closure that writes the body and returns the target.
        ///   - merge: A closure that merges the body with the stored document.
        /// - Returns: The saved revision or the conflict.
        /// - Throws: An error that a closure throws; `QuireError` with code `badDocumentID`,
        ///   `corruptRevisionData` if the body sets a reserved key, `invalidParameter` if the body is not a single dictionary, `conflict` if `merge` changes
        ///   the document, or an error of the server.
        public func save(
            encoding encode: BodyEncoding, merging merge: BodyMerging
        ) throws -> SaveResult {
            try owner.checkIsWritable()
            let writer = FleeceWriter()
            let target = try encode(writer)
            try target.checkID(in: location)
            let encoded = try finished(writer, target.id)
            let isInTransaction = try owner.currentTransaction() != nil
            // Most documents that must not exist are new, so they are not read first.
            if target.precondition == .absent {
                try target.checkBody(encoded, in: self, replacing: nil)
                let body = try stored(encoded, target.id)
                if let saved = try insert(target.id, body) { return .saved(saved) }
            }
            for attempt in 1...Self.maximumAttempts {
                let current = try row(of: target.id)
                if let conflict = conflict(of: target, with: current) { return .conflict(conflict) }
                var body = encoded
                if target.mergesStored, let record = try current?.record() {
                    let writer = FleeceWriter()
                    if try merge(record, encoded.storage, writer) {
                        body = try finished(writer, target.id)
                    }
                }
                try target.checkBody(body, in: self, replacing: current?.record()?.body)
                let stored = try stored(body, target.id)
                let saved =
                    if let current {
                        try update(current.revision, stored)
                    } else {
                        try insert(target.id, stored)
                    }
                if let saved { return .saved(saved) }
                // In a serializable transaction, only the transaction itself can be faster.
                if isInTransaction { break }
                pause(after: attempt)
            }
            throw changedMeanwhile(target.id)
        }

        /// Replaces a document with a tombstone.
        ///
        /// - Parameters:
        ///   - id: The document's ID.
        ///   - precondition: The state that the document must be in.
        /// - Returns: The result.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func delete(
            id: String, if precondition: RevisionPrecondition
        ) throws -> DeletionResult {
            try owner.checkIsWritable()
            let target = WriteTarget(id: id, if: precondition)
            for attempt in 1...Self.maximumAttempts {
                guard let current = try row(of: id) else { return .conflict(.missing(target)) }
                if let conflict = conflict(of: target, with: current) { return .conflict(conflict) }
                if current.isDeleted, precondition == .any || precondition == .absent {
                    return .alreadyDeleted(current.revision)
                }
                let next = try owner.nextRevision(after: current.revision.revisionID)
                let sequence = try write(id, using: statements.delete) { number in
                    [
                        .text(id), .integer(number), .text(next.description),
                        .text(current.revision.revisionID.description),
                    ]
                }
                if let sequence {
                    return .deleted(
                        SavedRevision(
                            id: id, revisionID: next, sequence: UInt64(clamping: sequence)))
                }
                pause(after: attempt)
            }
            throw changedMeanwhile(id)
        }

        /// Removes a document or its tombstone without leaving a tombstone.
        ///
        /// - Parameter id: The document's ID.
        /// - Returns: Whether the store contained the document or a tombstone.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        @discardableResult
        public func purge(id: String) throws -> Bool {
            try owner.checkIsWritable()
            guard !id.containsNul else { return false }
            if let transaction = try owner.currentTransaction() {
                let purged = try owner.write { connection, number in
                    try owner.purge(
                        [id], in: fullName, firstNumber: number, using: statements, on: connection)
                }
                guard let sequence = purged.sequence else { return false }
                transaction.noteChange(of: id, in: fullName, sequence)
                owner.recordOwnChange(sequence)
                return true
            }
            return try owner.withConnection { connection in
                try owner.writeOnce(on: connection) { connection in
                    try owner.purge(
                        [id], in: fullName, firstNumber: 1, using: statements, on: connection)
                }
            } > 0
        }

        // MARK: Statements

        private func insert(_ id: String, _ body: PostgresBody) throws -> SavedRevision? {
            try save(id, body, after: nil)
        }

        private func update(
            _ current: SavedRevision, _ body: PostgresBody
        ) throws -> SavedRevision? {
            try save(current.id, body, after: current)
        }

        /// Writes a document, or returns `nil` if its current revision is not the expected one.
        private func save(
            _ id: String, _ body: PostgresBody, after current: SavedRevision?
        ) throws -> SavedRevision? {
            let next = try owner.nextRevision(after: current?.revisionID)
            let statement = current == nil ? statements.insert : statements.update
            let sequence = try write(id, using: statement) { number in
                parameters(of: id, body, next, after: current?.revisionID, number: number)
            }
            return sequence.map {
                SavedRevision(id: id, revisionID: next, sequence: UInt64(clamping: $0))
            }
        }

        /// Returns the parameters of `insert`, or of `update` if there is a current revision.
        func parameters(
            of id: String, _ body: PostgresBody, _ next: RevisionID, after current: RevisionID?,
            number: Int64
        ) -> [PostgresValue] {
            var parameters: [PostgresValue] = [
                .text(id), .integer(number), .text(next.description),
                body.type.map { .text($0) } ?? .null, .json(body.json),
                body.exact.map { .bytes($0) } ?? .null,
            ]
            if let current { parameters.append(.text(current.description)) }
            return parameters
        }

        /// Runs a statement that changes at most one document, and records the change for listeners.
        ///
        /// - Parameters:
        ///   - id: The document's ID.
        ///   - statement: A statement that returns the sequence of the change.
        ///   - parameters: A closure that returns the parameters, for the number of the change within
        ///     the transaction.
        /// - Returns: The sequence of the change, or `nil` if nothing was changed.
        /// - Throws: `QuireError` with code `duplicateValue`, or an error of the server.
        private func write(
            _ id: String, using statement: String,
            _ parameters: (Int64) throws -> [PostgresValue]
        ) throws -> Int64? {
            if let transaction = try owner.currentTransaction() {
                let result = try recoveringFromDuplicates(in: transaction, of: id) {
                    try owner.write { connection, number in
                        try connection.rows(statement, parameters(number)).first?.integer(0)
                    }
                }
                if let result {
                    transaction.noteChange(of: id, in: fullName, result)
                    owner.recordOwnChange(result)
                }
                return result
            }
            let parameters = try parameters(1)
            var attempt = 1
            while true {
                do {
                    return try owner.withConnection { connection in
                        try writeAlone(
                            id, using: statement, parameters: parameters, on: connection)
                    }
                } catch let error as QuireError
                    where error.isRetryable
                    && attempt < owner.configuration.maximumTransactionAttempts
                {
                    pause(after: attempt)
                    attempt += 1
                } catch {
                    throw explained(error, savingDocument: id)
                }
            }
        }

        /// Runs a statement in a transaction, which can continue after a duplicate value.
        private func recoveringFromDuplicates<R>(
            in transaction: PostgresTransaction, of id: String, _ body: () throws -> R
        ) throws -> R {
            let connection = transaction.connection
            guard try hasUniqueIndexes(connection) else { return try body() }
            try connection.execute("SAVEPOINT quire_write")
            do {
                let result = try body()
                try connection.execute("RELEASE SAVEPOINT quire_write")
                return result
            } catch {
                try? connection.execute(
                    "ROLLBACK TO SAVEPOINT quire_write; RELEASE SAVEPOINT quire_write")
                throw explained(error, savingDocument: id)
            }
        }

        /// Runs a statement as a transaction of its own.
        private func writeAlone(
            _ id: String, using statement: String, parameters: [PostgresValue],
            on connection: PostgresConnection
        ) throws -> Int64? {
            guard owner.listeners.isUsed else {
                // After an error, the statement can have been committed.
                defer { owner.didCommit() }
                return try connection.rows(
                    statement, parameters, after: owner.layout.versionCheck,
                    notifying: owner.notification
                ).first?.integer(0)
            }
            // The statement can wait for another transaction, so it must not run while the order of
            // the commits is locked.
            return try owner.writeOnce(on: connection) { connection in
                let sequence = try connection.rows(statement, parameters).first?.integer(0)
                let change = PostgresTransaction.Change(store: fullName, id: id)
                return WrittenChanges(
                    value: sequence, changes: sequence == nil ? [] : [change], sequence: sequence)
            }
        }

        // MARK: Bodies and errors

        func finished(_ writer: FleeceWriter, _ id: String) throws -> FleeceDictionary {
            do {
                let storage = FleeceStorage(try writer.finish())
                if let body = storage.rootDictionary { return body }
            } catch {
                throw unsuitable(id, "\(error)", cause: error)
            }
            throw unsuitable(id, "it is not a dictionary", cause: nil)
        }

        func stored(_ body: FleeceDictionary, _ id: String) throws -> PostgresBody {
            do {
                return try PostgresBody(body)
            } catch {
                throw unsuitable(id, "\(error)", cause: error)
            }
        }

        func conflict(of target: WriteTarget, with current: StoredRow?) -> WriteConflict? {
            let isDeleted = current?.isDeleted ?? false
            let revisionID = current?.revision.revisionID
            if target.precondition.isMet(by: revisionID, isDeleted: isDeleted) { return nil }
            guard let current else { return .missing(target) }
            // A conflict with a damaged document is reported like any other conflict.
            return WriteConflict(
                target, current: current.revision, isDeleted: isDeleted,
                stored: (try? current.record()) ?? nil)
        }

        private func unsuitable(_ id: String, _ reason: String, cause: (any Error)?) -> QuireError {
            QuireError(
                .invalidParameter,
                "The body of document \(id.debugDescription) in \(location) cannot be saved: \(reason).",
                underlyingError: cause)
        }

        func changedMeanwhile(_ id: String) -> QuireError {
            QuireError(
                .conflict,
                "Document \(id.debugDescription) in \(location) was changed during its save.")
        }

        /// Waits a little after attempts that were too slow.
        private func pause(after attempt: Int) {
            if attempt > 3 { Thread.sleep(forTimeInterval: .random(in: 0...0.005)) }
        }
    }
#endif
