#if PostgreSQL
    import Fleece
    import Foundation
    public import Quire

    extension PostgresStore {
        /// The number of documents whose bodies are in memory at the same time.
        private static let maximumBatchSize = 1000

        /// Saves several documents in one transaction.
        ///
        /// The documents that exist are read with one statement. The statements that write are sent
        /// without waiting for the results of the previous ones.
        ///
        /// - Parameter documents: The documents. An ID can occur several times.
        /// - Returns: The results, in the order of the documents.
        /// - Throws: The errors of ``save(encoding:merging:)``.
        public func save(_ documents: [DocumentSave]) throws -> [SaveResult] {
            guard documents.count > 1 else {
                return try documents.map { try save(encoding: $0.encode, merging: $0.merge) }
            }
            try owner.checkIsWritable()
            return try owner.inBatch {
                var results: [SaveResult] = []
                var batch: [EncodedDocument] = []
                var ids: Set<ExactString> = []
                for document in documents {
                    let writer = FleeceWriter()
                    let target = try document.encode(writer)
                    try target.checkID(in: location)
                    let encoded = EncodedDocument(
                        target: target, body: try finished(writer, target.id),
                        merge: document.merge)
                    // A document that is saved again is merged with the first save.
                    let isKnown = !ids.insert(ExactString(target.id)).inserted
                    if isKnown || batch.count == Self.maximumBatchSize {
                        results += try save(batch)
                        (batch, ids) = ([], [ExactString(target.id)])
                    }
                    batch.append(encoded)
                }
                return try results + save(batch)
            }
        }

        /// A document that is encoded but not yet merged.
        private struct EncodedDocument {
            let target: WriteTarget
            let body: FleeceDictionary
            let merge: BodyMerging
        }

        /// A write that has been sent to the server.
        private struct SentWrite {
            let index: Int
            let id: String
            let revisionID: RevisionID
        }

        /// Saves documents with different IDs in the transaction of the thread.
        private func save(_ documents: [EncodedDocument]) throws -> [SaveResult] {
            guard let transaction = try owner.currentTransaction() else { return [] }
            let stored = try storedRows(of: documents)
            var results: [SaveResult?] = Array(repeating: nil, count: documents.count)
            var writes: [(SentWrite, sql: String, [PostgresValue])] = []
            for (index, document) in documents.enumerated() {
                let target = document.target
                let current = stored[ExactString(target.id)]
                if let conflict = conflict(of: target, with: current) {
                    results[index] = .conflict(conflict)
                    continue
                }
                var body = document.body
                if target.mergesStored, let record = current?.record {
                    let writer = FleeceWriter()
                    if try document.merge(record, body.storage, writer) {
                        body = try finished(writer, target.id)
                    }
                }
                let revision = current?.revision.revisionID
                let next = try owner.nextRevision(after: revision)
                let parameters = parameters(
                    of: target.id, try self.stored(body, target.id), next, after: revision,
                    number: try transaction.nextNumber())
                let sql = current == nil ? statements.insert : statements.update
                writes.append(
                    (SentWrite(index: index, id: target.id, revisionID: next), sql, parameters))
            }
            for (write, sequence) in try send(writes, in: transaction) {
                let target = documents[write.index].target
                guard let sequence else {
                    results[write.index] = .conflict(try unexpectedConflict(of: target))
                    continue
                }
                results[write.index] = .saved(
                    SavedRevision(
                        id: write.id, revisionID: write.revisionID,
                        sequence: UInt64(clamping: sequence)))
                transaction.noteChange(of: write.id, in: fullName, sequence)
                owner.recordOwnChange(sequence)
            }
            return results.compactMap { $0 }
        }

        /// Reads the stored documents and tombstones of a batch.
        ///
        /// Most documents that must not exist are new, so they are not read.
        private func storedRows(
            of documents: [EncodedDocument]
        ) throws -> [ExactString: StoredRow] {
            let ids = documents.map(\.target).filter { $0.precondition != .absent }.map(\.id)
            if ids.isEmpty { return [:] }
            let rows = try owner.read { try $0.rows(statements.byIDs, [.textArray(ids)]) }
            let stored = try rows.map { try StoredRow($0, self) }
            return Dictionary(stored.map { (ExactString($0.revision.id), $0) }) { first, _ in first
            }
        }

        /// Sends statements, and returns the sequence of each one that changed a document.
        private func send(
            _ writes: [(SentWrite, sql: String, [PostgresValue])],
            in transaction: PostgresTransaction
        ) throws -> [(SentWrite, Int64?)] {
            if writes.isEmpty { return [] }
            return try transaction.recordingFailure {
                let results = try transaction.connection.pipeline { pipeline in
                    for (_, sql, parameters) in writes { try pipeline.send(sql, parameters) }
                    return try pipeline.finish()
                }
                return try zip(writes, results).map { write, result in
                    do {
                        return (write.0, try result.get().first?.integer(0))
                    } catch {
                        throw explained(error, savingDocument: write.0.id)
                    }
                }
            }
        }

        /// Returns the conflict of a document that was not read, or has changed since.
        private func unexpectedConflict(of target: WriteTarget) throws -> WriteConflict {
            guard let conflict = conflict(of: target, with: try row(of: target.id)) else {
                throw changedMeanwhile(target.id)
            }
            return conflict
        }
    }
#endif
