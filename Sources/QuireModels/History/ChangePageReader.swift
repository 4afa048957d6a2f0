import Fleece

/// A reader of the changes of a repository's documents from the list of a store's changes.
///
/// A document that is changed while a page is read is left out, because its new change has a higher
/// sequence. Therefore, no snapshot of the store is needed.
struct ChangePageReader<Model: DocumentModel> {
    private let repository: Repository<Model>
    private let feedID: String
    private let limit: Int
    private var changes: [RecordedChange<Model>] = []

    private var store: any DocumentStore { repository.store }

    /// Reads a page.
    static func page(
        of repository: Repository<Model>, since token: ChangeToken?, limit: Int
    ) throws -> ChangePage<Model> {
        guard limit > 0 else {
            throw QuireError(
                .invalidParameter,
                "A page cannot have \(limit) changes; the limit must be at least 1.")
        }
        let state = try repository.store.changeFeedState()
        if let token { try token.check(in: repository.store, state) }
        var reader = Self(repository: repository, feedID: state.feedID, limit: limit)
        return try reader.page(
            since: token
                ?? ChangeToken(
                    feedID: state.feedID, storeName: repository.store.fullName, sequence: 0,
                    revision: nil))
    }

    private init(repository: Repository<Model>, feedID: String, limit: Int) {
        self.repository = repository
        self.feedID = feedID
        self.limit = limit
    }

    private mutating func page(since start: ChangeToken) throws -> ChangePage<Model> {
        var token = start
        while changes.count < limit {
            // The documents of other types in the store also count here.
            let size = min(max(limit - changes.count, 16), 512)
            let listed = try store.changes(since: token.sequence, limit: size)
            let records = try readRecords(of: listed)
            for change in listed {
                token = ChangeToken(
                    feedID: feedID, storeName: store.fullName,
                    sequence: change.revision.sequence, revision: change.revision.revisionID)
                guard let content = content(of: change, records[DocumentIDKey(change.id)]) else {
                    continue
                }
                changes.append(
                    RecordedChange(
                        id: change.id, revisionID: change.revision.revisionID,
                        sequence: change.revision.sequence, token: token, content: content))
                if changes.count == limit { break }
            }
            if listed.count < size,
                token.sequence == listed.last?.revision.sequence ?? token.sequence
            {
                return ChangePage(changes: changes, token: token, hasMore: false)
            }
        }
        return ChangePage(changes: changes, token: token, hasMore: true)
    }

    private enum Document {
        case visible(DocumentRecord)
        case excluded(RevisionID)
        case damaged(QuireError)
    }

    /// Reads the live documents of this type that were changed.
    private func readRecords(of listed: [StoredChange]) throws -> [DocumentIDKey: Document] {
        var documents = try readDocuments(listed.lazy.filter { !$0.isDeleted }.map(\.id))
        guard !repository.conditions.isEmpty else { return documents }
        let keys = documents.compactMap { key, document in
            if case .visible = document { key } else { nil }
        }
        let visible = Set(try repository.records(keys.map(\.id)).map { DocumentIDKey($0.id) })
        for key in keys where !visible.contains(key) {
            if case .visible(let record) = documents[key] {
                documents[key] = .excluded(record.revisionID)
            }
        }
        return documents
    }

    /// Reads the documents of this type with the given IDs.
    private func readDocuments(_ ids: [String]) throws -> [DocumentIDKey: Document] {
        var documents: [DocumentIDKey: Document] = [:]
        do {
            for record in try store.records(ids: ids) where repository.isOwn(record) {
                documents[DocumentIDKey(record.id)] = .visible(record)
            }
            return documents
        } catch let error as QuireError where error.isDamage {
            return try readDocumentsOneByOne(ids)
        }
    }

    /// Reads the documents of this type with the given IDs, some of which are damaged.
    private func readDocumentsOneByOne(_ ids: [String]) throws -> [DocumentIDKey: Document] {
        var documents: [DocumentIDKey: Document] = [:]
        for id in ids {
            do {
                guard let record = try store.record(id: id), repository.isOwn(record) else {
                    continue
                }
                documents[DocumentIDKey(id)] = .visible(record)
            } catch let error as QuireError where error.isDamage {
                documents[DocumentIDKey(id)] = .damaged(error)
            }
        }
        return documents
    }

    /// Returns the content of a change, or `nil` if the document has another type or was changed
    /// again.
    private func content(
        of change: StoredChange, _ document: Document?
    ) -> RecordedChange<Model>.Content? {
        if change.isDeleted { return .deleted }
        switch document {
        case nil:
            return nil
        case .damaged(let error):
            return .unreadable(error)
        case .excluded(let revisionID):
            return revisionID == change.revision.revisionID ? .deleted : nil
        case .visible(let record):
            guard record.revisionID == change.revision.revisionID else { return nil }
            do {
                return .saved(try repository.decodeStored(record))
            } catch {
                return .unreadable(error)
            }
        }
    }
}

extension QuireError {
    /// Whether the error describes one damaged document, and not the database.
    fileprivate var isDamage: Bool { code == .corruptData || code == .corruptRevisionData }
}

extension ChangeToken {
    /// Throws an error if the token is not a position in the changes of a store.
    fileprivate func check(in store: any DocumentStore, _ state: ChangeFeedState) throws {
        guard storeName == store.fullName else {
            throw QuireError(
                .invalidParameter,
                """
                The change token belongs to \(storeName), not to \(store.location). Use a token of \
                the same collection
                """)
        }
        guard feedID == state.feedID else {
            throw stale(in: store, "it belongs to another database, or to one that was replaced")
        }
        guard sequence > 0 else { return }
        guard let next = try store.changes(since: sequence - 1, limit: 1).first else {
            guard sequence <= state.lastSequence else {
                throw stale(
                    in: store,
                    "its sequence \(sequence) is later than the last change, "
                        + "\(state.lastSequence)")
            }
            return
        }
        guard next.revision.sequence == sequence, let revision,
            revision != next.revision.revisionID.description
        else { return }
        throw stale(in: store, "its sequence \(sequence) now belongs to another change")
    }

    private func stale(in store: any DocumentStore, _ reason: String) -> QuireError {
        QuireError(
            .staleChangeToken,
            """
            The change token cannot be used in \(store.location): \(reason). Read all changes again \
            with a nil token
            """)
    }
}
