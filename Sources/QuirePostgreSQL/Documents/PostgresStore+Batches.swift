#if PostgreSQL
    import Fleece
    import Foundation
    public import QuireModels

    extension PostgresStore {
        /// The number of documents that are read with one statement.
        private static let readCount = 250
        /// The number of documents that are encoded before they are sent, if none has to be read.
        private static let unreadCount = 20
        /// The number of writes whose results are read together.
        private static let resultCount = 5000

        /// Saves several documents in one transaction.
        ///
        /// The documents that exist are read with one statement. The statements that write are sent
        /// without waiting for the results of the previous ones, so that the server writes documents
        /// while the next ones are encoded.
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
                guard let transaction = try owner.currentTransaction() else { return [] }
                return try transaction.pipelined { pipeline in
                    var batch = SavedBatch(documents.count)
                    do {
                        try save(documents, &batch, through: pipeline, in: transaction)
                    } catch {
                        pipeline.suspend()
                        // After a statement that fails, the server refuses all others.
                        guard let failure = pipeline.firstFailure,
                            batch.sent.indices.contains(failure.index)
                        else { throw error }
                        try transaction.recordingFailure {
                            throw explained(
                                failure.error,
                                savingDocument: batch.sent[failure.index].target.id)
                        }
                    }
                    return batch.results.compactMap { $0 }
                }
            }
        }

        private func save(
            _ documents: [DocumentSave], _ batch: inout SavedBatch,
            through pipeline: PostgresPipeline, in transaction: PostgresTransaction
        ) throws {
            for (index, document) in documents.enumerated() {
                let writer = FleeceWriter()
                let target = try document.encode(writer)
                try target.checkID(in: location)
                let encoded = EncodedDocument(
                    index: index, target: target, body: try finished(writer, target.id),
                    merge: document.merge)
                if batch.contains(target.id) {
                    // The result of the first save must not depend on the second one.
                    try send(&batch, through: pipeline, in: transaction)
                    try readResults(&batch, of: pipeline, in: transaction)
                } else if batch.encoded.count == batch.limit {
                    try send(&batch, through: pipeline, in: transaction)
                }
                batch.add(encoded)
            }
            try send(&batch, through: pipeline, in: transaction)
            try readResults(&batch, of: pipeline, in: transaction)
        }

        /// A document that is encoded but not yet merged.
        private struct EncodedDocument {
            let index: Int
            let target: WriteTarget
            let body: FleeceDictionary
            let merge: BodyMerging
        }

        /// A write that has been sent to the server.
        private struct SentWrite {
            let index: Int
            let target: WriteTarget
            let revisionID: RevisionID
        }

        private struct SavedBatch {
            /// The documents that are not yet sent.
            private(set) var encoded: [EncodedDocument] = []
            /// The IDs of the documents whose results are not yet read.
            private var ids: Set<DocumentIDKey> = []
            /// The largest number of documents to collect before sending them.
            private(set) var limit = PostgresStore.unreadCount
            private(set) var sent: [SentWrite] = []
            var results: [SaveResult?]

            init(_ count: Int) { results = Array(repeating: nil, count: count) }

            func contains(_ id: String) -> Bool { ids.contains(DocumentIDKey(id)) }

            mutating func add(_ document: EncodedDocument) {
                encoded.append(document)
                ids.insert(DocumentIDKey(document.target.id))
                if document.target.precondition != .absent { limit = PostgresStore.readCount }
            }

            /// Removes and returns the documents that are not yet sent.
            mutating func takeEncoded() -> [EncodedDocument] {
                defer {
                    encoded.removeAll(keepingCapacity: true)
                    limit = PostgresStore.unreadCount
                }
                return encoded
            }

            mutating func add(_ write: SentWrite) { sent.append(write) }

            /// Removes and returns the writes whose results are not yet read.
            mutating func takeSent() -> [SentWrite] {
                defer {
                    sent.removeAll(keepingCapacity: true)
                    ids.removeAll(keepingCapacity: true)
                    for document in encoded { ids.insert(DocumentIDKey(document.target.id)) }
                }
                return sent
            }
        }

        /// Merges documents with the stored ones, and sends the statements that write them.
        private func send(
            _ batch: inout SavedBatch, through pipeline: PostgresPipeline,
            in transaction: PostgresTransaction
        ) throws {
            let documents = batch.takeEncoded()
            let stored = try storedRows(of: documents)
            for document in documents {
                let target = document.target
                let current = stored[DocumentIDKey(target.id)]
                if let conflict = conflict(of: target, with: current) {
                    batch.results[document.index] = .conflict(conflict)
                    continue
                }
                var body = document.body
                if target.mergesStored, let record = try current?.record() {
                    let writer = FleeceWriter()
                    if try document.merge(record, body.storage, writer) {
                        body = try finished(writer, target.id)
                    }
                }
                try target.checkBody(body, in: self, replacing: current?.record()?.body)
                let revision = current?.revision.revisionID
                let next = try owner.nextRevision(after: revision)
                let parameters = parameters(
                    of: target.id, try self.stored(body, target.id), next, after: revision,
                    number: try transaction.nextNumber())
                let statement = current == nil ? statements.insert : statements.update
                try transaction.recordingFailure {
                    try pipeline.send(statement, parameters)
                }
                batch.add(
                    SentWrite(index: document.index, target: target, revisionID: next))
            }
            if batch.sent.count >= Self.resultCount {
                try readResults(&batch, of: pipeline, in: transaction)
            }
        }

        /// Reads the results of the writes that have been sent.
        private func readResults(
            _ batch: inout SavedBatch, of pipeline: PostgresPipeline,
            in transaction: PostgresTransaction
        ) throws {
            let writes = batch.takeSent()
            let results = try transaction.recordingFailure {
                try zip(writes, pipeline.finish()).map { write, result in
                    do {
                        return (write, try result.get().first?.integer(0))
                    } catch {
                        throw explained(error, savingDocument: write.target.id)
                    }
                }
            }
            for (write, sequence) in results {
                guard let sequence else {
                    let conflict = try unexpectedConflict(of: write.target)
                    batch.results[write.index] = .conflict(conflict)
                    continue
                }
                batch.results[write.index] = .saved(
                    SavedRevision(
                        id: write.target.id, revisionID: write.revisionID,
                        sequence: UInt64(clamping: sequence)))
                transaction.noteChange(of: write.target.id, in: fullName, sequence)
                owner.recordOwnChange(sequence)
            }
        }

        /// Reads the stored documents and tombstones of a batch.
        ///
        /// Most documents that must not exist are new, so they are not read.
        private func storedRows(
            of documents: [EncodedDocument]
        ) throws -> [DocumentIDKey: StoredRow] {
            let ids = documents.map(\.target).filter { $0.precondition != .absent }.map(\.id)
            if ids.isEmpty { return [:] }
            let rows = try owner.read { try $0.rows(statements.byIDs, [.textArray(ids)]) }
            let stored = try rows.map { try StoredRow($0, self) }
            return Dictionary(stored.map { (DocumentIDKey($0.revision.id), $0) }) { first, _ in
                first
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
