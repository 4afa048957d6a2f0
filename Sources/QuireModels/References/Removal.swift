import QuirePlatform

/// The documents that one call removes, and the delete rules that the removal requires.
///
/// The rules are applied after all documents of the call have been removed. Therefore, a reference
/// between two of them does not prevent the removal, and circular references do not cause endless
/// removals.
final class Removal: Sendable {
    enum Kind: Sendable { case delete, purge }

    /// Removed documents of one type and store.
    private struct Group {
        let store: any DocumentStore
        let rules: [ReferrerRule]
        var ids: [String] = []
        /// The histories that record the effects of the rules.
        var histories: [UndoHistory] = []

        mutating func add(_ id: String, recordedIn histories: [UndoHistory]) {
            ids.append(id)
            for history in histories where !self.histories.contains(where: { $0 === history }) {
                self.histories.append(history)
            }
        }
    }

    private struct GroupKey: Hashable {
        let model: ObjectIdentifier
        let typeName: String
        let storeName: String
    }

    /// Whether the documents are deleted or purged.
    let kind: Kind
    /// The removed documents whose rules have not been applied.
    private let groups = Mutex<[GroupKey: Group]>([:])
    /// The maximum number of referenced IDs in a query.
    private static let idLimit = 500

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Adds a document that a repository has removed.
    func add<Model: DocumentModel>(
        _ record: DocumentRecord, of repository: Repository<Model>, _ rules: DeletionRules,
        recordedIn histories: [UndoHistory]
    ) {
        let typeName = record.body[repository.typeKey]?.string ?? ""
        let key = GroupKey(
            model: ObjectIdentifier(Model.self), typeName: typeName,
            storeName: repository.store.fullName)
        let rules = rules.rules(ofType: typeName)
        guard !rules.isEmpty else { return }
        groups.withLock {
            $0[key, default: Group(store: repository.store, rules: rules)]
                .add(record.id, recordedIn: histories)
        }
    }

    /// Applies the delete rules of all removed documents, including those that rules remove.
    ///
    /// - Throws: ``QuireError`` with code `deletionDenied` if a rule denies the removal.
    func finish() throws {
        var removed: [Group] = []
        while case let groups = takeGroups(), !groups.isEmpty {
            for group in groups {
                for rule in group.rules where rule.action == .cascade {
                    try removeReferrers(to: group, rule.referrer)
                }
            }
            removed += groups
        }
        for group in removed {
            for rule in group.rules where rule.action == .deny {
                try checkReferrers(to: group, rule.referrer)
            }
        }
        for group in removed {
            for rule in group.rules where rule.action == .nullify {
                try removeReferences(to: group, rule.referrer)
            }
        }
    }

    private func takeGroups() -> [Group] {
        groups.withLock { groups in
            defer { groups = [:] }
            return Array(groups.values)
        }
    }

    private func removeReferrers(to group: Group, _ referrer: any Referrer) throws {
        guard let store = try referrer.store(near: group.store) else { return }
        for ids in group.ids.chunks(of: Self.idLimit) {
            // The documents are removed after the query has ended.
            var documents: [(id: String, revisionID: RevisionID)] = []
            let statement = try referrer.documents(referringTo: ids, limit: nil)
            try store.forEachPage(selectedBy: statement) { page in
                for record in page { documents.append((record.id, record.revisionID)) }
            }
            try referrer.remove(documents, in: store, self, recordedIn: group.histories)
        }
    }

    private func checkReferrers(to group: Group, _ referrer: any Referrer) throws {
        guard let store = try referrer.store(near: group.store) else { return }
        for ids in group.ids.chunks(of: Self.idLimit) {
            let statement = try referrer.documents(referringTo: ids, limit: 1)
            guard let record = try store.records(selectedBy: statement).first else { continue }
            throw try referrer.denial(
                by: record, in: store, of: Set(ids), in: group.store.fullName)
        }
    }

    private func removeReferences(to group: Group, _ referrer: any Referrer) throws {
        guard let store = try referrer.store(near: group.store) else { return }
        let all = Set(group.ids)
        for ids in group.ids.chunks(of: Self.idLimit) {
            var documents: [String] = []
            let statement = try referrer.documents(referringTo: ids, limit: nil)
            try store.forEachPage(selectedBy: statement) { page in
                documents += page.map(\.id)
            }
            try referrer.removeReferences(
                to: all, from: documents, in: store, recordedIn: group.histories)
        }
    }
}

extension Array {
    /// Returns the elements in arrays with a maximum count.
    fileprivate func chunks(of size: Int) -> [[Element]] {
        if count <= size { return [self] }
        return stride(from: 0, to: count, by: size).map {
            Array(self[$0..<Swift.min($0 + size, count)])
        }
    }
}
