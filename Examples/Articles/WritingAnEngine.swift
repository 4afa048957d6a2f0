// A complete engine that keeps documents as JSON text, and a program that uses it.

import Foundation
import Quire
import SQLPlusPlus

/// A database that keeps each document as JSON text.
final class JSONDatabase: DocumentDatabase, @unchecked Sendable {
    // Sendable because `lock` protects `state`, `before`, `clock` and `isOpen`.
    struct Row {
        var revision: SavedRevision
        var json: String?
    }

    struct State {
        var stores: [String: [String: Row]] = ["_default": [:]]
        var sequence: UInt64 = 0
        var changedIDs: [String: [String]] = [:]
    }

    let name: String
    let engineName = "JSON"
    let capabilities: Set<EngineCapability> = [.changesSince, .joins, .storeLists]

    /// The identity of the changes, which exist as long as this object.
    let feedID = UUID().uuidString

    private let lock = NSRecursiveLock()
    private var state = State()
    private var depth = 0
    private var clock = RevisionClock()
    private var isOpen = true
    private var listeners: [(store: String, AsyncStream<[String]>.Continuation)] = []

    init(name: String) {
        self.name = name
    }

    func defaultStore() -> any DocumentStore { JSONStore(name: "_default", in: self) }

    func store(named name: String, scope: String?) throws -> (any DocumentStore)? {
        let name = "\(scope ?? "_default").\(name)"
        return try access { $0.stores[name] == nil ? nil : JSONStore(name: name, in: self) }
    }

    func createStore(named name: String, scope: String?) throws -> any DocumentStore {
        let name = "\(scope ?? "_default").\(name)"
        return try access { state in
            if state.stores[name] == nil { state.stores[name] = [:] }
            return JSONStore(name: name, in: self)
        }
    }

    func stores() throws -> [any DocumentStore] {
        let names = try access { $0.stores.keys.filter { $0 != "_default" }.sorted() }
        return (["_default"] + names).map { JSONStore(name: $0, in: self) }
    }

    // The lock excludes other threads. If the closure throws, the earlier state is restored. The
    // same applies to a nested transaction.
    func inBatch<R>(using body: () throws -> R) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        let before = try access { $0 }
        depth += 1
        defer { depth -= 1 }
        do {
            let result = try body()
            if depth == 1 { notify() }
            return result
        } catch {
            state = before
            throw error
        }
    }

    func close() throws {
        lock.lock()
        defer { lock.unlock() }
        guard depth == 0 else {
            throw QuireError(.transactionNotClosed, "Database \(name) is in a transaction.")
        }
        isOpen = false
        for listener in listeners { listener.1.finish() }
    }

    /// Reads or changes the state, in a closure that does not call the database.
    func access<R>(_ body: (inout State) throws -> R) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        guard isOpen else { throw QuireError(.notOpen, "Database \(name) is closed.") }
        return try body(&state)
    }

    /// Stores a revision: JSON text, or `nil` for a tombstone.
    func write(_ json: String?, _ id: String, _ store: String) throws -> SavedRevision {
        try access { state in
            state.sequence += 1
            let current = state.stores[store]?[id]?.revision.revisionID
            let revision = SavedRevision(
                id: id, revisionID: try clock.next(after: current), sequence: state.sequence)
            state.stores[store]?[id] = Row(revision: revision, json: json)
            state.changedIDs[store, default: []].append(id)
            return revision
        }
    }

    func listen(to store: String) -> AsyncStream<[String]> {
        AsyncStream { continuation in
            lock.lock()
            defer { lock.unlock() }
            listeners.append((store, continuation))
        }
    }

    private func notify() {
        for (store, continuation) in listeners {
            if let ids = state.changedIDs[store] { continuation.yield(ids) }
        }
        state.changedIDs = [:]
    }
}

/// A store of a JSON database.
final class JSONStore: DocumentStore {
    let fullName: String
    let owner: JSONDatabase

    init(name: String, in database: JSONDatabase) {
        fullName = name
        owner = database
    }

    var database: any DocumentDatabase { owner }
    var capabilities: Set<EngineCapability> { owner.capabilities }

    // MARK: Documents

    func record(id: String) throws -> DocumentRecord? {
        try row(id).flatMap(record)
    }

    func records(ids: [String]) throws -> [DocumentRecord] {
        try owner.inBatch { try ids.compactMap { try record(id: $0) } }
    }

    func save(encoding encode: BodyEncoding, merging merge: BodyMerging) throws -> SaveResult {
        try owner.inBatch {
            let writer = FleeceWriter()
            let target = try encode(writer)
            try target.checkID(in: location)
            var body = FleeceStorage(try writer.finish())
            let current = try row(target.id)
            if let conflict = conflict(of: target, with: current) { return .conflict(conflict) }
            if target.mergesStored, let stored = try current.flatMap(record) {
                let writer = FleeceWriter()
                if try merge(stored, body, writer) { body = FleeceStorage(try writer.finish()) }
            }
            guard let dictionary = body.rootDictionary else {
                throw QuireError(.invalidParameter, "Document \(target.id) is not a dictionary.")
            }
            try target.checkBody(dictionary, in: self, replacing: current.flatMap(record)?.body)
            let json = try dictionary.value.json()
            return .saved(try owner.write(json, target.id, fullName))
        }
    }

    func delete(id: String, if precondition: RevisionPrecondition) throws -> DeletionResult {
        try owner.inBatch {
            let target = WriteTarget(id: id, if: precondition)
            guard let current = try row(id) else { return .conflict(.missing(target)) }
            if let conflict = conflict(of: target, with: current) { return .conflict(conflict) }
            if current.json == nil, precondition == .any || precondition == .absent {
                return .alreadyDeleted(current.revision)
            }
            return .deleted(try owner.write(nil, id, fullName))
        }
    }

    func purge(id: String) throws -> Bool {
        try owner.inBatch {
            try owner.access { state in
                state.changedIDs[fullName, default: []].append(id)
                return state.stores[fullName]?.removeValue(forKey: id) != nil
            }
        }
    }

    private func row(_ id: String) throws -> JSONDatabase.Row? {
        try owner.access { $0.stores[fullName]?[id] }
    }

    private func record(_ row: JSONDatabase.Row) throws -> DocumentRecord? {
        guard let json = row.json else { return nil }
        let writer = FleeceWriter()
        try JSONReader.read(json, into: writer)
        return FleeceStorage(try writer.finish()).rootDictionary.map {
            DocumentRecord(
                id: row.revision.id, revisionID: row.revision.revisionID,
                sequence: row.revision.sequence, body: $0)
        }
    }

    private func conflict(of target: WriteTarget, with row: JSONDatabase.Row?) -> WriteConflict? {
        let isDeleted = row?.json == nil
        let revisionID = row?.revision.revisionID
        if target.precondition.isMet(by: revisionID, isDeleted: isDeleted) { return nil }
        guard let row else { return .missing(target) }
        return WriteConflict(
            target, current: row.revision, isDeleted: isDeleted, stored: try? record(row))
    }

    // MARK: Queries

    func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
        let evaluator = try StatementEvaluator(statement)
        return try owner.inBatch { try evaluator.records(among: documents(), joining: joined) }
    }

    func count(where condition: QueryTerm) throws -> Int {
        let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
        return try records(selectedBy: statement).count
    }

    func rows(of statement: SelectStatement) throws -> ResultSet {
        let evaluator = try StatementEvaluator(statement)
        return try owner.inBatch {
            try evaluator.rows(of: documents(), codingInfo: codingInfo, joining: joined)
        }
    }

    private func joined(_ source: JoinedSource) throws -> [EvaluatedDocument] {
        try (store(of: source.collection) as? JSONStore)?.documents() ?? []
    }

    private func documents() throws -> [EvaluatedDocument] {
        let rows = try owner.access { Array(($0.stores[fullName] ?? [:]).values) }
        return try rows.sorted { $0.revision.sequence < $1.revision.sequence }
            .compactMap { try record($0).map { EvaluatedDocument($0) } }
    }

    // MARK: Changes

    func changedDocumentIDs() -> AsyncStream<[String]> { owner.listen(to: fullName) }

    func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
        let rows = try owner.access { Array(($0.stores[fullName] ?? [:]).values) }
        let changes = rows.filter { $0.revision.sequence > sequence }
            .sorted { $0.revision.sequence < $1.revision.sequence }
        return changes.prefix(max(0, limit)).map {
            StoredChange($0.revision, isDeleted: $0.json == nil)
        }
    }

    func changeFeedState() throws -> ChangeFeedState {
        try owner.access { ChangeFeedState(feedID: owner.feedID, lastSequence: $0.sequence) }
    }

    func revisions(of id: String) throws -> [StoredRevision] {
        guard let row = try row(id) else { return [] }
        if let record = try record(row) { return [StoredRevision(record)] }
        let (revisionID, sequence) = (row.revision.revisionID, row.revision.sequence)
        return [StoredRevision(revisionID, sequence: sequence, isDeletion: true)]
    }
}

struct Chore: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var isDone = false
}

let database = JSONDatabase(name: "chores")
let chores = try database.repository(of: Chore.self)

let water = try chores.save(Chore(id: "water", title: "Water the plants"))
try chores.save(Chore(id: "feed", title: "Feed the cat"))
try chores.update("feed") { $0.isDone = true }
print(try chores.filter { $0.isDone == false }.all().map(\.title))

// Another program stores a property that this one does not know; a save keeps it.
try chores.store.save { writer in
    try JSONReader.read(
        #"{"type":"chore","title":"Pay the rent","isDone":false,"due":3}"#, into: writer)
    return WriteTarget(id: "rent", if: .any)
}
try chores.update("rent") { $0.isDone = true }
print(try chores.store.record(id: "rent")?.body.value.json(.canonical) ?? "")

// A stale copy conflicts, and a transaction that throws changes nothing.
try chores.update("water") { $0.title = "Water the garden" }
do {
    try database.inBatch {
        try chores.delete(id: "feed")
        try chores.save(water)
    }
} catch QuireError.Code.conflict {
    print("conflict;", try chores.count(), "chores")
}

// The engine does not support indexes.
do {
    _ = try chores.store.indexes()
} catch let error as QuireError {
    print(error.message)
}
print(try chores.store.changes(since: 0, limit: 10).map(\.id))
