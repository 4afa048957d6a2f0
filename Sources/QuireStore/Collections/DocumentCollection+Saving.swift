import Fleece

extension DocumentCollection {
    /// Saves a new document, a new revision, or a deleted document.
    ///
    /// The method runs in the current transaction, or in a new one. If the method throws, or
    /// returns a conflict, the collection is unchanged. After an error, shared keys that the body
    /// added remain until the transaction ends.
    ///
    /// - Parameters:
    ///   - encode: A closure that writes the body and returns the target.
    ///   - merge: A closure that combines the body with the document that the save replaces.
    /// - Returns: The saved revision or the conflict.
    /// - Throws: Any error that a closure throws; ``QuireError`` with code `badDocumentID`,
    ///   `invalidParameter` if the body is not exactly one dictionary, `corruptRevisionData` if the
    ///   stored revision or another revision to keep is damaged, `duplicateValue` if a unique index
    ///   contains the values of the document, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    package func save(
        encoding encode: BodyEncoding, merging merge: BodyMerging
    ) throws -> SaveResult {
        // The ID is unknown until the body is written. Earlier errors are unrelated to the
        // document.
        var id: String?
        do {
            return try write { transaction in
                let keys = transaction.keys.snapshot
                let result = try transaction.withWriter { writer in
                    let target = try encode(writer)
                    try target.checkID(in: location)
                    id = target.id
                    do {
                        return try writer.withFinishedBytes { bytes in
                            try target.id.withUTF8Text {
                                try save(
                                    bytes, to: target, text: $0, in: transaction, merging: merge)
                            }
                        }
                    } catch let error as FleeceError {
                        throw unsuitable(target.id, error.message, cause: error)
                    }
                }
                // After a conflict, discard everything that the body added, including its shared
                // keys.
                if case .conflict = result { transaction.keys.reset(to: keys) }
                return result
            }
        } catch {
            throw id.map { named(error, id: $0) } ?? error
        }
    }

    private func save(
        _ bytes: UnsafeRawBufferPointer, to target: WriteTarget, text: UTF8Text,
        in transaction: StoreTransaction, merging merge: BodyMerging
    ) throws -> SaveResult {
        let needsCheck = !DocumentRules.admit(bytes, keys: transaction.keys.snapshot)
        if !needsCheck, let saved = try saveUnread(bytes, to: target, text: text, in: transaction) {
            return .saved(saved)
        }
        let stored = try storedDocument(for: target, text: text, in: transaction)
        try transaction.withState(of: tables) {
            $0.expectsNew = stored == nil
            $0.expectsOwnEdits = stored?.hasOnlyOwnEdit ?? $0.expectsOwnEdits
        }
        guard let stored else {
            guard target.precondition.admitsNewDocument else { return .conflict(.missing(target)) }
            if needsCheck { try checkBody(bytes, of: target, in: transaction) }
            let flags = try flags(of: bytes, id: target.id, in: transaction)
            return .saved(
                try replace(
                    nil, text: text, id: target.id, by: bytes, flags: flags, in: transaction))
        }
        guard target.precondition.isMet(by: stored.revisionID, isDeleted: stored.isDeleted) else {
            return .conflict(stored.conflict(with: target))
        }
        guard let record = stored.record else {
            if needsCheck { try checkBody(bytes, of: target, in: transaction) }
            let flags = try flags(of: bytes, id: target.id, in: transaction)
            return .saved(
                try replace(
                    stored, text: text, id: target.id, by: bytes, flags: flags, in: transaction))
        }
        return try transaction.withWriter { writer in
            let isMerged = try FleeceStorage.withBorrowed(
                bytes, sharedKeys: transaction.keys.snapshot
            ) { try merge(record, $0, writer) }
            guard isMerged else {
                if needsCheck { try checkBody(bytes, of: target, in: transaction) }
                let flags = try flags(of: bytes, id: target.id, in: transaction)
                return .saved(
                    try replace(
                        stored, text: text, id: target.id, by: bytes, flags: flags, in: transaction)
                )
            }
            return try writer.withFinishedBytes { merged in
                if !DocumentRules.admit(merged, keys: transaction.keys.snapshot) {
                    try checkBody(merged, of: target, in: transaction)
                }
                let flags = try self.flags(of: merged, id: target.id, in: transaction)
                return .saved(
                    try replace(
                        stored, text: text, id: target.id, by: merged, flags: flags, in: transaction
                    ))
            }
        }
    }

    /// Checks a body against the rules for documents.
    private func checkBody(
        _ bytes: UnsafeRawBufferPointer, of target: WriteTarget, in transaction: StoreTransaction
    ) throws {
        try FleeceStorage.withBorrowed(bytes, sharedKeys: transaction.keys.snapshot) { storage in
            guard let body = storage.rootDictionary else { return }
            try target.checkBody(body, database.documentRules, in: location) {
                // A damaged document contains no values that can be kept.
                try? record(id: target.id)?.body
            }
        }
    }

    /// Writes a revision that replaces the stored document, if there is one.
    private func replace(
        _ stored: StoredDocument?, text: UTF8Text, id: String,
        by bytes: UnsafeRawBufferPointer, flags: DocumentFlags, in transaction: StoreTransaction
    ) throws -> SavedRevision {
        try checkUniqueness(of: bytes, id: id, text: text, in: transaction)
        let revision = try nextRevision(
            of: id, following: stored, body: bytes, flags: flags, in: transaction)
        return try write(
            revision, replacing: stored, text: text, id: id, by: bytes, in: transaction)
    }

    /// Writes a revision whose `version` column is in the transaction's buffer.
    package func write(
        _ revision: NextRevision, replacing stored: StoredDocument?, text: UTF8Text, id: String,
        by bytes: UnsafeRawBufferPointer, in transaction: StoreTransaction
    ) throws -> SavedRevision {
        guard let stored else {
            try insertRow(
                id: text, revision: revision, body: bytes, expiration: nil, in: transaction)
            return try finish(revision, id: id, in: transaction)
        }
        guard stored.isInTombstoneTable else {
            try change(.update, id: id, stored: stored, in: transaction) {
                try revision.bind(to: $0, at: 4, version: transaction.versionBuffer)
                try $0.bindBorrowed(bytes, at: 7)
                try revision.bindExtra(to: $0, at: 8)
            }
            return try finish(revision, id: id, in: transaction)
        }
        return try transaction.nested {
            try insertRow(
                id: text, revision: revision, body: bytes, expiration: stored.expiration,
                in: transaction)
            try change(.removeDeleted, id: id, stored: stored, in: transaction)
            try transaction.withState(of: tables) { $0.notePurges() }
            return try finish(revision, id: id, in: transaction)
        }
    }

    package func flags(
        of bytes: UnsafeRawBufferPointer, id: String, in transaction: StoreTransaction
    ) throws -> DocumentFlags {
        guard let flags = BodyInspection.flags(of: bytes, keys: transaction.keys.snapshot) else {
            throw unsuitable(id, "it is not a dictionary", cause: nil)
        }
        return flags
    }

    private func insertRow(
        id: UTF8Text, revision: NextRevision, body: UnsafeRawBufferPointer,
        expiration: Int64?,
        in transaction: StoreTransaction
    ) throws {
        let statement = try transaction.connection.statement(.insert, of: tables)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: id, at: 1)
        try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
        try statement.bindBorrowed(body, at: 5)
        if let expiration { try statement.bind(expiration, at: 6) }
        try revision.bindExtra(to: statement, at: 7)
        _ = try statement.step()
    }

    private func unsuitable(_ id: String, _ reason: String, cause: FleeceError?) -> QuireError {
        QuireError(
            .invalidParameter,
            "The body of document \(id.debugDescription) in \(location) cannot be saved: \(reason).",
            underlyingError: cause)
    }
}
